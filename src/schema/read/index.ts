import { limits } from "../limits.ts";
import { metaSchemas } from "../meta/index.ts";
import { SchemaError } from "../problem.ts";
import type { Node } from "./node.ts";
import { Reader } from "./reader.ts";
import { ROOT, Resources, type Registry } from "./resources.ts";

export type { Registry } from "./resources.ts";
export type { Node, Resource } from "./node.ts";
export { TYPES, typeNames, typeOf } from "./node.ts";

export interface Reading {
  readonly root: Node;
  readonly nodes: readonly Node[];
  /** Whether some reference is dynamic, that is, depends on the path by which it is reached. */
  readonly dynamic: boolean;
}

/** Reads a schema and everything it refers to. Throws SchemaError. */
export function read(schema: unknown, registry: Registry): Reading {
  const resources = new Resources(registry, metaSchemas);
  const reader = new Reader(resources);
  const root = reader.root(resources.add(schema, ROOT, undefined));
  endless(reader.nodes);
  return { root, nodes: reader.nodes, dynamic: reader.nodes.some((node) => node.dynamicRef) };
}

/** The schemas that apply to the same place of a value as `node`. */
const inPlace = (node: Node): readonly Node[] =>
  [
    node.ref,
    node.dynamicRef?.fallback,
    node.not,
    node.if,
    node.then,
    node.else,
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.oneOf ?? []),
    ...(node.dependentSchemas?.values() ?? []),
  ].filter((next) => next !== undefined);

/** Rejects references that loop without a step into the value, and chains that are too long. */
function endless(nodes: readonly Node[]): void {
  const height = new Map<Node, number>();
  const open = new Set<Node>();
  const visit = (node: Node): number => {
    const known = height.get(node);
    if (known !== undefined) return known;
    if (open.size > 4 * limits.inPlaceDepth || open.has(node))
      throw new SchemaError(node.path, "$ref", "the schema refers to itself without end");
    open.add(node);
    const above = Math.max(0, ...inPlace(node).map(visit)) + 1;
    open.delete(node);
    if (above > limits.inPlaceDepth)
      throw new SchemaError(
        node.path,
        "$ref",
        `the schema applies more than ${limits.inPlaceDepth} schemas inside one another`,
      );
    height.set(node, above);
    return above;
  };
  nodes.forEach(visit);
}
