import { anyOf, type Json } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Reading } from "../text/mention.ts";

/** `Defaults to 10`, `if not specified, use 100`. */
const assumed = new RegExp(
  anyOf(
    String.raw`\bdefaults? (?:is|to|value is|of)?:?`,
    String.raw`\b(?:not|n't|un) ?(?:given|specif\w+|provided|set|stated|mentioned)[^.]{0,24}?\b(?:use|assume|take|is)`,
  ) + String.raw`\s*['"]?(-?\d+(?:\.\d+)?|true|false)\b`,
  "i",
);

/** The value of a required parameter that no mention fills; undefined if only the user can say. */
export function fallback(parameter: Parameter, about: { readonly reading: Reading }): Json | undefined {
  if (parameter.default !== undefined && parameter.default !== null) return parameter.default;
  const described = assumed.exec(parameter.description)?.[1];
  if (described !== undefined && parameter.type !== "string" && parameter.type !== "array") {
    const value = /\d/.test(described) ? Number(described) : described.toLowerCase() === "true";
    if (typeof value === (parameter.type === "integer" ? "number" : parameter.type)) return value;
  }
  if (parameter.type === "boolean") return false;
  if (parameter.closed && parameter.options.length === 1) return parameter.options[0];
  const { text } = about.reading;
  const numeric = parameter.type === "number" || parameter.type === "integer";
  if (numeric && /^initi|^start/.test(parameter.nameStems.join(" ")) && /\b(?:from|at) rest\b/i.test(text))
    return 0;
  return undefined;
}
