import { inTable, isObject, type Json, parseJson } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";

/**
 * Converts a value to the types of its schema if the meaning is the same: "5" to 5, "true" to true, a single value to a
 * list, an enum's word in another case, null to absence of an optional property. Nothing is invented or dropped.
 */
export function coerce(value: Json, schema: unknown, depth = 0): Json {
  if (!isObject(schema) || depth > deepest) return value;
  const types = typesOf(schema);
  const typed = types.length > 0 && !types.includes(typeOf(value)) ? retype(value, types) : value;
  if (Array.isArray(typed)) return typed.map((item: Json) => coerce(item, schema["items"], depth + 1));
  if (isObject(typed)) return properties(typed as { readonly [key: string]: Json }, schema, depth);
  return spelled(typed, schema["enum"]);
}

const deepest = 64;

const typesOf = ({ type }: JsonSchema): readonly string[] => {
  const listed: unknown = type;
  return Array.isArray(listed) ? listed.map(String) : typeof listed === "string" ? [listed] : [];
};

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Conversions by target type; the first type that the schema allows and that fits the value is used. */
const conversions: Readonly<Record<string, (value: Json) => Json | undefined>> = {
  integer: (value) => (typeof value === "string" ? numeral(value, /^-?\d{1,15}(\.0+)?$/) : undefined),
  number: (value) =>
    typeof value === "string"
      ? numeral(value, /^-?\d{1,15}(\.\d{1,15})?(e[+-]?\d{1,2})?$/i)
      : Number.isInteger(value)
        ? value
        : undefined,
  boolean: (value) =>
    typeof value === "string" && /^(true|false)$/i.test(value) ? value.toLowerCase() === "true" : undefined,
  null: (value) => (value === "null" || value === "" ? null : undefined),
  object: (value) => (typeof value === "string" ? parsed(value, isObject) : undefined),
  array: (value) =>
    (typeof value === "string" ? parsed(value, Array.isArray) : undefined) ??
    (value === null ? undefined : [value]),
  string: (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : undefined),
};

const retype = (value: Json, types: readonly string[]): Json =>
  types.map((type) => inTable(conversions, type)?.(value)).find((other) => other !== undefined) ?? value;

const numeral = (text: string, form: RegExp): number | undefined =>
  form.test(text.trim()) ? Number(text.trim()) : undefined;

function parsed(text: string, isWanted: (value: unknown) => boolean): Json | undefined {
  const value = parseJson(text);
  return isWanted(value) ? (value as Json) : undefined; // parsed JSON
}

function properties(
  value: { readonly [key: string]: Json },
  schema: JsonSchema,
  depth: number,
): { readonly [key: string]: Json } {
  const { properties: known = {}, required = [], additionalProperties: other } = schema;
  const entries = Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, Json])[] => {
    const schema = inTable(known, key);
    if (inner === null && schema !== undefined && !required.includes(key) && !takesNull(schema)) return [];
    return [[key, coerce(inner, schema ?? other, depth + 1)]];
  });
  return Object.fromEntries(entries);
}

const takesNull = (schema: JsonSchema): boolean => {
  const types = typesOf(schema);
  return types.length === 0 || types.includes("null");
};

/** The only word of an enum that differs just in case or surrounding spaces. */
function spelled(value: Json, words: unknown): Json {
  if (typeof value !== "string" || !Array.isArray(words) || words.includes(value)) return value;
  const alike = words.filter(
    (word): word is string => typeof word === "string" && word.toLowerCase() === value.trim().toLowerCase(),
  );
  return alike.length === 1 && alike[0] !== undefined ? alike[0] : value;
}
