import type { Spec, SpecSchema } from "../../../api/index.ts";
import { refKey, typesOf } from "./model.ts";

export const refTo = (key: string): string =>
  `#/components/schemas/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;

const parents = (schema: SpecSchema | undefined): readonly string[] =>
  (schema?.allOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [refKey($ref)]));

/** Keys of what extends a schema through allOf, at any distance, by the key of that schema. */
function descendants(spec: Spec): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const [key, schema] of Object.entries(spec.schemas))
    for (const parent of parents(schema)) {
      const known = children.get(parent);
      if (known) known.push(key);
      else children.set(parent, [key]);
    }
  const found = new Map<string, readonly string[]>();
  for (const [key, schema] of Object.entries(spec.schemas)) {
    if (!schema.discriminator || !children.has(key)) continue;
    const all = new Set(children.get(key));
    for (const one of all) for (const next of children.get(one) ?? []) all.add(next);
    all.delete(key);
    found.set(key, [...all]);
  }
  return found;
}

/** A property of a schema, its own or one that it takes over through references and allOf. */
function property(
  spec: Spec,
  schema: SpecSchema | undefined,
  name: string,
  depth = 0,
): SpecSchema | undefined {
  if (!schema || depth > 16) return undefined;
  if (schema.$ref !== undefined) return property(spec, spec.schemas[refKey(schema.$ref)], name, depth + 1);
  if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  for (const part of schema.allOf ?? []) {
    const found = property(spec, part, name, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** What the schema of a key says of a property. */
export const propertyOf = (spec: Spec, key: string, name: string): SpecSchema | undefined =>
  resolved(spec, property(spec, spec.schemas[key], name));

function resolved(spec: Spec, schema: SpecSchema | undefined): SpecSchema | undefined {
  let found = schema;
  for (let hop = 0; found?.$ref !== undefined && hop < 16; hop++) found = spec.schemas[refKey(found.$ref)];
  return found;
}

/** One alternative of a discriminated union: what it refers to and the values that choose it. */
export interface Case {
  readonly key: string;
  readonly values: readonly string[];
}

/** The alternatives of a union whose discriminator surely tells them apart; undefined for any other schema. */
export function casesOf(spec: Spec, schema: SpecSchema): readonly Case[] | undefined {
  const parts = schema.oneOf ?? schema.anyOf;
  const { propertyName, mapping = {} } = schema.discriminator ?? {};
  if (propertyName === undefined || !parts || (schema.oneOf && schema.anyOf)) return undefined;
  const taken = new Set<string>();
  const cases: Case[] = [];
  for (const { $ref } of parts) {
    if ($ref === undefined) return undefined;
    const key = refKey($ref);
    const held = propertyOf(spec, key, propertyName);
    if (!held || typesOf(held).some((type) => type !== "string") || held.allOf || held.oneOf || held.anyOf)
      return undefined;
    const pinned = held.const === undefined ? held.enum : [held.const];
    const mapped = Object.keys(mapping).filter((value) => mapping[value] === $ref);
    const values = mapped.length ? mapped : pinned?.length === 1 ? pinned.map(String) : [key];
    if (values.some((value) => taken.has(value) || (pinned && !pinned.includes(value)))) return undefined;
    for (const value of values) taken.add(value);
    cases.push({ key, values });
  }
  return cases;
}

/** What a schema that others extend stands for: any of those, and itself where a value says so or none is said. */
function unionOf(key: string, schema: SpecSchema, extended: readonly string[]): SpecSchema {
  const { discriminator, description, title } = schema;
  const mapping = Object.values(discriminator?.mapping ?? {});
  const own = mapping.length === 0 || mapping.includes(refTo(key)) ? [key] : [];
  const parts =
    schema.oneOf ?? schema.anyOf ?? [...own, ...extended].map((one): SpecSchema => ({ $ref: refTo(one) }));
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    oneOf: parts,
    ...(discriminator ? { discriminator } : {}),
  };
}

/**
 * The same document with each schema that others extend, and whose discriminator tells which of them a value is, as the
 * union that it stands for; what they extend is called its base then.
 */
export function polymorphic(spec: Spec): Spec {
  const unions = new Map<string, SpecSchema>();
  for (const [key, extended] of descendants(spec)) {
    const union = unionOf(key, spec.schemas[key] ?? {}, extended);
    const cases = casesOf(spec, union);
    if (!cases) continue;
    const mapping = cases.flatMap((one) => one.values.map((value) => [value, one.key] as const));
    unions.set(key, {
      ...union,
      discriminator: {
        propertyName: union.discriminator?.propertyName ?? "",
        mapping: Object.fromEntries(mapping),
      },
    });
  }
  if (unions.size === 0) return spec;
  const bases = new Map<string, string>();
  for (const key of unions.keys()) {
    let base = `${key}Base`;
    while (Object.hasOwn(spec.schemas, base)) base += "_";
    bases.set(key, base);
  }
  const toBase = (schema: SpecSchema): SpecSchema => {
    const base = schema.$ref === undefined ? undefined : bases.get(refKey(schema.$ref));
    return base === undefined ? schema : { ...schema, $ref: refTo(base) };
  };
  const schemas = Object.entries(spec.schemas).flatMap(([key, schema]) => {
    const own = schema.allOf ? { ...schema, allOf: schema.allOf.map(toBase) } : schema;
    const union = unions.get(key);
    if (!union) return [[key, own] as const];
    const { discriminator: _, oneOf: _one, anyOf: _any, ...rest } = own;
    const mapping = Object.entries(union.discriminator?.mapping ?? {}).map(
      ([value, target]) => [value, refTo(bases.get(target) ?? target)] as const,
    );
    return [
      [
        key,
        {
          ...union,
          oneOf: union.oneOf?.map(toBase) ?? [],
          discriminator: {
            propertyName: union.discriminator?.propertyName ?? "",
            mapping: Object.fromEntries(mapping),
          },
        },
      ] as const,
      [bases.get(key) ?? key, rest] as const,
    ];
  });
  return { ...spec, schemas: Object.fromEntries(schemas) };
}
