import { TYPES, typeOf, type Node } from "../read/index.ts";
import { both } from "./both.ts";
import { ANYTHING, nothingSeen, only, type Case, type Literal, type ObjectFacts } from "./cases.ts";
import { isEverything } from "./literals.ts";
import { asserted, othersOf, refused, target, without, type Cases, type Expands } from "./expanding.ts";

/** Every way to satisfy a schema. */
export function positive(at: Expands, node: Node): Cases {
  if (!node.possible) return [];
  if (isEverything(node)) return [ANYTHING];
  let cases: Cases = [nodeCase(at, node)];
  const and = (more: Cases): void => {
    cases = at.times(cases, more, node);
  };
  if (node.values) and(at.options.values.cases(node, false, at));
  if (node.ref) and(at.yes(node.ref));
  if (node.dynamicRef) and(at.yes(target(node)));
  for (const child of node.allOf ?? []) and(at.yes(child));
  if (node.not) and(at.no(node.not));
  if (node.if && (node.then ?? node.else)) and(conditional(at, node, node.if));
  if (node.anyOf) and(anyOf(at, node, node.anyOf));
  if (node.oneOf) and(oneOf(at, node, node.oneOf));
  for (const [name, names] of node.dependentRequired ?? [])
    and([notAnObject, without(name), only.object({ required: new Set([name, ...names]) })]);
  for (const [name, child] of node.dependentSchemas ?? [])
    and([
      notAnObject,
      without(name),
      ...at.times([only.object({ required: new Set([name]) })], at.yes(child), node),
    ]);
  return unevaluated(node, cases);
}

const notAnObject: Case = { ...ANYTHING, types: TYPES.any & ~TYPES.object };

/** The constraints of a schema itself, without its combinations. */
function nodeCase(at: Expands, node: Node): Case {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  const patterns = node.pattern ? [{ pattern: node.pattern, not: false }] : [];
  if (node.format && asserted(at, node)) patterns.push({ pattern: node.format.pattern, not: false });
  const prefix = (node.prefixItems ?? []).map((child, i) => [i, [{ node: child, not: false }]] as const);
  const contains = node.contains && [
    {
      from: 0,
      literal: { node: node.contains, not: false },
      against: { node: node.contains, not: true },
      min: node.minContains ?? 1,
      max: node.maxContains ?? Number.POSITIVE_INFINITY,
    },
  ];
  return {
    ...ANYTHING,
    types: node.types,
    number: {
      min: minimum ?? Number.NEGATIVE_INFINITY,
      max: maximum ?? Number.POSITIVE_INFINITY,
      above: exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
      below: exclusiveMaximum ?? Number.POSITIVE_INFINITY,
      multiples: multipleOf === undefined ? [] : [multipleOf],
      notMultiples: [],
    },
    text: {
      min: node.minLength ?? 0,
      max: Math.min(node.maxLength ?? Number.POSITIVE_INFINITY, limitOf(at, node)),
      patterns,
    },
    array: {
      min: node.minItems ?? 0,
      max: node.maxItems ?? Number.POSITIVE_INFINITY,
      at: new Map(prefix),
      rest:
        node.items && !isEverything(node.items)
          ? [{ from: prefix.length, literal: { node: node.items, not: false } }]
          : [],
      contains: contains ?? [],
      unique: node.uniqueItems ?? false,
    },
    object: ownObject(node),
    evaluated: at.options.tracking ? evaluated(node) : nothingSeen,
  };
}

const limitOf = (at: Expands, node: Node): number =>
  node.format?.maxLength !== undefined && asserted(at, node)
    ? node.format.maxLength
    : Number.POSITIVE_INFINITY;

