import type { SpecSchema } from "../../api/index.ts";
import { refKey } from "./model.ts";

type Schemas = Readonly<Record<string, SpecSchema>>;

/** From one schema to another that the same value is checked by, perhaps as one of several. */
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

/** A schema without references to another for the same value; undefined where it says nothing else. */
function without(schema: SpecSchema, to: string): SpecSchema | undefined {
  if (schema.$ref !== undefined) return refKey(schema.$ref) === to ? undefined : schema;
  const { allOf: _, anyOf: __, oneOf: ___, not, ...rest } = schema;
  const kept = not && without(not, to);
  const lists = words.flatMap((word) => {
    const list = schema[word]?.flatMap((part) => without(part, to) ?? []);
    return list?.length ? [[word, list] as const] : [];
  });
  return { ...rest, ...(kept ? { not: kept } : {}), ...Object.fromEntries(lists) };
}

interface Step {
  readonly key: string;
  readonly edges: Edge[];
  /** The edge that is followed. */
  edge?: Edge;
}

/** Schemas that refer to each other in a cycle, so that checking one value would never end; undefined without one. */
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

const known = new WeakMap<Schemas, Schemas>();

/**
 * The schemas as checks read them: where one leads back to itself for the same value, as an alternative does that is all
 * of what it is an alternative of, the reference back says nothing; the alternatives stay.
 */
export function withoutCircles(schemas: Schemas): Schemas {
  const before = known.get(schemas);
  if (before) return before;
  const made: Record<string, SpecSchema> = { ...schemas };
  const settled = new Set<string>();
  for (let circle = circleIn(made, settled); circle; circle = circleIn(made, settled)) {
    const { key, edge } = circle.findLast(({ edge }) => edge && !edge.isUnion) ??
      circle.at(-1) ?? { key: "" };
    made[key] = without(made[key] ?? {}, edge?.to ?? "") ?? {};
  }
  known.set(schemas, made);
  return made;
}
