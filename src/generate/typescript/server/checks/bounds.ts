import type { SpecSchema } from "../../../../api/index.ts";
import { isInt64 } from "../../../specification/int64.ts";
import { typesOf } from "../../../specification/model.ts";
import { literal } from "../../client/typescript-literals.ts";
import { fail, type Context, type Place } from "./writer.ts";
import { formats } from "../../../specification/formats.ts";

export type Bounds = { readonly [K in "number" | "string" | "array" | "object"]?: () => void };

const int32 = 2_147_483_648;

/** What the bounds of a schema demand, by the type that they bound. */
export function bound(schema: SpecSchema, place: Place, { writer, patterns }: Context): Bounds {
  const rule = (given: unknown, condition: string, message: string): readonly string[] =>
    given === undefined ? [] : [`if (${condition}) ${fail(place, message)}`];
  const v = place.value;
  const number: string[] = [
    ...rule(schema.minimum, `${v} < ${schema.minimum}`, `must be at least ${schema.minimum}`),
    ...rule(schema.maximum, `${v} > ${schema.maximum}`, `must be at most ${schema.maximum}`),
    ...rule(
      schema.exclusiveMinimum,
      `${v} <= ${schema.exclusiveMinimum}`,
      `must be more than ${schema.exclusiveMinimum}`,
    ),
    ...rule(
      schema.exclusiveMaximum,
      `${v} >= ${schema.exclusiveMaximum}`,
      `must be less than ${schema.exclusiveMaximum}`,
    ),
    ...rule(
      schema.multipleOf,
      `!isMultiple(${isInt64(schema) ? `Number(${v})` : v}, ${schema.multipleOf})`,
      `must be a multiple of ${schema.multipleOf}`,
    ),
  ];
  if (schema.format === "int32" && schema.type === "integer")
    number.push(`if (${v} < ${-int32} || ${v} >= ${int32}) ${fail(place, "must fit 32 bits")}`);
  const format =
    schema.format !== undefined && Object.hasOwn(formats, schema.format) ? schema.format : undefined;
  // A character is one unit of UTF-16 or two: most texts need no counting.
  const { minLength: least = 0 } = schema;
  const length = `textLength(${v})`;
  const types = typesOf(schema);
  const isText = types.length === 0 || types.includes("string");
  const string = [
    ...rule(
      least || undefined,
      least === 1 ? `${v}.length < 1` : `${v}.length < ${2 * least} && ${length} < ${least}`,
      `must have at least ${schema.minLength} characters`,
    ),
    ...rule(
      schema.maxLength,
      `${v}.length > ${schema.maxLength} && ${length} > ${schema.maxLength}`,
      `must have at most ${schema.maxLength} characters`,
    ),
    ...(schema.pattern === undefined || !isText
      ? []
      : rule(true, `!${patterns.nameOf(schema.pattern)}.test(${v})`, `must match ${schema.pattern}`)),
    ...rule(format, `!isFormat(${v}, ${literal(format ?? "")})`, `must be ${formats[format ?? ""] ?? ""}`),
  ];
  const array = [
    ...rule(
      schema.minItems || undefined,
      `${v}.length < ${schema.minItems}`,
      `must have at least ${schema.minItems} items`,
    ),
    ...rule(
      schema.maxItems,
      `${v}.length > ${schema.maxItems}`,
      `must have at most ${schema.maxItems} items`,
    ),
    ...rule(schema.uniqueItems, `!isUnique(${v})`, "must have no item twice"),
  ];
  const object = [
    ...rule(
      schema.minProperties || undefined,
      `Object.keys(${v}).length < ${schema.minProperties}`,
      `must have at least ${schema.minProperties} properties`,
    ),
    ...rule(
      schema.maxProperties,
      `Object.keys(${v}).length > ${schema.maxProperties}`,
      `must have at most ${schema.maxProperties} properties`,
    ),
  ];
  const emit = (lines: readonly string[]): (() => void) | undefined =>
    lines.length ? () => lines.forEach((line) => writer.line(line)) : undefined;
  const all = { number: emit(number), string: emit(string), array: emit(array), object: emit(object) };
  return Object.fromEntries(Object.entries(all).filter(([, body]) => body !== undefined));
}
