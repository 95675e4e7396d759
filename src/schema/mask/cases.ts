import { TYPES, type Node } from "../read/index.ts";
import type { Pattern } from "../pattern/index.ts";

/** A schema that must hold, or must not. */
export interface Literal {
  readonly node: Node;
  readonly not: boolean;
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

export interface NumberFacts {
  readonly min: number;
  readonly max: number;
  readonly above: number;
  readonly below: number;
  readonly multiples: readonly number[];
  readonly notMultiples: readonly number[];
}

export interface TextFacts extends Bounds {
  readonly patterns: readonly { readonly pattern: Pattern; readonly not: boolean }[];
}

export interface Contains extends Bounds {
  /** Items before this index do not count. */
  readonly from: number;
  readonly literal: Literal;
  readonly against: Literal;
}

export interface ArrayFacts extends Bounds {
  readonly at: ReadonlyMap<number, readonly Literal[]>;
  readonly rest: readonly { readonly from: number; readonly literal: Literal }[];
  readonly contains: readonly Contains[];
  readonly unique: boolean;
}

/** All names but some. */
export interface Others {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly Pattern[];
}

export interface Witness {
  readonly among: Pattern | Others;
  readonly literal: Literal;
}

export interface ObjectFacts extends Bounds {
  readonly named: ReadonlyMap<string, readonly Literal[]>;
  readonly patterns: readonly { readonly pattern: Pattern; readonly literal: Literal }[];
  readonly rest: readonly { readonly others: Others; readonly literal: Literal }[];
  readonly required: ReadonlySet<string>;
  /** What every name must fit. */
  readonly keys: readonly Literal[];
  /** Some property must fit these. */
  readonly witnesses: readonly Witness[];
}

/** What a positive schema looked at, for unevaluated*. */
export interface Evaluated {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly Pattern[];
  readonly everyName: boolean;
  readonly items: number;
  readonly everyItem: boolean;
}

/** One way to satisfy a schema: a conjunction without choices, for each of its types. */
export interface Case {
  readonly types: number;
  /** The only scalars allowed, when that is known. */
  readonly values: readonly unknown[] | undefined;
  /** Scalars that are not allowed. */
  readonly excluded: readonly unknown[];
  readonly number: NumberFacts;
  readonly text: TextFacts;
  readonly array: ArrayFacts;
  readonly object: ObjectFacts;
  readonly evaluated: Evaluated;
}

const FREE: Bounds = { min: 0, max: Number.POSITIVE_INFINITY };
const { POSITIVE_INFINITY: MOST, NEGATIVE_INFINITY: LEAST } = Number;

export const nothingSeen: Evaluated = {
  names: new Set(),
  patterns: [],
  everyName: false,
  items: 0,
  everyItem: false,
};

export const ANYTHING: Case = {
  types: TYPES.any,
  values: undefined,
  excluded: [],
  number: { min: LEAST, max: MOST, above: LEAST, below: MOST, multiples: [], notMultiples: [] },
  text: { ...FREE, patterns: [] },
  array: { ...FREE, at: new Map(), rest: [], contains: [], unique: false },
  object: { ...FREE, named: new Map(), patterns: [], rest: [], required: new Set(), keys: [], witnesses: [] },
  evaluated: nothingSeen,
};

/** Cases of one type, with facts of that type changed. */
export const only = {
  number: (facts: Partial<NumberFacts>): Case => ({
    ...ANYTHING,
    types: TYPES.number,
    number: { ...ANYTHING.number, ...facts },
  }),
  text: (facts: Partial<TextFacts>): Case => ({
    ...ANYTHING,
    types: TYPES.string,
    text: { ...ANYTHING.text, ...facts },
  }),
  array: (facts: Partial<ArrayFacts>): Case => ({
    ...ANYTHING,
    types: TYPES.array,
    array: { ...ANYTHING.array, ...facts },
  }),
  object: (facts: Partial<ObjectFacts>): Case => ({
    ...ANYTHING,
    types: TYPES.object,
    object: { ...ANYTHING.object, ...facts },
  }),
};

const bounds = (a: Bounds, b: Bounds): Bounds => ({
  min: Math.max(a.min, b.min),
  max: Math.min(a.max, b.max),
});

function merged<K, V>(
  a: ReadonlyMap<K, readonly V[]>,
  b: ReadonlyMap<K, readonly V[]>,
): ReadonlyMap<K, readonly V[]> {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const out = new Map(a);
  for (const [key, values] of b) out.set(key, [...(out.get(key) ?? []), ...values]);
  return out;
}

const numbers = (a: NumberFacts, b: NumberFacts): NumberFacts => ({
  ...bounds(a, b),
  above: Math.max(a.above, b.above),
  below: Math.min(a.below, b.below),
  multiples: [...a.multiples, ...b.multiples],
  notMultiples: [...a.notMultiples, ...b.notMultiples],
});

const arrays = (a: ArrayFacts, b: ArrayFacts): ArrayFacts => ({
  ...bounds(a, b),
  at: merged(a.at, b.at),
  rest: [...a.rest, ...b.rest],
  contains: [...a.contains, ...b.contains],
  unique: a.unique || b.unique,
});

const same = (a: Witness, b: Witness): boolean =>
  a.literal.node === b.literal.node &&
  a.literal.not === b.literal.not &&
  !("names" in a.among) &&
  !("names" in b.among) &&
  a.among.source === b.among.source;

const objects = (a: ObjectFacts, b: ObjectFacts): ObjectFacts => ({
  ...bounds(a, b),
  named: merged(a.named, b.named),
  patterns: [...a.patterns, ...b.patterns],
  rest: [...a.rest, ...b.rest],
  required: b.required.size === 0 ? a.required : new Set([...a.required, ...b.required]),
  keys: [...a.keys, ...b.keys],
  witnesses: [...a.witnesses, ...b.witnesses.filter((one) => !a.witnesses.some((other) => same(one, other)))],
});

const evaluations = (a: Evaluated, b: Evaluated): Evaluated =>
  a === nothingSeen
    ? b
    : b === nothingSeen
      ? a
      : {
          names: new Set([...a.names, ...b.names]),
          patterns: [...a.patterns, ...b.patterns],
          everyName: a.everyName || b.everyName,
          items: Math.max(a.items, b.items),
          everyItem: a.everyItem || b.everyItem,
        };

/** Both at once; undefined where that is plainly impossible. */
export function both(a: Case, b: Case): Case | undefined {
  if (a === ANYTHING) return b;
  if (b === ANYTHING) return a;
  let types = a.types & b.types;
  const number = a.number === b.number ? a.number : numbers(a.number, b.number);
  const text = { ...bounds(a.text, b.text), patterns: [...a.text.patterns, ...b.text.patterns] };
  const array = arrays(a.array, b.array);
  const object = objects(a.object, b.object);
  if (
    number.min > number.max ||
    number.above >= number.below ||
    number.above >= number.max ||
    number.below <= number.min
  )
    types &= ~TYPES.number;
  if (text.min > text.max) types &= ~TYPES.string;
  if (types & TYPES.array && (array.min > array.max || clashing(firstItems(array)))) types &= ~TYPES.array;
  if (types & TYPES.object && (object.min > object.max || clashing(requiredValues(object))))
    types &= ~TYPES.object;
  const excluded = [...a.excluded, ...b.excluded];
  let values = a.values ?? b.values;
  if (a.values && b.values) {
    const other = new Set(b.values);
    values = a.values.filter((value) => other.has(value));
  }
  if (values && excluded.length > 0) values = values.filter((value) => !excluded.includes(value));
  if (types === 0 || values?.length === 0) return undefined;
  return {
    types,
    values,
    excluded,
    number,
    text,
    array,
    object,
    evaluated: evaluations(a.evaluated, b.evaluated),
  };
}

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

function* requiredValues(facts: ObjectFacts): Iterable<readonly Literal[]> {
  for (const name of facts.required) yield literalsFor(facts, name);
}

function* firstItems({ at, rest, min }: ArrayFacts): Iterable<readonly Literal[]> {
  for (let i = 0; i < min && i <= at.size; i++)
    yield [...(at.get(i) ?? []), ...rest.filter(({ from }) => from <= i).map(({ literal }) => literal)];
}

function clashing(places: Iterable<readonly Literal[]>): boolean {
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

/** A schema with the schemas that it requires in turn, a few steps deep. */
function unfolded(literal: Literal, depth = 0): readonly Literal[] {
  if (literal.not || depth > 4) return [literal];
  const { ref, allOf = [] } = literal.node;
  const more = [...(ref ? [ref] : []), ...allOf].flatMap((node) => unfolded({ node, not: false }, depth + 1));
  return [literal, ...more];
}

const KEYS = new Set(["id", "path", "resource", "possible", "types", "itemsKeyword"]);
const constraints = (node: Node): readonly string[] => Object.keys(node).filter((key) => !KEYS.has(key));

/** A schema that allows everything. */
export const isEverything = (node: Node): boolean =>
  node.possible && node.types === TYPES.any && constraints(node).length === 0;

/** A schema that says nothing but its values, whose type may repeat them. */
const bare = (node: Node): boolean =>
  constraints(node).every((key) => key === "values" || key === "valuesKeyword") &&
  (node.types === TYPES.any ||
    (node.values ?? []).every((value) => typeof value === "string" && node.types === TYPES.string));
