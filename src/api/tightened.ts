import type { Field } from "./definition.ts";
import { fieldType } from "./fields.ts";

/** A rule that values stored under earlier rules may break. */
export interface Tightened {
  readonly keyword: string;
  readonly limit: number | string;
  /** Which values break it: `longer than 40 characters`. */
  readonly broken: string;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

interface Bound {
  readonly keyword: string;
  readonly broken: (limit: number) => string;
}

const numbers: readonly Bound[] = [
  { keyword: "minimum", broken: (limit) => `below ${limit}` },
  { keyword: "maximum", broken: (limit) => `above ${limit}` },
];

/** By type as stored; bounds of decimals are part of their column's type. */
const bounds: Readonly<Partial<Record<ReturnType<typeof fieldType>, readonly Bound[]>>> = {
  string: [
    { keyword: "minLength", broken: (limit) => `shorter than ${plural(limit, "character")}` },
    { keyword: "maxLength", broken: (limit) => `longer than ${plural(limit, "character")}` },
  ],
  integer: numbers,
  number: numbers,
  array: [
    { keyword: "minItems", broken: (limit) => `with fewer than ${plural(limit, "item")}` },
    { keyword: "maxItems", broken: (limit) => `with more than ${plural(limit, "item")}` },
  ],
};

/** Syntax that databases read differently or not at all: other escapes, lookbehind, named groups, POSIX classes. */
const foreign = /\\[^\WdDsSwWnrt]|\(\?<|\[[.:=]/;

/**
 * Returns the rules of a field that are new or stricter than before. What is stored of secrets are hashes, and of what
 * was no list are values without items.
 */
export function tightened(from: Field, to: Field): readonly Tightened[] {
  const type = fieldType(to.schema);
  if (to.secret || (type === "array" && fieldType(from.schema) !== type)) return [];
  const stricter = (bounds[type] ?? []).flatMap(({ keyword, broken }): readonly Tightened[] => {
    const [old, limit] = [from.schema[keyword], to.schema[keyword]];
    if (typeof limit !== "number") return [];
    const isMet = typeof old === "number" && (keyword.startsWith("max") ? old <= limit : old >= limit);
    return isMet ? [] : [{ keyword, limit, broken: broken(limit) }];
  });
  const pattern = to.schema["pattern"];
  return type === "string" &&
    typeof pattern === "string" &&
    pattern !== from.schema["pattern"] &&
    !foreign.test(pattern)
    ? [...stricter, { keyword: "pattern", limit: pattern, broken: `that do not match /${pattern}/` }]
    : stricter;
}
