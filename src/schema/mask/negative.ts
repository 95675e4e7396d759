import { pattern } from "../pattern/index.ts";
import { TYPES, type Node } from "../read/index.ts";
import { both } from "./both.ts";
import { ANYTHING, only, type Case, type Literal, type Witness } from "./cases.ts";
import { isEverything } from "./literals.ts";
import {
  asserted,
  never,
  othersOf,
  refused,
  target,
  without,
  type Cases,
  type Expands,
} from "./expanding.ts";

const type = (types: number): Cases => (types === 0 ? [] : [{ ...ANYTHING, types }]);

/** Every way to violate a schema: to violate one of its keywords. */
export function negative(at: Expands, node: Node): Cases {
  if (!node.possible) return [ANYTHING];
  if (isEverything(node)) return [];
  if (node.unevaluatedItems) throw refused(node, "unevaluatedItems", "under a negation");
  if (node.unevaluatedProperties) throw refused(node, "unevaluatedProperties", "under a negation");
  const out: Case[] = [
    ...type(TYPES.any & ~node.types),
    ...brokenNumber(node),
    ...brokenText(at, node),
    ...brokenArray(node),
    ...brokenObject(at, node),
    ...(node.values ? at.options.values.cases(node, true, at) : []),
    ...(node.ref ? at.no(node.ref) : []),
    ...(node.dynamicRef ? at.no(target(node)) : []),
    ...(node.allOf ?? []).flatMap(at.no),
    ...(node.not ? at.yes(node.not) : []),
  ];
  if (node.anyOf) out.push(...at.all(node.anyOf.map((child) => ({ node: child, not: true }))));
  if (node.oneOf) out.push(...notOneOf(at, node, node.oneOf));
  if (node.if) {
    if (node.then) out.push(...at.times(at.yes(node.if), at.no(node.then), node));
    if (node.else) out.push(...at.times(at.no(node.if), at.no(node.else), node));
  }
  at.within(out.length, node);
  return out;
}

function notOneOf(at: Expands, node: Node, branches: readonly Node[]): Cases {
  const out = [...at.all(branches.map((child) => ({ node: child, not: true })))];
  branches.forEach((branch, i) =>
    branches
      .slice(i + 1)
      .forEach((two) => at.within(out.push(...at.times(at.yes(branch), at.yes(two), node)), node)),
  );
  return out;
}

function brokenNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Node): Cases {
  const out: Case[] = [];
  if (minimum !== undefined) out.push(only.number({ below: minimum }));
  if (maximum !== undefined) out.push(only.number({ above: maximum }));
  if (exclusiveMinimum !== undefined) out.push(only.number({ max: exclusiveMinimum }));
  if (exclusiveMaximum !== undefined) out.push(only.number({ min: exclusiveMaximum }));
  if (multipleOf !== undefined) out.push(only.number({ notMultiples: [multipleOf] }));
  return out;
}

function brokenText(at: Expands, node: Node): Cases {
  const { minLength, maxLength } = node;
  const out: Case[] = [];
  if (minLength) out.push(only.text({ max: minLength - 1 }));
  if (maxLength !== undefined) out.push(only.text({ min: maxLength + 1 }));
  if (node.pattern) out.push(only.text({ patterns: [{ pattern: node.pattern, not: true }] }));
  if (node.format && asserted(at, node)) {
    out.push(only.text({ patterns: [{ pattern: node.format.pattern, not: true }] }));
    if (node.format.maxLength !== undefined) out.push(only.text({ min: node.format.maxLength + 1 }));
  }
  return out;
}

function brokenArray(node: Node): Cases {
  const { minItems, maxItems, prefixItems = [], items, contains } = node;
  const out: Case[] = [];
  if (minItems) out.push(only.array({ max: minItems - 1 }));
  if (maxItems !== undefined) out.push(only.array({ min: maxItems + 1 }));
  if (node.uniqueItems) throw refused(node, "uniqueItems", "under a negation");
  prefixItems.forEach((child, i) =>
    out.push(only.array({ min: i + 1, at: new Map([[i, [{ node: child, not: true }]]]) })),
  );
  if (items && !isEverything(items)) {
    const witness = { literal: { node: items, not: true }, against: { node: items, not: false } };
    out.push(
      only.array({
        contains: [{ from: prefixItems.length, min: 1, max: Number.POSITIVE_INFINITY, ...witness }],
      }),
    );
  }
  if (contains) {
    const { minContains = 1, maxContains } = node;
    const both = { from: 0, literal: { node: contains, not: false }, against: { node: contains, not: true } };
    if (minContains > 0) out.push(only.array({ contains: [{ ...both, min: 0, max: minContains - 1 }] }));
    if (maxContains !== undefined)
      out.push(only.array({ contains: [{ ...both, min: maxContains + 1, max: Number.POSITIVE_INFINITY }] }));
  }
  return out;
}

function brokenObject(at: Expands, node: Node): Cases {
  const out: Case[] = [];
  if (node.propertyNames) out.push(...brokenName(at, node, node.propertyNames));
  if (node.minProperties) out.push(only.object({ max: node.minProperties - 1 }));
  if (node.maxProperties !== undefined) out.push(only.object({ min: node.maxProperties + 1 }));
  for (const name of node.required ?? []) out.push(without(name));
  for (const [name, child] of node.properties ?? [])
    if (!isEverything(child))
      out.push(
        only.object({ required: new Set([name]), named: new Map([[name, [{ node: child, not: true }]]]) }),
      );
  for (const [among, child] of node.patternProperties ?? [])
    if (!isEverything(child))
      out.push(only.object({ witnesses: [{ among, literal: { node: child, not: true } }] }));
  const { additionalProperties: rest } = node;
  if (rest && !isEverything(rest))
    out.push(only.object({ witnesses: [{ among: othersOf(node), literal: { node: rest, not: true } }] }));
  for (const [name, names] of node.dependentRequired ?? [])
    for (const other of names) {
      const case_ = both(only.object({ required: new Set([name]) }), without(other));
      if (case_) out.push(case_);
    }
  for (const [name, child] of node.dependentSchemas ?? [])
    out.push(...at.times([only.object({ required: new Set([name]) })], at.no(child), node));
  return out;
}

/** Objects with a name that violates `names`. */
function brokenName(at: Expands, node: Node, names: Node): Cases {
  const cases = at.no(names).filter(({ types }) => types & TYPES.string);
  return cases.flatMap((item): Cases => {
    if (item.values) {
      const listed = item.values.filter((value) => typeof value === "string");
      return listed.map((name) => only.object({ required: new Set([name]) }));
    }
    const among = namesOf(item);
    if (!among) throw refused(node, "propertyNames", "under a negation, but for one rule on names");
    return [only.object({ witnesses: [{ among, literal: any }] })];
  });
}

/** Matches any value. */
const any: Literal = { node: never.node, not: true };

/** The names of a case with a single constraint on them that many names satisfy; undefined for other cases. */
function namesOf({ text, excluded }: Case): Witness["among"] | undefined {
  const { min, max, patterns } = text;
  const [first, ...more] = patterns;
  const sized = min > 0 || max < Number.POSITIVE_INFINITY;
  const names = new Set(excluded.filter((name) => typeof name === "string"));
  if (more.length > 0 || (first && sized)) return undefined;
  if (sized && names.size > 0) return undefined;
  if (sized) return pattern(`^[^]{${min},${max === Number.POSITIVE_INFINITY ? "" : max}}$`);
  if (!first) return { names, patterns: [] };
  return first.not ? { names, patterns: [first.pattern] } : undefined; // a name that matches a pattern may never be found
}
