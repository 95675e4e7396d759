import { inTable, isObject, type Json } from "../../lib/index.ts";
import { formatNames } from "../../schema/index.ts";
import type { Spec, SpecSchema } from "../spec.ts";
import { resolve, unchecked } from "./shape.ts";

const words: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "format",
  "pattern",
  "properties",
  "required",
  "items",
  "additionalProperties",
  "allOf",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
]);
const numbers: ReadonlySet<string> = new Set(["int32", "int64", "float", "double"]);
const checked: ReadonlySet<string> = new Set(formatNames);

/** Whether a format demands something of a text. */
export const isChecked = (format: string | undefined): boolean => format !== undefined && checked.has(format);

const typeOf = (value: Json): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : Number.isInteger(value)
        ? "integer"
        : typeof value;

/** Generated texts, by the schema whose format or pattern they match. */
export type MadeTexts = ReadonlyMap<SpecSchema, string>;

interface Reading {
  readonly spec: Spec;
  readonly made: MadeTexts;
  /** Nesting depth; some schemas are recursive. */
  readonly depth?: number;
}

/** Whether a simple schema obviously accepts a value; false if only a validator can tell. */
export function isEvident(schema: SpecSchema, value: Json, reading: Reading): boolean {
  const { spec, made, depth = 0 } = reading;
  const found = resolve(spec, schema);
  for (const key in found) if (!words.has(key) && !unchecked.has(key)) return false;
  const {
    type,
    format,
    pattern,
    required = [],
    properties = {},
    additionalProperties = {},
    items = {},
  } = found;
  const kind = typeOf(value);
  const types = [type ?? []].flat();
  if (types.length && !types.some((name) => name === kind || (name === "number" && kind === "integer")))
    return false;
  if (found.enum && !(typeof value !== "object" && found.enum.includes(value))) return false;
  const within = { ...reading, depth: depth + 1 };
  if (found.allOf && (depth > 20 || !found.allOf.every((part) => isEvident(part, value, within))))
    return false;
  if (Array.isArray(value)) {
    const fits = value.length >= (found.minItems ?? 0) && value.length <= (found.maxItems ?? Infinity);
    return fits && value.every((item: Json) => isEvident(items, item, within));
  }
  if (typeof value === "string") {
    const fits = (pattern === undefined && !isChecked(format)) || made.get(found) === value;
    return fits && value.length >= (found.minLength ?? 0) && value.length <= (found.maxLength ?? Infinity);
  }
  if (typeof value === "number") {
    const fits = format === undefined || numbers.has(format);
    return fits && value >= (found.minimum ?? -Infinity) && value <= (found.maximum ?? Infinity);
  }
  if (!isObject(value)) return true;
  const members = value as Readonly<Record<string, Json>>; // members of JSON are JSON
  return (
    required.every((name) => Object.hasOwn(members, name)) &&
    Object.entries(members).every(([name, member]) =>
      isEvident(inTable(properties, name) ?? additionalProperties, member, within),
    )
  );
}
