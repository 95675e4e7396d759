import { inTable } from "../../../lib/index.ts";
import type { Type, Union } from "./spelling.ts";

/** Looks up a class's bases by the names of their types. */
export interface Classes {
  get(name: string): readonly string[] | undefined;
}

export interface Around {
  readonly classes: Classes;
  /** A compiler rejects what annotations don't allow. */
  readonly strict: boolean;
}

/** Types accepted for each other: kinds of numbers, and containers by their interfaces. */
const loose: Readonly<Record<string, ReadonlySet<string>>> = {
  number: new Set(["int", "float", "complex"]),
  container: new Set("list dict set frozenset tuple str string bytes Map Set object async".split(" ")),
  object: new Set("callable list Promise Date RegExp Map Set async".split(" ")),
  set: new Set(["frozenset"]),
  async: new Set(["callable"]),
};

/** Types that no class of the file can be without extending them. */
const apart = new Set(
  "str string int number float complex bool boolean bytes bigint symbol literal dict list set frozenset tuple Path datetime timedelta Decimal UUID Date RegExp Map Set".split(
    " ",
  ),
);
const primitives = new Set("str string int number float complex bool boolean bytes bigint symbol".split(" "));

/** Types that another type also accepts, by convention. */
const accepted: Readonly<Record<string, ReadonlySet<string>>> = {
  float: new Set(["int"]),
  complex: new Set(["int", "float"]),
};

const literals: Readonly<Record<string, RegExp>> = {
  str: /^'/,
  string: /^'/,
  bytes: /^'/,
  int: /^-?\d+$/,
  float: /^-?\d/,
  number: /^-?\d/,
};

/**
 * Whether a docstring's type contradicts the annotation. Less, more or differently worded information isn't
 * a contradiction; without type checking, neither is naming additional types.
 */
export function differs(union: Union, holds: Union, { classes, strict }: Around): boolean {
  const [words, types] = [some(union), some(holds)];
  if (words.length === 0) return types.length > 0 && types.length === holds.length;
  if (types.length === 0) return true;
  const alike = (a: Type, b: Type): boolean => same(a, b, { classes, strict }) || takes(a, b);
  if (words.some(({ name }) => name === "literal") && !types.some(({ name }) => name === "literal"))
    return !words.some((a) => types.some((b) => alike(a, b)));
  return (
    types.some((b) => !words.some((a) => alike(a, b))) ||
    (strict && words.some((a) => !types.some((b) => alike(a, b) || takes(b, a))))
  );
}

const some = (union: Union): Union => union.filter(({ name }) => name !== "none");
const takes = (wide: Type, narrow: Type): boolean => inTable(accepted, wide.name)?.has(narrow.name) === true;

function same(a: Type, b: Type, around: Around): boolean {
  if (a.name === "literal" && b.name === "literal") return a.value === b.value;
  if (a.name === "literal" || b.name === "literal") {
    const [literal, base] = a.name === "literal" ? [a, b] : [b, a];
    return inTable(literals, base.name)?.test(literal.value ?? "") ?? !primitives.has(base.name);
  }
  if (a.name !== b.name)
    return (
      inTable(loose, a.name)?.has(b.name) === true ||
      inTable(loose, b.name)?.has(a.name) === true ||
      related(a, b, around.classes)
    );
  if (a.name === "callable" || a.name === "container" || a.of?.length !== b.of?.length) return true;
  return (a.of ?? []).every((union, place) => {
    const other = b.of?.[place] ?? [];
    return union.length === 0 || other.length === 0 || !differs(union, other, around);
  });
}

/** Whether a class of the file is related: one extends the other, or it may satisfy the other type. */
function related(a: Type, b: Type, classes: Classes): boolean {
  const [firstClass, other] = [classOf(a), classOf(b)];
  if (firstClass !== undefined && other !== undefined)
    return extendsIt(firstClass, other, classes) || extendsIt(other, firstClass, classes);
  const name = firstClass ?? other;
  const plain = firstClass === undefined ? a.name : b.name;
  return name !== undefined && (!apart.has(plain) || extendsIt(name, plain, classes));
}

const classOf = ({ name }: Type): string | undefined =>
  name.startsWith("class ") ? name.slice(6) : undefined;

function extendsIt(name: string, baseName: string, classes: Classes): boolean {
  const open = [name];
  const seen = new Set<string>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === baseName) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(classes.get(at) ?? []));
  }
  return false;
}
