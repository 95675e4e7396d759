import { TYPES, type Node } from "../read/index.ts";
import type { ArrayFacts, Literal, ObjectFacts, Others } from "./cases.ts";
import type { Pattern } from "../pattern/index.ts";

/** The schemas that apply to a name. */
export function literalsFor({ named, patterns, rest }: ObjectFacts, name: string): readonly Literal[] {
  const out = [...(named.get(name) ?? [])];
  for (const { pattern, literal } of patterns) if (pattern.test(name)) out.push(literal);
  for (const { others, literal } of rest) if (isAmong(others, name)) out.push(literal);
  return out;
}

export const isAmong = (among: Pattern | Others, name: string): boolean =>
  "names" in among
    ? !among.names.has(name) && !among.patterns.some((pattern) => pattern.test(name))
    : among.test(name);

export function* requiredValues(facts: ObjectFacts): Iterable<readonly Literal[]> {
  for (const name of facts.required) yield literalsFor(facts, name);
}

export function* firstItems({ at, rest, min }: ArrayFacts): Iterable<readonly Literal[]> {
  for (let i = 0; i < min && i <= at.size; i++)
    yield [...(at.get(i) ?? []), ...rest.filter(({ from }) => from <= i).map(({ literal }) => literal)];
}

export function clashing(places: Iterable<readonly Literal[]>): boolean {
  for (const literals of places) if (clash(literals)) return true;
  return false;
}

/** Whether schemas exclude one another by their types or constants alone. */
function clash(literals: readonly Literal[]): boolean {
  let types: number = TYPES.any;
  let values: readonly unknown[] | undefined;
  const without: unknown[] = [];
  for (const { node, not } of literals.flatMap((literal) => unfolded(literal))) {
    if (not) {
      if (node.valuesKeyword && bare(node)) without.push(...(node.values ?? []));
      else if (isEverything(node)) return true;
      continue;
    }
    if (!node.possible) return true;
    types &= node.types;
    if (node.values) {
      const other = node.values;
      values = values ? values.filter((value) => other.includes(value)) : other;
      if (values.some((value) => typeof value === "object" && value !== null)) values = undefined;
    }
  }
  if (types === 0) return true;
  return values !== undefined && values.every((value) => without.includes(value));
}

/** A schema and the schemas that it requires in turn, up to a few levels. */
function unfolded(literal: Literal, depth = 0): readonly Literal[] {
  if (literal.not || depth > 4) return [literal];
  const { ref, allOf = [] } = literal.node;
  const more = [...(ref ? [ref] : []), ...allOf].flatMap((node) => unfolded({ node, not: false }, depth + 1));
  return [literal, ...more];
}

const KEYS = new Set(["id", "path", "resource", "possible", "types", "itemsKeyword"]);
const constraints = (node: Node): readonly string[] => Object.keys(node).filter((key) => !KEYS.has(key));

/** Whether a schema allows everything. */
export const isEverything = (node: Node): boolean =>
  node.possible && node.types === TYPES.any && constraints(node).length === 0;

/** Whether a schema consists only of its values, possibly with a matching type. */
const bare = (node: Node): boolean =>
  constraints(node).every((key) => key === "values" || key === "valuesKeyword") &&
  (node.types === TYPES.any ||
    (node.values ?? []).every((value) => typeof value === "string" && node.types === TYPES.string));
