import type { Json } from "../../../lib/index.ts";
import type { SchemaType } from "../../spec.ts";
import { below, type At } from "./document.ts";
import type { Draft, SchemaContext } from "./context.ts";

/** Returns a number, also from a numeric string. */
export const numeric = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};

export const distinct = (values: readonly unknown[]): readonly Json[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value as Json])).values(), // parsed from JSON
];

const typeOf = (value: Json): SchemaType =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : typeof value === "number"
        ? Number.isInteger(value)
          ? "integer"
          : "number"
        : (typeof value as SchemaType); // boolean, string or object are left

/** Whether a value's type is among those of a schema. */
function isOf(value: Json, allowed: ReadonlySet<string>): boolean {
  const type = typeOf(value);
  return allowed.has(type) || (type === "integer" && allowed.has("number"));
}

/** Converts a value to one of these types if it is only spelled differently: "1" is 1; else undefined. */
function mended(value: Json, allowed: ReadonlySet<string>): Json | undefined {
  if (isOf(value, allowed)) return value;
  if (allowed.has("string") && (typeof value === "number" || typeof value === "boolean"))
    return String(value);
  const number = typeof value === "string" ? numeric(value) : undefined;
  if (number !== undefined && isOf(number, allowed)) return number;
  return typeof value === "string" && allowed.has("boolean") && /^(true|false)$/i.test(value)
    ? /^true$/i.test(value)
    : undefined;
}

/**
 * Converts enum values to the schema's type and drops those that can't be; if none can, the type follows the values.
 */
export function fitEnum(draft: Draft, at: At, context: SchemaContext): void {
  if (!draft.enum || draft.type === undefined) return;
  const allowed: ReadonlySet<string> = new Set([draft.type].flat());
  if (draft.enum.every((value) => isOf(value, allowed))) return;
  const values = draft.enum.map((value) => mended(value, allowed)).filter((value) => value !== undefined);
  if (values.length) {
    context.warn(below(at, "enum"), "contains values that its type forbids: corrected or ignored");
    draft.enum = distinct(values);
  } else {
    context.warn(at, "has a type that none of its values fits: the values decide");
    const found = [...new Set(draft.enum.map(typeOf))];
    draft.type = found.length === 1 && found[0] ? found[0] : found;
  }
}

/** Whether a value is within the schema's bounds for single values. */
function isWithin(value: Json, { minimum, maximum, minLength, maxLength }: Draft): boolean {
  const size = typeof value === "string" ? [...value].length : value;
  const [least, most] = typeof value === "string" ? [minLength, maxLength] : [minimum, maximum];
  return typeof size !== "number" || (size >= (least ?? -Infinity) && size <= (most ?? Infinity));
}

/** Repairs or drops a default that its own schema forbids: it would make every request without a value invalid. */
export function fitDefault(draft: Draft, at: At, context: SchemaContext): void {
  const initial = draft.default;
  if (initial === undefined || draft.type === undefined) return;
  const found = mended(initial, new Set([draft.type].flat()));
  const listed = draft.enum?.some((item) => JSON.stringify(item) === JSON.stringify(found)) ?? true;
  if (found !== undefined && listed && isWithin(found, draft)) draft.default = found;
  else delete draft.default;
  if (found === initial && draft.default !== undefined) return;
  // null may also mean that there is no default.
  if (initial !== null)
    context.warn(below(at, "default"), "is not valid for its schema: corrected or ignored");
}
