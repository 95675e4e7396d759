import type { Json, JsonObject } from "../../lib/index.ts";
import type { SpecSchema } from "../spec.ts";

/** Called with what OpenAPI 3.0 can't express. */
export type Lose = (what: string) => void;

const same = [
  "format",
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "minimum",
  "maximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "required",
] as const;

/** Only null, in 3.0's terms. */
const onlyNull: JsonObject = { type: "string", nullable: true, enum: [null] };

const isNever = (schema: SpecSchema): boolean =>
  schema.not !== undefined && Object.keys(schema.not).length === 0 && Object.keys(schema).length === 1;
const isAny = (schema: SpecSchema): boolean => Object.keys(schema).length === 0;
const isNull = (schema: SpecSchema): boolean => schema.type === "null";

const all = (schemas: readonly SpecSchema[], lose: Lose): Json[] =>
  schemas.map((schema) => schema30(schema, lose));

/**
 * Converts a schema to the dialect of OpenAPI 3.0. What it can't express goes to `lose`; the result is more
 * permissive, never stricter.
 */
export function schema30(schema: SpecSchema, lose: Lose): JsonObject {
  if (schema.$ref !== undefined) return reference(schema);
  const out: Record<string, Json> = {};
  for (const key of same) {
    const value = schema[key];
    if (value !== undefined) out[key] = value as Json; // each of them is JSON
  }
  if (schema.examples?.[0] !== undefined) out["example"] = schema.examples[0];
  bounds(schema, out);
  members(schema, out, lose);
  combine(schema, out, lose);
  typed(schema, out);
  if (schema.contentEncoding?.startsWith("base64") && out["format"] === undefined) out["format"] = "byte";
  for (const key of ["patternProperties", "propertyNames", "contains"] as const)
    if (schema[key] !== undefined) lose(key);
  return out;
}

/** In 3.0, keywords beside a reference are ignored, so annotations need a schema around it. */
function reference({ $ref = "", ...words }: SpecSchema): JsonObject {
  const beside = Object.fromEntries(
    Object.entries(words).filter(([key]) =>
      ["description", "title", "deprecated", "readOnly", "writeOnly", "default"].includes(key),
    ),
  ) as JsonObject;
  return Object.keys(beside).length ? { allOf: [{ $ref }], ...beside } : { $ref };
}

function bounds(schema: SpecSchema, out: Record<string, Json>): void {
  for (const [exclusive, plain] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const limit = schema[exclusive];
    const other = schema[plain];
    if (limit === undefined) continue;
    const weaker = other !== undefined && (plain === "minimum" ? other > limit : other < limit);
    if (weaker) continue;
    out[plain] = limit;
    out[exclusive] = true;
  }
}

function members(schema: SpecSchema, out: Record<string, Json>, lose: Lose): void {
  if (schema.properties)
    out["properties"] = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, schema30(property, lose)]),
    );
  const rest = schema.additionalProperties;
  if (rest) {
    if (schema.patternProperties && isNever(rest)) lose("additionalProperties beside patternProperties");
    else out["additionalProperties"] = isNever(rest) ? false : isAny(rest) ? true : schema30(rest, lose);
  }
  if (schema.prefixItems) {
    lose("prefixItems");
    out["items"] = {};
    if (schema.items && isNever(schema.items)) out["maxItems"] = schema.prefixItems.length;
  } else if (schema.items) out["items"] = schema30(schema.items, lose);
}

function combine(schema: SpecSchema, out: Record<string, Json>, lose: Lose): void {
  if (schema.not) out["not"] = schema30(schema.not, lose);
  if (schema.allOf) out["allOf"] = all(schema.allOf, lose);
  for (const key of ["anyOf", "oneOf"] as const) {
    const group = schema[key];
    if (group) out[key] = group.map((schema) => (isNull(schema) ? onlyNull : schema30(schema, lose)));
  }
  if (schema.discriminator) out["discriminator"] = { ...schema.discriminator };
  if (schema.enum) out["enum"] = [...schema.enum];
  if (schema.const !== undefined) out["enum"] = [schema.const];
}

function typed(schema: SpecSchema, out: Record<string, Json>): void {
  if (schema.type === undefined) return;
  const types = [schema.type].flat();
  const kinds = types.filter((type) => type !== "null");
  const [only] = kinds;
  if (only === undefined) Object.assign(out, onlyNull);
  else if (kinds.length === 1) {
    out["type"] = only;
    if (only === "array" && out["items"] === undefined) out["items"] = {};
    if (types.includes("null")) out["nullable"] = true;
  } else {
    const choices = types.map((type) =>
      type === "null" ? onlyNull : type === "array" ? { type, items: out["items"] ?? {} } : { type },
    );
    delete out["items"];
    if (out["anyOf"] === undefined) out["anyOf"] = choices;
    else out["allOf"] = [...((out["allOf"] as Json[] | undefined) ?? []), { anyOf: choices }]; // set above
  }
}
