import type { Json } from "../../../lib/index.ts";
import type { SchemaType } from "../../spec.ts";
import { below, type At } from "./document.ts";
import type { Draft, SchemaContext } from "./context.ts";

/** A number, also one that is written as text. */
export const numeric = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};

/** Each value once. */
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

/** Whether a type is among those of a schema. */
function isOf(value: Json, allowed: ReadonlySet<string>): boolean {
  const type = typeOf(value);
  return allowed.has(type) || (type === "integer" && allowed.has("number"));
}

/** A value as one of these types, as far as another spelling of it is: "1" is 1; undefined where none is. */
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

/** Values that their own type forbids: numbers written as text are mended, else the type follows the values. */
export function fitEnum(draft: Draft, at: At, context: SchemaContext): void {
  if (!draft.enum || draft.type === undefined) return;
  const allowed: ReadonlySet<string> = new Set([draft.type].flat());
  if (draft.enum.every((value) => isOf(value, allowed))) return;
  const values = draft.enum.map((value) => mended(value, allowed)).filter((value) => value !== undefined);
  if (values.length) {
    context.warn(below(at, "enum"), "holds values that its type forbids: mended or left out");
    draft.enum = distinct(values);
  } else {
    context.warn(at, "has a type that none of its values fits: the values decide");
    const found = [...new Set(draft.enum.map(typeOf))];
    draft.type = found.length === 1 && found[0] ? found[0] : found;
  }
}

/** What is within the bounds that a schema has for single values. */
function isWithin(value: Json, { minimum, maximum, minLength, maxLength }: Draft): boolean {
  const size = typeof value === "string" ? [...value].length : value;
  const [least, most] = typeof value === "string" ? [minLength, maxLength] : [minimum, maximum];
  return typeof size !== "number" || (size >= (least ?? -Infinity) && size <= (most ?? Infinity));
}

/** A default that its own schema forbids would make each request wrong that leaves it out: it is mended, or left out. */
export function fitDefault(draft: Draft, at: At, context: SchemaContext): void {
  const given = draft.default;
  if (given === undefined || draft.type === undefined) return;
  const found = mended(given, new Set([draft.type].flat()));
  const listed = draft.enum?.some((item) => JSON.stringify(item) === JSON.stringify(found)) ?? true;
  if (found !== undefined && listed && isWithin(found, draft)) draft.default = found;
  else delete draft.default;
  if (found === given && draft.default !== undefined) return;
  // That there is no default is also written as null.
  if (given !== null)
    context.warn(below(at, "default"), "is no value that its schema takes: mended or left out");
}
