import type { SpecSchema } from "../../api/index.ts";
import { remembered } from "../../lib/index.ts";
import { refKey } from "./model.ts";

type Schemas = Readonly<Record<string, SpecSchema>>;

/** A reference from one schema to another that checks the same value, possibly as one of several alternatives. */
interface Edge {
  readonly to: string;
  readonly isUnion: boolean;
}

const words = ["allOf", "anyOf", "oneOf"] as const;

const edgesOf = (schema: SpecSchema = {}, isUnion = false): readonly Edge[] => [
  ...(schema.$ref === undefined ? [] : [{ to: refKey(schema.$ref), isUnion }]),
  ...words.flatMap((word) =>
    (schema[word] ?? []).flatMap((part) => edgesOf(part, isUnion || word !== "allOf")),
  ),
  ...(schema.not ? edgesOf(schema.not, isUnion) : []),
];

/** Returns a schema without references to `to` for the same value; undefined if nothing else is left. */
function without(schema: SpecSchema, to: string): SpecSchema | undefined {
  if (schema.$ref !== undefined) return refKey(schema.$ref) === to ? undefined : schema;
  const { allOf: _, anyOf: __, oneOf: ___, not, ...rest } = schema;
  const negated = not && without(not, to);
  const lists = words.flatMap((word) => {
    const list = schema[word]?.flatMap((part) => without(part, to) ?? []);
    return list?.length ? [[word, list] as const] : [];
  });
  return { ...rest, ...(negated ? { not: negated } : {}), ...Object.fromEntries(lists) };
}

interface Step {
  readonly key: string;
  readonly edges: Edge[];
  edge?: Edge;
}

/**
 * Returns schemas that refer to each other in a cycle, so that checking one value would never end; undefined if there
 * is none.
 */
function circleIn(schemas: Schemas, settled: Set<string>): readonly Step[] | undefined {
  for (const start of Object.keys(schemas)) {
    const way: Step[] = [];
    const enter = (key: string): void => {
      if (schemas[key] !== undefined && !settled.has(key))
        way.push({ key, edges: [...edgesOf(schemas[key])] });
    };
    enter(start);
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const edge = last.edges.pop();
      if (edge) {
        last.edge = edge;
        const from = way.findIndex(({ key }) => key === edge.to);
        if (from >= 0) return way.slice(from);
        enter(edge.to);
      } else {
        settled.add(last.key);
        way.pop();
      }
    }
  }
  return undefined;
}

/**
 * Returns the schemas for checks, without cycles: a reference from a schema back to itself for the same value is
 * dropped; the other alternatives are kept.
 */
export const withoutCircles = remembered((schemas: Schemas): Schemas => {
  const result: Record<string, SpecSchema> = { ...schemas };
  const settled = new Set<string>();
  for (let circle = circleIn(result, settled); circle; circle = circleIn(result, settled)) {
    const { key, edge } = circle.findLast(({ edge }) => edge && !edge.isUnion) ??
      circle.at(-1) ?? { key: "" };
    result[key] = without(result[key] ?? {}, edge?.to ?? "") ?? {};
  }
  return result;
});
