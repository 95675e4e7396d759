import type { Spec, SpecSchema } from "../../api/index.ts";
import { resolved, typesOf } from "./model.ts";

/** The individually known members of an object. */
export interface Members {
  readonly properties: Map<string, SpecSchema>;
  readonly required: Set<string>;
}

/** Returns the members of an object, including those of its allOf; undefined if it is not only an object. */
export function membersOf(spec: Spec, schema: SpecSchema, depth = 0): Members | undefined {
  const found = resolved(spec, schema) ?? {};
  const types = typesOf(found).filter((type) => type !== "null");
  if (depth > 12 || found.enum || found.const !== undefined || found.oneOf || found.anyOf) return undefined;
  if (types.length > 1 || (types[0] !== undefined && types[0] !== "object")) return undefined;
  const properties = new Map<string, SpecSchema>();
  const required = new Set(found.required);
  for (const part of found.allOf ?? []) {
    const inner = membersOf(spec, part, depth + 1);
    if (!inner) return undefined;
    for (const [name, property] of inner.properties) properties.set(name, property);
    for (const name of inner.required) required.add(name);
  }
  for (const [name, property] of Object.entries(found.properties ?? {})) properties.set(name, property);
  return properties.size || depth > 0 ? { properties, required } : undefined;
}
