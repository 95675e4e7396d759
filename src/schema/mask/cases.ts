import { TYPES, type Node } from "../read/index.ts";
import type { Pattern } from "../pattern/index.ts";

/** A schema that must match, or must not. */
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
  /** Items before this index don't count. */
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

/** All names except the listed ones. */
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
  /** What every name must match. */
  readonly keys: readonly Literal[];
  /** Some property must match these. */
  readonly witnesses: readonly Witness[];
}

/** What a positive schema evaluated, for unevaluated*. */
export interface Evaluated {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly Pattern[];
  readonly everyName: boolean;
  readonly items: number;
  readonly everyItem: boolean;
}

/** One way to satisfy a schema: a conjunction without alternatives, for each of its types. */
export interface Case {
  readonly types: number;
  /** The only scalars allowed, if known. */
  readonly values: readonly unknown[] | undefined;
  /** Scalars that aren't allowed. */
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

/** Cases of one type, with constraints on that type. */
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
