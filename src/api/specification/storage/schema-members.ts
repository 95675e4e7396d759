import { remembered } from "../../../lib/index.ts";
import type { Spec, SpecSchema } from "../../spec.ts";
import { isNever, refKey, resolve } from "../shape.ts";
import { plainly } from "./path-words.ts";

/** The members of an object, from all parts of its schema. */
export interface Members {
  readonly properties: Readonly<Record<string, SpecSchema>>;
  readonly required: ReadonlySet<string>;
  /** Objects may have other, undocumented members. */
  readonly isOpen: boolean;
}

const knownFor = remembered<Spec["schemas"], WeakMap<SpecSchema, Members | null>>(() => new WeakMap());
const deepest = 12;

function join(spec: Spec, schema: SpecSchema, depth: number): Members | null {
  const found = resolve(spec, schema);
  const types = typesOf(found);
  if (depth > deepest || (types.length > 0 && !types.includes("object"))) return null;
  const all = (found.allOf ?? []).map((part) => membersIn(spec, part, depth + 1));
  const choices = [...(found.oneOf ?? []), ...(found.anyOf ?? [])].filter((part) => part.type !== "null");
  const some = choices.map((part) => membersIn(spec, part, depth + 1)).filter((part) => part !== null);
  if (choices.length > 0 && some.length < choices.length) return null;
  const parts = [...all.filter((part) => part !== null), ...some];
  const isPlain = found.properties !== undefined || parts.length > 0;
  if (!isPlain && !types.includes("object")) return null;
  const shared = [...(some[0]?.required ?? [])].filter((name) =>
    some.every((part) => part.required.has(name)),
  );
  const rest = found.additionalProperties;
  const entriesOf = (schemas: readonly (Pick<SpecSchema, "properties"> | null)[]) =>
    schemas.flatMap((part) => Object.entries(part?.properties ?? {}));
  // A member that one part of allOf calls read-only is, whatever the others state.
  const readOnly = new Set(
    entriesOf([...all, found]).flatMap(([name, property]) => (property.readOnly ? [name] : [])),
  );
  const properties = Object.fromEntries(
    entriesOf([...parts, found])
      .filter(([name]) => name !== "__proto__")
      .map(([name, property]) => [name, readOnly.has(name) ? { ...property, readOnly: true } : property]),
  );
  return {
    properties,
    required: new Set([
      ...(found.required ?? []),
      ...shared,
      ...all.flatMap((part) => [...(part?.required ?? [])]),
    ]),
    isOpen: (rest !== undefined && !isNever(rest)) || Object.keys(properties).length === 0,
  };
}

function membersIn(spec: Spec, schema: SpecSchema, depth: number): Members | null {
  const cache = knownFor(spec.schemas);
  const before = cache.get(schema);
  if (before !== undefined) return before;
  cache.set(schema, null); // parts that refer back to it add nothing
  const members = join(spec, schema, depth);
  cache.set(schema, members);
  return members;
}

/** Returns the name of a member as an object spells it. */
export function spelledIn({ properties }: Members, name: string): string | undefined {
  if (Object.hasOwn(properties, name)) return name;
  const plain = plainly(name);
  return Object.keys(properties).find((key) => plainly(key) === plain);
}

/** Returns the types of a schema, without null. */
export function typesOf(schema: SpecSchema): readonly string[] {
  const types = [schema.type ?? []].flat();
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  const named = types.length ? types : values.map((value) => (value === null ? "null" : typeof value));
  return [...new Set(named)].filter((type) => type !== "null");
}

/** Returns the members of an object; undefined if the schema is of something else. */
export const membersOf = (spec: Spec, schema: SpecSchema | undefined): Members | undefined =>
  schema ? (membersIn(spec, schema, 0) ?? undefined) : undefined;

/** Returns the name of a schema in the document; alternatives with null are unwrapped. */
export function refOf(spec: Spec, schema: SpecSchema): string | undefined {
  if (schema.$ref !== undefined) {
    const target = spec.schemas[refKey(schema.$ref)];
    return target && Object.keys(target).length === 1 && target.$ref !== undefined
      ? refOf(spec, target)
      : refKey(schema.$ref);
  }
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(
    (part) => part.type !== "null",
  );
  return parts.length === 1 && parts[0] && !schema.properties ? refOf(spec, parts[0]) : undefined;
}

export const isNullable = (spec: Spec, schema: SpecSchema): boolean => {
  const found = resolve(spec, schema);
  return (
    [found.type ?? []].flat().includes("null") ||
    (found.enum?.includes(null) ?? false) ||
    [...(found.anyOf ?? []), ...(found.oneOf ?? [])].some((part) => part.type === "null")
  );
};

/** Returns the schema of the items if the schema is a list. */
export function itemsOf(spec: Spec, schema: SpecSchema): SpecSchema | undefined {
  const found = resolve(spec, schema);
  return typesOf(found).includes("array") ? (found.items ?? {}) : undefined;
}
