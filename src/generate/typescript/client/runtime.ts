import { pick } from "../../pick.ts";
import { shipped } from "../../shipped.ts";
import { words } from "../../word-list.ts";

/** Optional features of a client's runtime; `featuresOf` determines which are needed. */
export const features = words(
  "checks noParams statuses credentials others basic key path tuples styled query compound listed delimited deep json int64 raw header cookie octets body bodies blobs wild forms styledForms multipart heads ranges events lines lineBodies downloads accept pages conversions",
);
export type Feature = (typeof features)[number];

/** Features for parameters that are more than a name and a text. */
const elaborate = ["tuples", "path", "styled", "compound", "listed", "json", "raw"] as const;

/** Returns the servers' code that keeps integers exact, under the names it has in clients. */
function exactJson(): string {
  const [, part = ""] = shipped("typescript/shipped/http/json.ts").split(/^\/\/#\n/m);
  return part
    .trimEnd()
    .replace("export function toJson", "function toJson")
    .replace("function exactly", "function fromJson");
}

export function runtimeOf(features: ReadonlySet<Feature>): string {
  const all = new Set<string>(features);
  const more = elaborate.some((item) => features.has(item)) ? "elaborate" : "scalar";
  all.add(more);
  if (features.has("query")) all.add(`${more}Query`);
  if (features.has("events") || features.has("lines") || features.has("downloads")) all.add("streams");
  if (features.has("path") || features.has("query")) all.add("located");
  return pick(shipped("typescript/client/shipped/runtime.ts"), all).replace("//@ exact JSON", exactJson);
}
