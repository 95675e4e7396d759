import type { Spec, SpecMedia, SpecSchema } from "../../api/index.ts";
import { resolved, typesOf } from "./model.ts";

const parts: ReadonlySet<string> = new Set(["event", "data", "id", "retry", "comment"]);

/**
 * Returns the schema of the data in events described as a whole, as in 3.2: a text, or JSON if its media type says so.
 */
function inside(spec: Spec, item: SpecSchema): SpecSchema | undefined {
  const names = Object.keys(resolved(spec, item)?.properties ?? {});
  const data = resolved(spec, item)?.properties?.["data"];
  if (!data || !names.every((name) => parts.has(name))) return item;
  const { contentMediaType = "", contentSchema } = resolved(spec, data) ?? {};
  return /json/i.test(contentMediaType) ? contentSchema : data;
}

/** Returns the schema of a stream's event data; a schema of the whole stream usually describes one event. */
export function eventData(media: SpecMedia, spec: Spec): SpecSchema | undefined {
  if (media.itemSchema) return inside(spec, media.itemSchema);
  const whole = resolved(spec, media.schema);
  const types = typesOf(whole ?? {});
  if (types.includes("array") && whole?.items) return whole.items;
  return types.includes("string") ? undefined : media.schema;
}
