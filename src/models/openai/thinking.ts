import { isObject, type Json, type JsonObject } from "../../lib/index.ts";
import type { MessagesRequest } from "../../messages/index.ts";
import { efforts, type Dialect, type Effort } from "./dialects.ts";
import { unsupported } from "./chat-parts.ts";

/** Whether the answer should contain thinking blocks. */
export const wantsThinking = ({ thinking }: MessagesRequest): boolean =>
  thinking !== undefined && thinking.type !== "disabled";

/** The fields of a request for `thinking` and `output_config.effort`. Throws ApiError if the server has none. */
export function thinkingFields(request: MessagesRequest, { thinking: form, summary }: Dialect): JsonObject {
  const { thinking, output_config } = request;
  const stated = efforts.find((effort) => effort === output_config?.effort);
  if (stated !== undefined && form.effort === undefined) throw unsupported("output_config.effort", summary);
  if (!wantsThinking(request)) return merged(form.off ?? {}, stated ? atEffort(form, stated) : {});
  const budget = thinking?.type === "enabled" ? thinking.budget_tokens : undefined;
  if (budget !== undefined && form.budget && stated === undefined) return nested(form.budget, budget);
  if (budget !== undefined && !form.on && !form.effort) throw unsupported("thinking.budget_tokens", summary);
  const effort = stated ?? (form.on ? undefined : budget === undefined ? "high" : effortOf(budget));
  return merged(form.on ?? {}, effort ? atEffort(form, effort) : {});
}

const effortOf = (budget: number): Effort => (budget < 4096 ? "low" : budget < 16_384 ? "medium" : "high");

/** The fields for the nearest level that the server supports. */
function atEffort({ effort }: Dialect["thinking"], chosenEffort: Effort): JsonObject {
  if (effort === undefined) return {};
  const away = (level: Effort): number => Math.abs(efforts.indexOf(level) - efforts.indexOf(chosenEffort));
  const [nearest = chosenEffort] = effort.levels.toSorted((a, b) => away(a) - away(b));
  return nested(effort.at, nearest);
}

const nested = (path: readonly string[], value: Json): JsonObject =>
  path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject; // paths aren't empty

function merged(a: JsonObject, b: JsonObject): JsonObject {
  const both = Object.entries(b).map(([name, value]) => {
    const before = a[name];
    const inner =
      isObject(before) && isObject(value) ? merged(before as JsonObject, value as JsonObject) : value;
    return [name, inner] as const;
  });
  return { ...a, ...Object.fromEntries(both) };
}
