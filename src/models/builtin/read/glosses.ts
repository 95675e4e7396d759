import type { Json } from "../../../lib/index.ts";
import { content } from "../text/tokens.ts";

/** A value with its meaning from a description: `1 for Berlin, 2 for Hamburg`. */
export interface Gloss {
  readonly value: Json;
  /** The stems of the meaning, in order. */
  readonly stems: readonly string[];
}

const meaning = String.raw`([\p{L}][\p{L}\d '’&/-]{1,40}?)(?=\s*(?:[,;.()\n]|\band\b|\bor\b|['"]|$))`;
const numbered = new RegExp(
  String.raw`(?<![\w.-])(\d{1,4})['"]?\s*(?:for|is|means|stands for|represents|denotes|refers to|=|:|->|-)\s*(?:the\s+)?['"]?${meaning}`,
  "giu",
);
const bracketed = /([\p{L}][\p{L} '-]{1,30}?)\s*\((\d{1,4})\)/gu;
const quoted = new RegExp(
  String.raw`['"‘“]([\w -]{1,24})['"’”]\s*(?:for|is|means|stands for|represents|denotes|=|:)\s+(?:the\s+|an?\s+)?${meaning}`,
  "giu",
);

/** Meanings that fit any request: `'any' for no preference`. */
const vague = /\b(?:any|all|no|default|preference|unspecified|specified)\b/i;

const most = 60;

/** The meanings of a parameter's values in a description; only for values that `allowed` accepts. */
export function glossesIn(
  description: string,
  type: "number" | "string",
  allowed: readonly Json[],
): readonly Gloss[] {
  const pairs: (readonly [Json, string])[] = [];
  if (type === "number") {
    for (const [, value = "", text = ""] of description.matchAll(numbered)) pairs.push([Number(value), text]);
    for (const [, text = "", value = ""] of description.matchAll(bracketed))
      pairs.push([Number(value), text]);
  } else for (const [, value = "", text = ""] of description.matchAll(quoted)) pairs.push([value, text]);
  const found = pairs
    .filter(([value]) => (allowed.length === 0 ? type === "number" : allowed.includes(value)))
    .filter(([value, text]) => !/^(?:true|false)$/i.test(String(value)) && !vague.test(text))
    .slice(0, most)
    .map(([value, text]) => ({ value, stems: content(text) }))
    .filter(({ stems }) => stems.length > 0);
  // a single number with a word after it is a unit or a bound: `at least 1 for free`
  return type === "number" && new Set(found.map(({ value }) => value)).size < 2 ? [] : found;
}
