import { isObject } from "../../lib/index.ts";

/** Parts of blocks that are no texts of people or models. */
const structural: ReadonlySet<string> = new Set([
  "type",
  "role",
  "id",
  "tool_use_id",
  "name",
  "tool_name",
  "signature",
  "cache_control",
  "caller",
  "media_type",
  "file_id",
]);
/** What is signed or binary can't be changed in requests. */
const untouched: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking", "base64"]);

export type MapText = (text: string) => string;

/** Messages, blocks or a system prompt with other texts; inputs of tools are texts throughout, also their names. */
export function mapTexts<T>(value: T, map: MapText): T {
  return walk(value, map, false) as T; // the same shape, other texts
}

function walk(value: unknown, map: MapText, isInput: boolean): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, map, isInput));
  if (!isObject(value)) return value;
  if (isInput)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [map(key), walk(inner, map, true)]),
    );
  if (untouched.has(value["type"])) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      structural.has(key) ? inner : walk(inner, map, key === "input"),
    ]),
  );
}

/** All texts that `mapTexts` would change, each once. */
export function textsOf(value: unknown): readonly string[] {
  const texts = new Set<string>();
  mapTexts(value, (text) => {
    texts.add(text);
    return text;
  });
  return [...texts];
}
