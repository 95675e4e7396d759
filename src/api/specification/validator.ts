import { isObject, remembered } from "../../lib/index.ts";
import { compile, SchemaError, type Validator } from "../../schema/index.ts";
import type { Spec, SpecSchema } from "../spec.ts";
import { refKey, unchecked } from "./shape.ts";

/** What a caller sends, or what a server returns. */
export type Direction = "input" | "output";

/** Returns the schema for one direction: without members that only the other side sends. */
function directed(schema: SpecSchema, direction: Direction): unknown {
  const skip = direction === "input" ? "readOnly" : "writeOnly";
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    if (typeof value["$ref"] === "string")
      return { $ref: `#/$defs/${value["$ref"].slice("#/components/schemas/".length)}` };
    const out: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      if (unchecked.has(key) || (key === "properties" && isObject(inner))) continue;
      out[key] = key === "enum" || key === "const" || key === "required" ? inner : visit(inner);
    }
    const properties = value["properties"];
    if (isObject(properties)) {
      const absent = new Set(
        Object.entries(properties).flatMap(([name, property]) =>
          isObject(property) && property[skip] === true ? [name] : [],
        ),
      );
      out["properties"] = Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          absent.has(name) ? true : visit(property),
        ]),
      );
      if (Array.isArray(value["required"]))
        out["required"] = value["required"].filter((name) => !absent.has(String(name)));
    }
    return out;
  };
  return visit(schema);
}

/** Returns the keys of schemas that a schema refers to, directly or indirectly. */
function reached(spec: Spec, schema: SpecSchema): ReadonlySet<string> {
  const found = new Set<string>();
  const pending: unknown[] = [schema];
  while (pending.length) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const target = key === "$ref" && typeof inner === "string" ? refKey(inner) : undefined;
      if (target === undefined) pending.push(inner);
      else if (!found.has(target)) {
        found.add(target);
        pending.push(spec.schemas[target]);
      }
    }
  }
  return found;
}

/** Cache of what was compiled from a document's schemas, by its source. */
interface Known {
  readonly definitions: Map<string, unknown>;
  readonly validators: Map<string, Validator | undefined>;
}
const knownFor = remembered<Spec["schemas"], Known>(() => ({
  definitions: new Map(),
  validators: new Map(),
}));

function definition(spec: Spec, key: string, direction: Direction): unknown {
  const { definitions } = knownFor(spec.schemas);
  const name = `${direction} ${key}`;
  if (!definitions.has(name)) definitions.set(name, directed(spec.schemas[key] ?? {}, direction));
  return definitions.get(name);
}

/**
 * Returns a validator, formats included, of what one side may send; undefined if the schema has rules that can't be
 * checked.
 */
export function validatorOf(spec: Spec, schema: SpecSchema, direction: Direction): Validator | undefined {
  const { validators } = knownFor(spec.schemas);
  const checked = directed(schema, direction);
  const name = `${direction} ${JSON.stringify(checked)}`;
  if (!validators.has(name)) {
    const definitions = [...reached(spec, schema)].map((key) => [key, definition(spec, key, direction)]);
    validators.set(name, compiled({ ...(checked as object), $defs: Object.fromEntries(definitions) })); // an object stays one
  }
  return validators.get(name);
}

function compiled(schema: Readonly<Record<string, unknown>>): Validator | undefined {
  try {
    return compile(schema, { formats: "assert" });
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}
