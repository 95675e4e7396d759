import { unchecked, type Spec, type SpecSchema } from "../../../api/index.ts";
import { resolved, typesOf } from "../../specification/model.ts";
import { formats } from "../../specification/formats.ts";
import { literal } from "../client/python-identifiers.ts";
import { mostMatched } from "../../patterns.ts";
import { patternOf } from "../pattern.ts";

export type Kind = "null" | "boolean" | "string" | "integer" | "number" | "array" | "object";

export const isNever = (schema: SpecSchema): boolean =>
  schema.not !== undefined && Object.keys(schema.not).length === 0;

/** Whether a schema constrains anything. */
export const hasChecks = (schema: SpecSchema): boolean =>
  Object.keys(schema).some((key) => !unchecked.has(key));

const keywordsOf: Readonly<Partial<Record<Kind, readonly (keyof SpecSchema)[]>>> = {
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"],
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
  ],
};

/** Returns the types that the schema has keywords for. */
export const kindsOf = (schema: SpecSchema): readonly Kind[] =>
  (Object.keys(keywordsOf) as Kind[]).filter((kind) =>
    // its own keys
    keywordsOf[kind]?.some((key) => schema[key] !== undefined),
  );

const readable = (pattern: string, maxLength: number | undefined): readonly number[] => {
  const most = mostMatched(pattern, maxLength);
  return most === Infinity ? [] : [most];
};

const call = (name: string, value: unknown, ...more: readonly (string | number)[]): readonly string[] =>
  value === undefined ? [] : [`${name}(${[literal(value), ...more.map(literal)].join(", ")})`];

/** Returns the rules for values of one type, as calls of the rules module. */
export function refinements(schema: SpecSchema, kind: Kind): readonly string[] {
  switch (kind) {
    case "string": {
      const { pattern, format = "" } = schema;
      return [
        ...call("shortest", schema.minLength || undefined, "characters"),
        ...call("longest", schema.maxLength, "characters"),
        ...(pattern === undefined
          ? []
          : call("matches", patternOf(pattern, true).text, pattern, ...readable(pattern, schema.maxLength))),
        ...(Object.hasOwn(formats, format) ? call("formatted", format, formats[format] ?? "") : []),
      ];
    }
    case "integer":
    case "number":
      return [
        ...call("at_least", schema.minimum),
        ...call("at_most", schema.maximum),
        ...call("more_than", schema.exclusiveMinimum),
        ...call("less_than", schema.exclusiveMaximum),
        ...call("multiple_of", schema.multipleOf),
        ...(kind === "integer" && schema.format === "int32" ? ["fits_32_bits()"] : []),
      ];
    case "array":
      return [
        ...call("shortest", schema.minItems || undefined, "items"),
        ...call("longest", schema.maxItems, "items"),
        ...(schema.uniqueItems ? ["unique()"] : []),
      ];
    case "object":
      return [
        ...call("shortest", schema.minProperties || undefined, "properties"),
        ...call("longest", schema.maxProperties, "properties"),
      ];
    default:
      return [];
  }
}

interface Merged {
  /** All schemas that constrain a member. */
  readonly properties: ReadonlyMap<string, readonly SpecSchema[]>;
  readonly required: ReadonlySet<string>;
  readonly closed: boolean;
  /** Only objects are accepted. */
  readonly typed: boolean;
}

const plainParts: ReadonlySet<string> = new Set([
  ...unchecked,
  "type",
  "properties",
  "required",
  "allOf",
  "$ref",
]);

/**
 * Returns the members of an object, including those of its allOf; undefined if it has none, or if its parts say more.
 */
export function mergedMembers(
  spec: Spec,
  schema: SpecSchema,
  seen = new Set<SpecSchema>(),
): Merged | undefined {
  const found = resolved(spec, schema) ?? {};
  const isPart = seen.size > 0;
  // A part that was already visited adds nothing.
  if (seen.has(found)) return { properties: new Map(), required: new Set(), closed: false, typed: false };
  seen.add(found);
  if (typesOf(found).length > 0 && !typesOf(found).includes("object")) return undefined;
  if (isPart && (Object.keys(found).some((key) => !plainParts.has(key)) || typesOf(found).length > 1))
    return undefined;
  const properties = new Map<string, readonly SpecSchema[]>();
  const required = new Set(found.required);
  const parts = (found.allOf ?? []).map((part) => mergedMembers(spec, part, seen));
  for (const part of parts) {
    if (!part) return undefined;
    for (const [name, schemas] of part.properties)
      properties.set(name, [...(properties.get(name) ?? []), ...schemas]);
    for (const name of part.required) required.add(name);
  }
  for (const [name, property] of Object.entries(found.properties ?? {}))
    properties.set(name, [...(properties.get(name) ?? []), property]);
  for (const name of required) if (!properties.has(name)) properties.set(name, [{}]);
  const rest = found.additionalProperties;
  // A closed object allows only its own members, not those of its parts.
  if (rest && isNever(rest) && parts.length) return undefined;
  return properties.size || isPart
    ? {
        properties,
        required,
        closed: rest !== undefined && isNever(rest),
        typed: typesOf(found).length > 0 || parts.some((part) => part?.typed),
      }
    : undefined;
}
