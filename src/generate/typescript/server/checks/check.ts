import type { SpecSchema } from "../../../../api/index.ts";
import { isInt64 } from "../../../specification/int64.ts";
import { nameOf, refKey, typesOf } from "../../../specification/model.ts";
import { array } from "./array.ts";
import { bound } from "./bounds.ts";
import { combined, values } from "./combined.ts";
import { object } from "./object.ts";
import { article, fail, either, type Context, type Place, type Writer } from "./writer.ts";

const tests: Readonly<Record<string, (value: string) => string>> = {
  null: (value) => `${value} === null`,
  string: (value) => `typeof ${value} === "string"`,
  boolean: (value) => `typeof ${value} === "boolean"`,
  number: (value) => `typeof ${value} === "number"`,
  integer: (value) => `isInteger(${value})`,
  int64: (value) => `isInt64(${value})`,
  array: (value) => `isArray(${value})`,
  object: (value) => `isObject(${value})`,
};

const none: Readonly<Record<string, (value: string) => string>> = {
  null: (value) => `${value} !== null`,
  string: (value) => `typeof ${value} !== "string"`,
  boolean: (value) => `typeof ${value} !== "boolean"`,
  number: (value) => `typeof ${value} !== "number"`,
  integer: (value) => `!isInteger(${value})`,
  int64: (value) => `!isInt64(${value})`,
  array: (value) => `!isArray(${value})`,
  object: (value) => `!isObject(${value})`,
};

/** Types of a schema; an integer of 64 bits is a type of its own, which a bigint may be of. */
const checkedTypes = (schema: SpecSchema): readonly string[] =>
  typesOf(schema).map((type) => (type === "integer" && isInt64(schema) ? "int64" : type));

const shown = (type: string): string => (type === "int64" ? "integer" : type);

/**
 * The one test of a schema that demands nothing but a type, and what is said where it fails; undefined for any other.
 * Most properties are like that: their checks are kept short.
 */
export function plainly(
  schema: SpecSchema,
  place: Place,
  context: Context,
): { readonly unless: string; readonly message: string } | undefined {
  const [type, ...more] = checkedTypes(schema);
  const values = schema.enum ?? schema.const ?? schema.allOf ?? schema.anyOf ?? schema.oneOf ?? schema.not;
  if (type === undefined || more.length || values !== undefined || schema.$ref !== undefined)
    return undefined;
  if (context.binary && schema.format === "binary") return undefined;
  if (typed(schema, place, context, [type]).size) return undefined;
  const unless = none[type]?.(place.value);
  return unless === undefined ? undefined : { unless, message: `must be ${article(shown(type))}` };
}

/** Writes what a schema demands of the value at a place. */
export const check = (schema: SpecSchema, place: Place, context: Context): void => {
  const { writer } = context;
  if (schema.$ref !== undefined) {
    const name = nameOf(context.model, refKey(schema.$ref), context.direction);
    if (name !== undefined)
      writer.line(`${context.prefix}check${name}(${place.value}, ${place.path}, ${place.out});`);
    return;
  }
  if (schema.not && Object.keys(schema.not).length === 0)
    return writer.line(fail(place, "must not be there"));
  if (context.binary && schema.type === "string" && schema.format === "binary")
    return writer.line(`if (!isBlob(${place.value})) ${fail(place, "must be a file")}`);
  const types = checkedTypes(schema);
  const bodies = typed(schema, place, context, types);
  if (types.length) chain(types, bodies, place, writer);
  else
    for (const [type, body] of bodies) writer.block(`if (${tests[type]?.(place.value) ?? "true"}) {`, body);
  values(schema, place, writer);
  combined(schema, place, context);
};

/** A branch for each type that demands more; what is of no type at all fails. */
function chain(
  types: readonly string[],
  bodies: ReadonlyMap<string, () => void>,
  place: Place,
  writer: Writer,
): void {
  const wrong = fail(place, `must be ${either(types.map(shown).map(article))}`);
  const test = (type: string): string => tests[type]?.(place.value) ?? "true";
  const plain = types.filter((type) => !bodies.has(type)).map(test);
  const only = types.find((type) => !bodies.has(type));
  const not = plain.length === 1 && only !== undefined ? none[only]?.(place.value) : undefined;
  const last = plain.length ? `if (${not ?? `!(${plain.join(" || ")})`}) ${wrong}` : wrong;
  const deep = types.flatMap((type) => {
    const body = bodies.get(type);
    return body ? [[`if (${test(type)}) {`, body] as const] : [];
  });
  if (deep.length) writer.branches(deep, `} else ${last}`);
  else writer.line(last);
}

/** What a value of each type must satisfy besides being of that type. */
function typed(
  schema: SpecSchema,
  place: Place,
  context: Context,
  types: readonly string[],
): ReadonlyMap<string, () => void> {
  const found = new Map<string, () => void>();
  const wanted = (type: string): boolean => types.length === 0 || types.includes(type);
  const bounds = bound(schema, place, context);
  const whole = types.find((type) => type === "integer" || type === "int64");
  if (bounds.number && whole !== undefined) found.set(whole, bounds.number);
  else if (bounds.number && wanted("number")) found.set("number", bounds.number);
  if (bounds.string && wanted("string")) found.set("string", bounds.string);
  const listed = bounds.array ?? schema.items ?? schema.prefixItems ?? schema.contains;
  if (listed && wanted("array")) found.set("array", () => array(schema, place, context, bounds.array));
  const shaped =
    schema.properties ??
    schema.required ??
    schema.additionalProperties ??
    bounds.object ??
    schema.patternProperties ??
    schema.propertyNames;
  if (shaped && wanted("object")) found.set("object", () => object(schema, place, context, bounds.object));
  return found;
}
