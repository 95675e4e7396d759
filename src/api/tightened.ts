import { isDeepStrictEqual } from "node:util";
import { listed, type Json } from "../lib/index.ts";
import type { JsonSchema } from "../schema/index.ts";
import type { Field } from "./definition.ts";
import { fieldType } from "./fields.ts";

/** A rule for stored values that a database can check. */
interface Rule {
  readonly keyword: string;
  readonly limit: Json;
  /** Whether it is about the items of a list. */
  readonly ofItems: boolean;
}

/** A rule that values stored under earlier rules may break. */
export interface Tightened extends Rule {
  /** Which values break it: `longer than 40 characters`. */
  readonly broken: string;
}

const plural = (count: Json, noun: string): string => `${String(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Which values break a rule, by its keyword. */
const broken: Readonly<Record<string, (limit: Json) => string>> = {
  type: (limit) => `that are no ${limit === "array" ? "list" : String(limit)}`,
  enum: (limit) => `other than ${listed((Array.isArray(limit) ? limit : [limit]).map(String), "or")}`,
  minLength: (limit) => `shorter than ${plural(limit, "character")}`,
  maxLength: (limit) => `longer than ${plural(limit, "character")}`,
  pattern: (limit) => `that do not match /${String(limit)}/`,
  minimum: (limit) => `below ${String(limit)}`,
  maximum: (limit) => `above ${String(limit)}`,
  maxWhole: (limit) => `with more than ${plural(limit, "digit")} before the point`,
  maxDecimals: (limit) => (limit === 0 ? "with decimals" : `with more than ${plural(limit, "decimal")}`),
  minItems: (limit) => `with fewer than ${plural(limit, "item")}`,
  maxItems: (limit) => `with more than ${plural(limit, "item")}`,
};

/** Syntax that databases read differently or not at all: other escapes, lookbehind, named groups, POSIX classes. */
const foreign = /\\[^\WdDsSwWnrt]|\(\?<|\[[.:=]/;

/** Keywords of a type's schema. */
const keywords: Readonly<Partial<Record<ReturnType<typeof fieldType>, readonly string[]>>> = {
  string: ["minLength", "maxLength", "pattern"],
  integer: ["minimum", "maximum"],
  number: ["minimum", "maximum"],
  array: ["minItems", "maxItems"],
};

type Limits = Readonly<Record<string, unknown>>;

/** Returns the limits of a field's own values, by keyword. */
function limitsOf({ schema, decimal }: Pick<Field, "schema" | "decimal">): Limits {
  const type = fieldType(schema);
  if (type === "decimal" && decimal)
    return {
      ...(String(schema["pattern"]).startsWith("^-") ? {} : { minimum: 0 }),
      maxWhole: decimal.precision - decimal.scale,
      maxDecimals: decimal.scale,
    };
  return {
    ...(schema.type === "object" || schema.type === "array" ? { type: schema.type } : {}),
    ...Object.fromEntries((keywords[type] ?? []).map((keyword) => [keyword, schema[keyword]])),
    ...(type === "integer" ? { maxDecimals: 0 } : {}),
  };
}

/** Returns the limits of a list's items, which are stored as JSON. */
function itemLimits({ items }: JsonSchema): Limits {
  if (items?.type === undefined) return {};
  const { enum: values, format: _, ...schema } = items;
  const type = items.type === "integer" ? "number" : items.type;
  return { type, enum: values, ...limitsOf({ schema }) };
}

/** Whether all values within the old limit are within the new one. */
function isMet(keyword: string, old: unknown, limit: Json): boolean {
  if (keyword === "pattern" && foreign.test(String(limit))) return true; // as far as databases can tell
  if (Array.isArray(old) && Array.isArray(limit)) return old.every((value) => limit.includes(value));
  if (typeof old !== "number" || typeof limit !== "number") return isDeepStrictEqual(old, limit);
  return keyword.startsWith("max") ? old <= limit : old >= limit;
}

const compared = (old: Limits, now: Limits, ofItems: boolean): readonly Tightened[] =>
  Object.entries(now).flatMap(([keyword, value]) => {
    const limit = value as Json | undefined; // schemas are JSON
    if (limit === undefined || isMet(keyword, old[keyword], limit)) return [];
    const which = broken[keyword]?.(limit) ?? "";
    return [{ keyword, limit, ofItems, broken: ofItems ? `with items ${which}` : which }];
  });

/** Returns the rules of a field that are new or stricter than before. What is stored of secrets are hashes. */
export const tightened = (from: Field, to: Field): readonly Tightened[] =>
  to.secret
    ? []
    : [
        ...compared(limitsOf(from), limitsOf(to), false),
        ...compared(itemLimits(from.schema), itemLimits(to.schema), true),
      ];
