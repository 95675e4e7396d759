import { remembered } from "../../lib/index.ts";
import type { Spec, SpecMedia, SpecSchema } from "../spec.ts";

export const refKey = (ref: string): string =>
  ref.slice("#/components/schemas/".length).replaceAll("~1", "/").replaceAll("~0", "~");

/** Annotations, which constrain nothing. */
export const annotations: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/** Keywords that values are not checked against. */
export const unchecked: ReadonlySet<string> = new Set([
  ...annotations,
  "discriminator",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

/** Whether a schema accepts no value. */
export const isNever = (schema: SpecSchema | undefined): boolean =>
  schema?.not !== undefined && Object.keys(schema.not).length === 0;

const isSaid = ([key, value]: readonly [string, unknown]): boolean =>
  annotations.has(key) && value !== undefined;
const isDemand = ([key, value]: readonly [string, unknown]): boolean =>
  !annotations.has(key) && value !== undefined;

/** Cache of resolved schemas with parts, since parts may repeat the same parts. */
const simplified = remembered<Spec["schemas"], WeakMap<SpecSchema, SpecSchema>>(() => new WeakMap());

/** Resolves references, also chains of them, and an allOf in which only one part constrains anything. */
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
  const known = simplified(spec.schemas);
  const before = known.get(found);
  if (before) return before;
  known.set(found, found); // parts that refer back to it resolve to it
  const parts = found.allOf.map((part) => resolve(spec, part, depth + 1));
  const [only, ...others] = parts.filter((part) => Object.entries(part).some(isDemand));
  if (only === undefined || others.length > 0) return found;
  const statedEntries = [...parts, found].flatMap((part) => Object.entries(part).filter(isSaid));
  const simple = { ...only, ...Object.fromEntries(statedEntries) };
  known.set(found, simple);
  return simple;
}

/** An object whose members are known individually. */
export interface Shape {
  readonly properties: Readonly<Record<string, SpecSchema>>;
  readonly required: ReadonlySet<string>;
  /** No other members are allowed. */
  readonly closed: boolean;
}

/** Whether a schema only says which members an object has. */
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

/** Serialises a schema without annotations, for comparison. */
const bare = (schema: SpecSchema): string =>
  JSON.stringify(schema, (key, value: unknown) =>
    annotations.has(key) && typeof value !== "object" ? undefined : value,
  );

/** Combines what two parts say of one member. */
function both(spec: Spec, schema: SpecSchema, other: SpecSchema): SpecSchema {
  if (bare(schema) === bare(other)) return other;
  const [left, right] = [resolve(spec, schema), resolve(spec, other)];
  if (left.type !== "array" || right.type !== "array") return { allOf: [schema, other] };
  return { ...left, ...right, items: both(spec, left.items ?? {}, right.items ?? {}) };
}

/**
 * Returns the members of an object, including those of its allOf; undefined if the schema says anything else.
 * @param sized whether it may bound the number of members, because something else checks that
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
  const closed = isNever(rest);
  if (rest && !closed && Object.keys(rest).length > 0) return undefined;
  // A part without named members doesn't contradict the members of others.
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

/** Whether a body of a media type is one JSON text; those of JSON lines and sequences are several. */
export const isJson = (type: string): boolean =>
  /^((application|text)\/|[^;]+\+)json\s*(;|$)/i.test(type.trim());

/** Returns the form among several media types, whose members are texts in the form of their schemas. */
export const formOf = (content: Readonly<Record<string, SpecMedia>> | undefined): SpecMedia | undefined =>
  Object.entries(content ?? {}).find(([type]) =>
    /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type),
  )?.[1];

/** Returns the JSON media type among several. */
export const jsonOf = (content: Readonly<Record<string, SpecMedia>> | undefined): SpecMedia | undefined =>
  Object.entries(content ?? {}).find(([type]) => isJson(type))?.[1];
