import { isObject, inTable } from "../lib/index.ts";
import type { JsonSchema } from "../schema/index.ts";

const dates = /^(\d{4})-(\d\d)-(\d\d)$/;

function isDate(text: string): boolean {
  const match = dates.exec(text);
  if (!match) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  "date-time": (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    isDate(text.slice(0, 10)) &&
    !Number.isNaN(Date.parse(text)),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  uuid: (text) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text),
};

const within = (value: number, least: unknown, most: unknown): boolean =>
  !(typeof least === "number" && value < least) && !(typeof most === "number" && value > most);

function matchesText(schema: JsonSchema, value: string): boolean {
  const format = inTable(formats, String(schema["format"]));
  if (format && !format(value)) return false;
  if (!within([...value].length, schema["minLength"], schema["maxLength"])) return false;
  const pattern = schema["pattern"];
  return typeof pattern !== "string" || new RegExp(pattern, "u").test(value);
}

/** Whether a value is valid for a field's schema, in the small dialect that `Field.schema` uses. */
export function matches(schema: JsonSchema, value: unknown): boolean {
  if (schema.enum) return schema.enum.some((member) => member === value);
  switch (schema.type) {
    case "string":
      return typeof value === "string" && matchesText(schema, value);
    case "integer":
      return Number.isInteger(value) && within(Number(value), schema["minimum"], schema["maximum"]);
    case "number":
      return (
        typeof value === "number" &&
        Number.isFinite(value) &&
        within(value, schema["minimum"], schema["maximum"])
      );
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return (
        Array.isArray(value) &&
        within(value.length, schema["minItems"], schema["maxItems"]) &&
        value.every((item) => matches(schema.items ?? {}, item))
      );
    case "object":
      return isObject(value) && matchesMembers(schema, value);
    default:
      return true;
  }
}

const matchesMembers = (schema: JsonSchema, value: { readonly [key: string]: unknown }): boolean =>
  (schema.required ?? []).every((name) => Object.hasOwn(value, name)) &&
  Object.entries(schema.properties ?? {}).every(
    ([name, member]) => !Object.hasOwn(value, name) || matches(member, value[name]),
  );
