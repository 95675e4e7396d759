import type { Spec, SpecSchema } from "../../api/index.ts";
import { refKey, resolved, typesOf } from "./model.ts";
import { inTable, remembered } from "../../lib/index.ts";

export const refTo = (key: string): string =>
  `#/components/schemas/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;

const parents = (schema: SpecSchema | undefined): readonly string[] =>
  (schema?.allOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [refKey($ref)]));

/** Limit on visited descendants: in a long chain of schemas with discriminators, each would have all below it. */
const mostDescendants = 50_000;

/** Returns the keys of schemas that extend another through allOf, directly or not, by the other's key. */
function descendants(spec: Spec): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const [key, schema] of Object.entries(spec.schemas))
    for (const parent of parents(schema)) {
      const known = children.get(parent);
      if (known) known.push(key);
      else children.set(parent, [key]);
    }
  const found = new Map<string, readonly string[]>();
  let walked = 0;
  for (const [key, schema] of Object.entries(spec.schemas)) {
    if (!schema.discriminator || !children.has(key)) continue;
    const all = new Set(children.get(key));
    for (const item of all) for (const next of children.get(item) ?? []) all.add(next);
    walked += all.size;
    if (walked > mostDescendants) break;
    all.delete(key);
    found.set(key, [...all]);
  }
  return found;
}

type Found = Map<SpecSchema, SpecSchema | undefined>;

/** Properties found so far, by name; each schema is searched once, however many inherit from it. */
const foundByName = remembered<Spec["schemas"], Map<string, Found>>(() => new Map());

function foundOf({ schemas }: Spec, name: string): Found {
  const byName = foundByName(schemas);
  const found: Found = byName.get(name) ?? new Map();
  byName.set(name, found);
  return found;
}

/** Returns a property of a schema, its own or inherited through references and allOf of any depth. */
function property(spec: Spec, start: SpecSchema | undefined, name: string): SpecSchema | undefined {
  const found = foundOf(spec, name);
  const open: { readonly schema: SpecSchema; readonly parts: SpecSchema[] }[] = [];
  const visit = (schema: SpecSchema | undefined): void => {
    if (!schema || found.has(schema)) return;
    const hasOwnSchema = schema.properties && Object.hasOwn(schema.properties, name);
    // Set immediately, so that cycles end.
    found.set(schema, hasOwnSchema ? inTable(schema.properties ?? {}, name) : undefined);
    if (hasOwnSchema) return;
    const target = schema.$ref === undefined ? undefined : spec.schemas[refKey(schema.$ref)];
    open.push({ schema, parts: (target ? [target] : (schema.allOf ?? [])).toReversed() });
  };
  visit(start);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const part = top.parts.at(-1);
    if (part === undefined) open.pop();
    else if (!found.has(part)) visit(part);
    else {
      found.set(top.schema, found.get(part));
      if (found.get(part)) open.pop();
      else top.parts.pop();
    }
  }
  return start && found.get(start);
}

/** Returns the schema of a property, for a schema's key. */
export const propertyOf = (spec: Spec, key: string, name: string): SpecSchema | undefined =>
  resolved(spec, property(spec, spec.schemas[key], name));

/** One alternative of a discriminated union: its schema, and the values that select it. */
export interface Case {
  readonly key: string;
  readonly values: readonly string[];
}

/** Returns the alternatives of a union if its discriminator identifies them with certainty; else undefined. */
export function casesOf(spec: Spec, schema: SpecSchema): readonly Case[] | undefined {
  const parts = schema.oneOf ?? schema.anyOf;
  const { propertyName, mapping = {} } = schema.discriminator ?? {};
  if (propertyName === undefined || !parts || (schema.oneOf && schema.anyOf)) return undefined;
  const named = Map.groupBy(Object.keys(mapping), (value) => mapping[value]);
  const usedValues = new Set<string>();
  const cases: Case[] = [];
  for (const { $ref } of parts) {
    if ($ref === undefined) return undefined;
    const key = refKey($ref);
    const field = propertyOf(spec, key, propertyName);
    if (
      !field ||
      typesOf(field).some((type) => type !== "string") ||
      field.allOf ||
      field.oneOf ||
      field.anyOf
    )
      return undefined;
    const pinned = field.const === undefined ? field.enum : [field.const];
    const values = named.get($ref) ?? (pinned?.length === 1 ? pinned.map(String) : [key]);
    if (values.some((value) => usedValues.has(value) || (pinned && !pinned.includes(value))))
      return undefined;
    for (const value of values) usedValues.add(value);
    cases.push({ key, values });
  }
  return cases;
}

/** Returns the keys of a schema and all it extends, nearest first. */
function ancestors(spec: Spec, key: string): ReadonlySet<string> {
  const found = new Set([key]);
  for (const item of found) for (const next of parents(spec.schemas[item])) found.add(next);
  return found;
}

/** Returns the key of the nearest schema that all alternatives extend or are. */
export function commonBase(spec: Spec, cases: readonly Case[]): string | undefined {
  const [first, ...others] = cases.map(({ key }) => ancestors(spec, key));
  return [...(first ?? [])].find((key) => others.length > 0 && others.every((item) => item.has(key)));
}

/** Returns the union that an extended schema stands for: its extensions, and itself unless the mapping omits it. */
function unionOf(key: string, schema: SpecSchema, extended: readonly string[]): SpecSchema {
  const { discriminator, description, title } = schema;
  const mapping = Object.values(discriminator?.mapping ?? {});
  const keys = mapping.length === 0 || mapping.includes(refTo(key)) ? [key] : [];
  const parts =
    schema.oneOf ?? schema.anyOf ?? [...keys, ...extended].map((item): SpecSchema => ({ $ref: refTo(item) }));
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: parts,
    ...(discriminator ? { discriminator } : {}),
  };
}

/**
 * Returns the document with each extended schema, if its discriminator identifies the extensions, replaced by the
 * union it stands for; its extensions then extend a separate base.
 */
export function polymorphic(spec: Spec): Spec {
  const unions = new Map<string, SpecSchema>();
  for (const [key, extended] of descendants(spec)) {
    const union = unionOf(key, spec.schemas[key] ?? {}, extended);
    const cases = casesOf(spec, union);
    if (!cases) continue;
    const mapping = cases.flatMap((item) => item.values.map((value) => [value, item.key] as const));
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
    const specSchema = schema.allOf ? { ...schema, allOf: schema.allOf.map(toBase) } : schema;
    const union = unions.get(key);
    if (!union) return [[key, specSchema] as const];
    const { discriminator: _, oneOf: _one, anyOf: _any, ...rest } = specSchema;
    const mapping = Object.entries(union.discriminator?.mapping ?? {}).map(
      ([value, target]) => [value, refTo(bases.get(target) ?? target)] as const,
    );
    return [
      [
        key,
        {
          ...union,
          anyOf: union.anyOf?.map(toBase) ?? [],
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
