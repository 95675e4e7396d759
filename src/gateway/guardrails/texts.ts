import { isObject } from "../../lib/index.ts";

/** Fields of blocks whose values aren't written by people or models. */
const structural: ReadonlySet<string> = new Set(
  "type role id tool_use_id name tool_name signature cache_control caller media_type file_id".split(" "),
);
/** Signed or binary blocks, which can't be changed in requests. */
const untouched: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking", "base64"]);

export type MapText = (text: string) => string;

/** Maps the texts of messages, blocks or a system prompt; in tool inputs every string is a text, including keys. */
export function mapTexts<T>(value: T, map: MapText): T {
  return walk(value, map, false) as T; // the same shape with other texts
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

/** Returns all texts that `mapTexts` would map, without duplicates. */
export function textsOf(value: unknown): readonly string[] {
  const texts = new Set<string>();
  mapTexts(value, (text) => {
    texts.add(text);
    return text;
  });
  return [...texts];
}
