import type { Spec, SpecMedia, SpecSchema } from "../spec.ts";

export const refKey = (ref: string): string =>
  ref.slice("#/components/schemas/".length).replaceAll("~1", "/").replaceAll("~0", "~");

/** Words about a schema, which demand nothing. */
export const annotations: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/** Keywords that no value is checked against. */
export const unchecked: ReadonlySet<string> = new Set([
  ...annotations,
  "discriminator",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

const isSaid = ([key, value]: readonly [string, unknown]): boolean =>
  annotations.has(key) && value !== undefined;
const isDemand = ([key, value]: readonly [string, unknown]): boolean =>
  !annotations.has(key) && value !== undefined;

/** What schemas with parts were found to be: parts may hold the same parts over and over. */
const simplified = new WeakMap<Spec["schemas"], WeakMap<SpecSchema, SpecSchema>>();

/** What is behind a reference, and behind references to references; of parts of which one alone demands something, that. */
export function resolve(spec: Spec, schema: SpecSchema, depth = 0): SpecSchema {
  let found = schema;
  for (let hop = 0; found.$ref !== undefined && hop < 32; hop++)
    found = spec.schemas[refKey(found.$ref)] ?? {};
  if (
    !found.allOf ||
    depth > 64 ||
    Object.entries(found).some((item) => item[0] !== "allOf" && isDemand(item))
  )
    return found;
  const known = simplified.get(spec.schemas) ?? new WeakMap<SpecSchema, SpecSchema>();
  simplified.set(spec.schemas, known);
  const before = known.get(found);
  if (before) return before;
  known.set(found, found); // parts that lead back to it are what it is
  const parts = found.allOf.map((part) => resolve(spec, part, depth + 1));
  const [only, ...others] = parts.filter((part) => Object.entries(part).some(isDemand));
  if (only === undefined || others.length > 0) return found;
  const said = [...parts, found].flatMap((part) => Object.entries(part).filter(isSaid));
  const simple = { ...only, ...Object.fromEntries(said) };
  known.set(found, simple);
  return simple;
}

/** An object whose members are known one by one. */
export interface Shape {
  readonly properties: Readonly<Record<string, SpecSchema>>;
  readonly required: ReadonlySet<string>;
  /** Nothing but these members. */
  readonly closed: boolean;
}

/** Whether a schema says no more than which members an object has. */
const plain = (schema: SpecSchema): boolean =>
  (schema.type === undefined || schema.type === "object") &&
  ![
    schema.oneOf,
    schema.anyOf,
    schema.not,
    schema.enum,
    schema.const,
    schema.patternProperties,
    schema.propertyNames,
  ].some((part) => part !== undefined);

const isSized = ({ minProperties, maxProperties }: SpecSchema): boolean =>
  minProperties !== undefined || maxProperties !== undefined;

/** A schema without words about it, as text to compare. */
const bare = (schema: SpecSchema): string =>
  JSON.stringify(schema, (key, value: unknown) =>
    annotations.has(key) && typeof value !== "object" ? undefined : value,
  );

/** What two parts say of one member together. */
function both(spec: Spec, schema: SpecSchema, other: SpecSchema): SpecSchema {
  if (bare(schema) === bare(other)) return other;
  const [left, right] = [resolve(spec, schema), resolve(spec, other)];
  if (left.type !== "array" || right.type !== "array") return { allOf: [schema, other] };
  return { ...left, ...right, items: both(spec, left.items ?? {}, right.items ?? {}) };
}

/**
 * The members of an object, those of its allOf among them; undefined where a schema says more, or other things.
 * @param sized whether it may say how many members there are, since something else checks that
 */
export function shapeOf(
  spec: Spec,
  schema: SpecSchema | undefined,
  { sized = false, depth = 0 }: { readonly sized?: boolean; readonly depth?: number } = {},
): Shape | undefined {
  if (!schema || depth > 16) return undefined;
  const found = resolve(spec, schema);
  if (!plain(found) || (!sized && isSized(found))) return undefined;
  const parts = (found.allOf ?? []).map((part) => shapeOf(spec, part, { sized, depth: depth + 1 }));
  const rest = found.additionalProperties;
  const closed = rest?.not !== undefined && Object.keys(rest.not).length === 0;
  if (rest && !closed && Object.keys(rest).length > 0) return undefined;
  // A part that names no members says nothing against those of the others.
  if (parts.length === 0 && found.properties === undefined && (depth === 0 || found.type !== "object"))
    return undefined;
  const properties: Record<string, SpecSchema> = {};
  const required = new Set<string>();
  for (const part of [...parts, { properties: found.properties ?? {}, required: new Set(found.required) }]) {
    if (!part) return undefined;
    for (const [name, member] of Object.entries(part.properties)) {
      if (name === "__proto__") return undefined;
      properties[name] = Object.hasOwn(properties, name)
        ? both(spec, properties[name] ?? {}, member)
        : member;
    }
    for (const name of part.required) required.add(name);
  }
  return { properties, required, closed: closed || parts.some((part) => part?.closed) };
}

const isJson = (type: string): boolean => /^application\/([^;]+\+)?json\s*(;|$)/i.test(type);

/** The form among several media types, whose members are texts as their schemas have them. */
export const formOf = (content: Readonly<Record<string, SpecMedia>> | undefined): SpecMedia | undefined =>
  Object.entries(content ?? {}).find(([type]) =>
    /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type),
  )?.[1];

/** The JSON among several media types. */
export const jsonOf = (content: Readonly<Record<string, SpecMedia>> | undefined): SpecMedia | undefined =>
  Object.entries(content ?? {}).find(([type]) => isJson(type))?.[1];
