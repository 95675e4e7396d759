import { inTable, isObject } from "../lib/index.ts";

type Kind =
  | "schema"
  | "schemas"
  | "map"
  | "strings"
  | "number"
  | "count"
  | "string"
  | "boolean"
  | "type"
  | "list"
  | "any";
const kinds: Readonly<Record<string, Kind>> = {
  type: "type",
  properties: "map",
  patternProperties: "map",
  $defs: "map",
  definitions: "map",
  dependentSchemas: "map",
  additionalProperties: "schema",
  unevaluatedProperties: "schema",
  unevaluatedItems: "schema",
  propertyNames: "schema",
  items: "schema",
  contains: "schema",
  not: "schema",
  if: "schema",
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: "schema",
  else: "schema",
  prefixItems: "schemas",
  allOf: "schemas",
  anyOf: "schemas",
  oneOf: "schemas",
  required: "strings",
  enum: "list",
  examples: "list",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
  minLength: "count",
  maxLength: "count",
  minItems: "count",
  maxItems: "count",
  minProperties: "count",
  maxProperties: "count",
  minContains: "count",
  maxContains: "count",
  uniqueItems: "boolean",
  readOnly: "boolean",
  writeOnly: "boolean",
  deprecated: "boolean",
  pattern: "string",
  format: "string",
  title: "string",
  description: "string",
  $comment: "string",
  $ref: "string",
  $id: "string",
  $schema: "string",
  $anchor: "string",
};
const types: ReadonlySet<unknown> = new Set([
  "null",
  "boolean",
  "object",
  "array",
  "number",
  "string",
  "integer",
]);

/**
 * The path of the first keyword that is invalid in draft 2020-12 (`properties.x`), if any; empty if the value is no
 * schema. The body's limit bounds the depth.
 */
export function schemaProblem(schema: unknown): string | undefined {
  if (typeof schema === "boolean") return undefined;
  if (!isObject(schema)) return "";
  for (const key in schema) {
    const kind = inTable(kinds, key);
    const wrong = kind && kindProblem(kind, schema[key]);
    if (wrong !== undefined) return wrong === "" ? key : `${key}.${wrong}`;
  }
  return undefined;
}

const unless = (right: boolean): string | undefined => (right ? undefined : "");

function kindProblem(kind: Kind, value: unknown): string | undefined {
  switch (kind) {
    case "schema":
      return schemaProblem(value);
    case "schemas":
      return Array.isArray(value) && value.length > 0 ? first(value.entries()) : "";
    case "map":
      return isObject(value) ? first(Object.entries(value)) : "";
    case "strings":
      return unless(
        Array.isArray(value) &&
          value.every((item) => typeof item === "string") &&
          new Set(value).size === value.length,
      );
    case "type":
      return unless(
        types.has(value) || (Array.isArray(value) && value.length > 0 && value.every((t) => types.has(t))),
      );
    case "count":
      return unless(typeof value === "number" && Number.isInteger(value) && value >= 0);
    case "list":
      return unless(Array.isArray(value));
    case "any":
      return undefined;
    default:
      return unless(typeof value === kind);
  }
}

function first(entries: Iterable<readonly [string | number, unknown]>): string | undefined {
  for (const [key, inner] of entries) {
    const wrong = schemaProblem(inner);
    if (wrong !== undefined) return wrong === "" ? String(key) : `${key}.${wrong}`;
  }
  return undefined;
}
