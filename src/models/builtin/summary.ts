import type { Json } from "../../lib/index.ts";
import { isObject, listed } from "../../lib/index.ts";
import type { Done } from "./conversation.ts";

const longest = 1500;

const short = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)} … (${text.length} characters)` : text;

const spokenKey = (key: string): string => key.replaceAll("_", " ");

/** Formats a value for people; nested ones as `key: value` in brackets. */
function value(data: Json): string {
  if (typeof data === "string") return data;
  if (Array.isArray(data))
    return data.length === 0 ? "nothing" : (data as readonly Json[]).map(value).join("; "); // Array.isArray drops readonly
  if (isObject(data)) return `(${fields(data)})`;
  return String(data);
}

const fields = (data: { readonly [key: string]: unknown }): string =>
  Object.entries(data)
    .map(([key, item]) => `${spokenKey(key)}: ${value(item as Json)}`) // parsed JSON
    .join(", ");

const result = ({ data, text }: Done): string => {
  if (data === undefined) return text.trim() === "" ? "done, with no output" : text.trim();
  if (isObject(data)) return fields(data);
  return value(data);
};

const about = (input: { readonly [key: string]: Json }): string => {
  const parts = Object.values(input)
    .filter((item) => typeof item === "string" || typeof item === "number")
    .map(String)
    .filter((item) => item.length > 0 && item.length <= 60);
  return parts.length ? ` (${parts.join(", ")})` : "";
};

/** The results of calls, in their own words and order, failures marked; adds nothing. */
export function summary(done: readonly Done[]): string {
  const lines = done.map((item) =>
    item.failed
      ? `${item.call.name}${about(item.call.input)} failed: ${short(item.text.trim() || "no reason given")}`
      : `${item.call.name}${about(item.call.input)}: ${short(result(item))}`,
  );
  return lines.length === 1 ? (lines[0] ?? "") : lines.map((line) => `- ${line}`).join("\n");
}

/** Excludes the dots of `e.g.`, and those within `1.4.2`. */
const sentenceEnd = /(?<!\be\.g|\bi\.e|\betc)\.(?=\s|$)|\n/;

/** The question for the missing values. */
export function ask(
  tool: string,
  missing: readonly { readonly name: string; readonly description: string }[],
): string {
  const parts = missing.slice(0, 5).map(({ name, description }) => {
    const [first = ""] = description.trim().slice(0, 160).split(sentenceEnd);
    return first ? `${name} (${first})` : name;
  });
  return `To call ${tool} I still need ${listed(parts)}.`;
}
