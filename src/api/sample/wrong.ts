import type { Json } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { Field } from "../definition.ts";
import { fieldType, isNullable } from "../fields.ts";
import { problemMessages } from "../problems.ts";
import { sampleValue } from "./value.ts";
import { inTable } from "../../lib/index.ts";

/** A value that breaks one rule of a field, the expected error, and its name in tests. */
export interface WrongValue {
  readonly what: string;
  readonly value: Json;
  /** Path below the field: `0` for the first item of a list. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const wrong = (schema: JsonSchema, keyword: string, what: string, value: Json): WrongValue => ({
  what,
  value,
  path: [],
  message: problemMessages[keyword]?.(schema) ?? "",
});

const otherType: Readonly<Record<string, Json>> = {
  string: 7,
  integer: "seven",
  number: "seven",
  boolean: "yes",
  array: "none",
  object: "none",
};

const badFormats: Readonly<Record<string, string>> = {
  email: "not an address",
  uri: "not a url",
  uuid: "not-a-uuid",
  date: "2026-02-30",
  "date-time": "yesterday",
};

function wrongText(schema: JsonSchema, good: string): readonly WrongValue[] {
  const found: WrongValue[] = [];
  const [least, most, format, pattern] = [
    schema["minLength"],
    schema["maxLength"],
    schema["format"],
    schema["pattern"],
  ];
  if (format === "decimal") return [wrong(schema, "pattern", "a text that is not a number", "a lot")];
  if (typeof least === "number" && least > 0)
    found.push(
      wrong(schema, "minLength", `a text of ${least - 1} characters`, good.repeat(least).slice(0, least - 1)),
    );
  if (typeof most === "number" && most <= 10_000)
    found.push(wrong(schema, "maxLength", `a text of ${most + 1} characters`, "x".repeat(most + 1)));
  const badFormat = typeof format === "string" ? inTable(badFormats, format) : undefined;
  if (badFormat !== undefined)
    found.push(wrong(schema, "format", `a text that is not a valid ${String(format)}`, badFormat));
  if (typeof pattern === "string") {
    const bad = [`${good}\n`, "?!", "-", "a b"].find(
      (text) => !new RegExp(pattern, "u").test(text) && text.length <= Number(most ?? Infinity),
    );
    if (bad !== undefined) found.push(wrong(schema, "pattern", "a text that breaks its pattern", bad));
  }
  return found;
}

function wrongNumber(schema: JsonSchema): readonly WrongValue[] {
  const [least, most] = [schema["minimum"], schema["maximum"]];
  return [
    ...(schema.type === "integer" ? [wrong(schema, "type", "a fraction", 1.5)] : []),
    ...(typeof least === "number" ? [wrong(schema, "minimum", `less than ${least}`, least - 1)] : []),
    ...(typeof most === "number" ? [wrong(schema, "maximum", `more than ${most}`, most + 1)] : []),
  ];
}

function wrongList(schema: JsonSchema, good: Json): readonly WrongValue[] {
  const items = schema.items ?? {};
  const [least, most] = [schema["minItems"], schema["maxItems"]];
  const list = Array.isArray(good) ? good : [];
  const other = inTable(otherType, items.type ?? "");
  const inside = items.enum
    ? wrong(items, "enum", "an item that is not listed", ["no such value"])
    : other !== undefined && wrong(items, "type", "an item of another type", [other]);
  return [
    ...(inside ? [{ ...inside, path: [0] }] : []),
    ...(typeof least === "number" && least > 0
      ? [wrong(schema, "minItems", `${least - 1} items`, list.slice(0, least - 1))]
      : []),
    ...(typeof most === "number" && most <= 200 && list.length > 0
      ? [
          wrong(
            schema,
            "maxItems",
            `${most + 1} items`,
            Array.from({ length: most + 1 }, () => list[0] ?? null),
          ),
        ]
      : []),
  ];
}

/** Returns, for each rule of a field's schema, a value that breaks it. */
export function wrongValues(field: Field): readonly WrongValue[] {
  const { schema } = field;
  const other = inTable(otherType, schema.type ?? "");
  const found = [
    ...(other === undefined || schema.enum ? [] : [wrong(schema, "type", "a value of another type", other)]),
    ...(isNullable(field) || schema.type === undefined || schema.enum
      ? []
      : [wrong(schema, "type", "null", null)]),
    ...(schema.enum ? [wrong(schema, "enum", "a value that is not listed", "no such value")] : []),
  ];
  const good = sampleValue(field, 1);
  switch (fieldType(schema)) {
    case "integer":
    case "number":
      return [...found, ...wrongNumber(schema)];
    case "array":
      return [...found, ...wrongList(schema, good)];
    case "enum":
    case "boolean":
    case "json":
      return found;
    default:
      return [...found, ...wrongText(schema, String(good))];
  }
}
