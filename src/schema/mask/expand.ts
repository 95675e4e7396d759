import { limits } from "../limits.ts";
import { pattern } from "../pattern/index.ts";
import { SchemaError } from "../problem.ts";
import { TYPES, typeOf, type Node } from "../read/index.ts";
import {
  ANYTHING,
  both,
  isEverything,
  nothingSeen,
  only,
  type Case,
  type Literal,
  type ObjectFacts,
} from "./cases.ts";
import type { Values } from "./values.ts";

export interface Expanding {
  readonly formats: boolean;
  /** Whether some schema has unevaluated*, so that what is evaluated matters. */
  readonly tracking: boolean;
  readonly values: Values;
}

export type Cases = readonly Case[];

/** Writes schemas out as alternatives without choices, each schema once. */
export class Expander {
  readonly options: Expanding;
  readonly #known = new Map<number, Cases>();

  constructor(options: Expanding) {
    this.options = options;
  }

  /** Every way to satisfy all the literals. */
  all(literals: readonly Literal[]): Cases {
    let cases: Cases = [ANYTHING];
    for (const literal of literals) cases = this.times(cases, this.cases(literal), literal.node);
    return cases;
  }

  cases({ node, not }: Literal): Cases {
    const key = node.id * 2 + Number(not);
    let cases = this.#known.get(key);
    if (!cases) this.#known.set(key, (cases = not ? negative(this, node) : positive(this, node)));
    return cases;
  }

  times(a: Cases, b: Cases, node: Node): Cases {
    if (b.length === 1 && b[0] === ANYTHING) return a;
    const out: Case[] = [];
    for (const one of a)
      for (const two of b) {
        const case_ = both(one, two);
        if (case_) this.within(out.push(case_), node);
      }
    return out;
  }

  within(count: number, node: Node): void {
    if (count > limits.cases)
      throw new SchemaError(
        node.path,
        String(node.path.at(-1) ?? ""),
        `its combinations have more than ${limits.cases} cases`,
      );
  }

  yes = (node: Node): Cases => this.cases({ node, not: false });
  no = (node: Node): Cases => this.cases({ node, not: true });
}

export const refused = (node: Node, keyword: string, why: string): SchemaError =>
  new SchemaError([...node.path, keyword], keyword, `the mask cannot follow ${keyword} ${why}`);

function positive(at: Expander, node: Node): Cases {
  if (!node.possible) return [];
  if (isEverything(node)) return [ANYTHING];
  let cases: Cases = [own(at, node)];
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
  return unevaluated(at, node, cases);
}

const notAnObject: Case = { ...ANYTHING, types: TYPES.any & ~TYPES.object };
const NOTHING: Node = { id: -1, path: [], resource: undefined as never, possible: false, types: 0 };
export const never: Literal = { node: NOTHING, not: false };
/** Objects that lack a property. */
export const without = (name: string): Case => only.object({ named: new Map([[name, [never]]]) });

function target(node: Node): Node {
  const { dynamicRef } = node;
  const targets = new Set(dynamicRef?.targets.values());
  if (!dynamicRef || targets.size > 1) throw refused(node, "$dynamicRef", "to several schemas");
  return dynamicRef.fallback;
}

/** What a schema says by itself, without its combinations. */
function own(at: Expander, node: Node): Case {
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

export const asserted = (at: Expander, node: Node): boolean =>
  at.options.formats || node.resource.dialect.formatAssertion;

const limitOf = (at: Expander, node: Node): number =>
  node.format?.maxLength !== undefined && asserted(at, node)
    ? node.format.maxLength
    : Number.POSITIVE_INFINITY;

export const othersOf = (node: Node): ObjectFacts["rest"][number]["others"] => ({
  names: new Set(node.properties?.keys()),
  patterns: (node.patternProperties ?? []).map(([source]) => source),
});

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

function unevaluated(at: Expander, node: Node, cases: Cases): Cases {
  const { unevaluatedProperties: names, unevaluatedItems: items } = node;
  if (!names && !items) return cases;
  if (items && at.options.tracking && node.contains)
    throw refused(node, "unevaluatedItems", "beside contains");
  return cases.flatMap((one) => {
    const { evaluated: seen } = one;
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
    const case_ = both(one, more);
    return case_ ? [case_] : [];
  });
}

function conditional(at: Expander, node: Node, test: Node): Cases {
  const then = at.times(at.yes(test), node.then ? at.yes(node.then) : [ANYTHING], node);
  const otherwise = at.times(at.no(test), node.else ? at.yes(node.else) : [ANYTHING], node);
  return [...then, ...otherwise];
}

function anyOf(at: Expander, node: Node, branches: readonly Node[]): Cases {
  const singles = branches.flatMap(at.yes);
  at.within(singles.length, node);
  if (!at.options.tracking || branches.length < 2) return singles;
  // what several fitting branches evaluate counts together
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

function oneOf(at: Expander, node: Node, branches: readonly Node[]): Cases {
  const each = branches.map(at.yes);
  const out: Case[] = [];
  branches.forEach((_, i) => {
    let cases = each[i] ?? [];
    branches.forEach((other, j) => {
      if (i === j) return;
      const apart = cases.filter((one) => disjoint(one, each[j] ?? []));
      const rest = cases.filter((one) => !apart.includes(one));
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

/** Whether the values listed are none of the types left. */
const impossible = (found: Case | undefined): boolean =>
  found === undefined ||
  (found.values !== undefined &&
    !found.values.some((value) => typeOf(value) & found.types) &&
    !(found.types & (TYPES.array | TYPES.object)));

const type = (types: number): Cases => (types === 0 ? [] : [{ ...ANYTHING, types }]);

/** Every way to break a schema: to break one of the things that it says. */
function negative(at: Expander, node: Node): Cases {
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

function notOneOf(at: Expander, node: Node, branches: readonly Node[]): Cases {
  const out = [...at.all(branches.map((child) => ({ node: child, not: true })))];
  branches.forEach((one, i) =>
    branches
      .slice(i + 1)
      .forEach((two) => at.within(out.push(...at.times(at.yes(one), at.yes(two), node)), node)),
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

function brokenText(at: Expander, node: Node): Cases {
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

function brokenObject(at: Expander, node: Node): Cases {
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

/** Objects with a name that does not fit: followed where such names are listed. */
function brokenName(at: Expander, node: Node, names: Node): Cases {
  const cases = at.no(names).filter(({ types }) => types & TYPES.string);
  return cases.flatMap(({ values }) => {
    if (!values) throw refused(node, "propertyNames", "under a negation, but for listed names");
    const listed = values.filter((value) => typeof value === "string");
    return listed.map((name) => only.object({ required: new Set([name]) }));
  });
}

/** A pattern that matches exactly the given texts. */
export const exactly = (texts: readonly string[]): ReturnType<typeof pattern> =>
  pattern(
    `^(?:${texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join("|")})$`,
  );