function ownObject(node: Node): ObjectFacts {
  const { properties, additionalProperties, propertyNames } = node;
  const yes = (child: Node): Literal => ({ node: child, not: false });
  return {
    min: node.minProperties ?? 0,
    max: node.maxProperties ?? Number.POSITIVE_INFINITY,
    named: new Map([...(properties ?? [])].map(([name, child]) => [name, [yes(child)]] as const)),
    patterns: (node.patternProperties ?? []).map(([source, child]) => ({
      pattern: source,
      literal: yes(child),
    })),
    rest:
      additionalProperties && !isEverything(additionalProperties)
        ? [{ others: othersOf(node), literal: yes(additionalProperties) }]
        : [],
    required: new Set(node.required),
    keys: propertyNames ? [yes(propertyNames)] : [],
    witnesses: [],
  };
}

const evaluated = (node: Node): Case["evaluated"] => ({
  names: new Set(node.properties?.keys()),
  patterns: (node.patternProperties ?? []).map(([source]) => source),
  everyName: node.additionalProperties !== undefined,
  items: node.prefixItems?.length ?? 0,
  everyItem: node.items !== undefined,
});

function unevaluated(node: Node, cases: Cases): Cases {
  const { unevaluatedProperties: names, unevaluatedItems: items } = node;
  if (!names && !items) return cases;
  if (items && cases.some(({ array }) => array.contains.length > 0))
    throw refused(node, "unevaluatedItems", "beside contains");
  return cases.flatMap((item) => {
    const { evaluated: seen } = item;
    const object: Partial<ObjectFacts> =
      names && !seen.everyName
        ? {
            rest: [
              {
                others: { names: seen.names, patterns: seen.patterns },
                literal: { node: names, not: false },
              },
            ],
          }
        : {};
    const array =
      items && !seen.everyItem ? { rest: [{ from: seen.items, literal: { node: items, not: false } }] } : {};
    const more: Case = {
      ...ANYTHING,
      object: { ...ANYTHING.object, ...object },
      array: { ...ANYTHING.array, ...array },
      evaluated: { ...nothingSeen, everyName: names !== undefined, everyItem: items !== undefined },
    };
    const case_ = both(item, more);
    return case_ ? [case_] : [];
  });
}

function conditional(at: Expands, node: Node, test: Node): Cases {
  const then = at.times(at.yes(test), node.then ? at.yes(node.then) : [ANYTHING], node);
  const otherwise = at.times(at.no(test), node.else ? at.yes(node.else) : [ANYTHING], node);
  return [...then, ...otherwise];
}

function anyOf(at: Expands, node: Node, branches: readonly Node[]): Cases {
  const singles = branches.flatMap(at.yes);
  at.within(singles.length, node);
  if (!at.options.tracking || branches.length < 2) return singles;
  // everything that the matching branches evaluate counts together
  if (branches.length > 6)
    throw refused(node, "anyOf", "of more than six schemas where unevaluated items or properties count");
  const out: Case[] = [];
  for (let chosen = 1; chosen < 1 << branches.length; chosen++) {
    let cases: Cases = [ANYTHING];
    branches.forEach((branch, i) => {
      if (chosen & (1 << i)) cases = at.times(cases, at.yes(branch), node);
    });
    at.within(out.push(...cases), node);
  }
  return out;
}

function oneOf(at: Expands, node: Node, branches: readonly Node[]): Cases {
  const each = branches.map(at.yes);
  const out: Case[] = [];
  branches.forEach((_, i) => {
    let cases = each[i] ?? [];
    branches.forEach((other, j) => {
      if (i === j) return;
      const apart = cases.filter((item) => disjoint(item, each[j] ?? []));
      const rest = cases.filter((item) => !apart.includes(item));
      cases =
        rest.length === 0
          ? apart
          : [...apart, ...at.times(rest, at.no(other), { ...node, path: [...node.path, "oneOf"] })];
    });
    at.within(out.push(...cases), node);
  });
  return out;
}

const disjoint = (one: Case, others: Cases): boolean => others.every((other) => impossible(both(one, other)));

/** Whether none of the listed values has one of the remaining types. */
const impossible = (found: Case | undefined): boolean =>
  found === undefined ||
  (found.values !== undefined &&
    !found.values.some((value) => typeOf(value) & found.types) &&
    !(found.types & (TYPES.array | TYPES.object)));
