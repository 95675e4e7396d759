import type { Spec, SpecSchema } from "../../api/index.ts";
import { remembered } from "../../lib/index.ts";
import { resolved, typesOf } from "./model.ts";

/** The individually known members of an object. */
export interface Members {
  readonly properties: ReadonlyMap<string, SpecSchema>;
  readonly required: ReadonlySet<string>;
}

const none: Members = { properties: new Map(), required: new Set() };

/** The members of each schema of a document, which are read once: parts may share parts. */
const membersIn = remembered<Spec["schemas"], Map<SpecSchema, Members | undefined>>(() => new Map());

/** Returns the members of an object, including those of its allOf; undefined if it is not only an object. */
export function membersOf(spec: Spec, schema: SpecSchema): Members | undefined {
  const members = partMembers(spec, schema, 0);
  return members?.properties.size ? members : undefined;
}

function partMembers(spec: Spec, schema: SpecSchema, depth: number): Members | undefined {
  const found = resolved(spec, schema);
  if (!found) return none;
  const known = membersIn(spec.schemas);
  if (depth > 12 || known.has(found)) return known.get(found);
  known.set(found, undefined); // an object that is a part of itself has no class
  known.set(found, joined(spec, found, depth));
  return known.get(found);
}

function joined(spec: Spec, found: SpecSchema, depth: number): Members | undefined {
  const types = typesOf(found).filter((type) => type !== "null");
  if (found.enum || found.const !== undefined || found.oneOf || found.anyOf) return undefined;
  if (types.length > 1 || (types[0] !== undefined && types[0] !== "object")) return undefined;
  const properties = new Map<string, SpecSchema>();
  const required = new Set(found.required);
  for (const part of found.allOf ?? []) {
    const inner = partMembers(spec, part, depth + 1);
    if (!inner) return undefined;
    for (const [name, property] of inner.properties) properties.set(name, property);
    for (const name of inner.required) required.add(name);
  }
  for (const [name, property] of Object.entries(found.properties ?? {})) properties.set(name, property);
  return { properties, required };
}
