import type { Spec, SpecMedia, SpecSchema } from "../../api/index.ts";
import { resolved, typesOf } from "./model.ts";

const parts: ReadonlySet<string> = new Set(["event", "data", "id", "retry", "comment"]);

/** The data of events that are described whole, as 3.2 has it: a text, of which a media type may say that it is JSON. */
function inside(spec: Spec, item: SpecSchema): SpecSchema | undefined {
  const names = Object.keys(resolved(spec, item)?.properties ?? {});
  const data = resolved(spec, item)?.properties?.["data"];
  if (!data || !names.every((name) => parts.has(name))) return item;
  const { contentMediaType = "", contentSchema } = resolved(spec, data) ?? {};
  return /json/i.test(contentMediaType) ? contentSchema : data;
}

/** What the data of a stream's events is; the schema of the whole stream is mostly that of one of its events. */
export function eventData(media: SpecMedia, spec: Spec): SpecSchema | undefined {
  if (media.itemSchema) return inside(spec, media.itemSchema);
  const whole = resolved(spec, media.schema);
  const types = typesOf(whole ?? {});
  if (types.includes("array") && whole?.items) return whole.items;
  return types.includes("string") ? undefined : media.schema;
}
