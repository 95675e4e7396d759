import type { Json } from "../../../lib/index.ts";
import type { Spec } from "../../spec.ts";
import { sampleOf } from "../sample.ts";
import type { Column, StoredResource } from "./types.ts";

const uuid = "00000000-0000-4000-8000-000000000001";
const isUuid = (value: Json | undefined): boolean =>
  typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/**
 * Returns a value for a column, from the document's examples; undefined for references and secrets, and if there is
 * none.
 */
function exampleOf(spec: Spec, { name, schema, secret, refers, set }: Column): Json | undefined {
  if (secret ?? (refers !== undefined || set?.by === "caller")) return undefined;
  const example = sampleOf(spec, schema, name, { direction: "output" });
  if (set?.by === "uuid") return isUuid(example) ? example : uuid;
  const isTime = set?.by === "now" || set?.by === "change";
  return isTime && Number.isNaN(Date.parse(String(example))) ? undefined : example;
}

/** Returns the document's example of each column that has one. */
export const examplesOf = (spec: Spec, { columns }: StoredResource): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const example = exampleOf(spec, column);
      return example === undefined ? [] : [[column.name, example] as const];
    }),
  );

/** Returns the first record of a seed file: the document's example; for an account, with its credentials. */
export function seedOf(spec: Spec, resource: StoredResource): Readonly<Record<string, Json>> {
  const { account } = resource;
  const names =
    account?.login.map((name) => [name, /mail/i.test(name) ? "user@example.com" : "user"] as const) ?? [];
  const secret = account ? { [account.password]: "password" } : {};
  return { ...examplesOf(spec, resource), ...Object.fromEntries(names), ...secret };
}
