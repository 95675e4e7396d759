import type { Literal } from "../program/ir.ts";
import { isClass, isInstance } from "./classes.ts";
import {
  constant,
  each,
  either,
  gone,
  isLacking,
  list,
  texts,
  unknown,
  type ListValue,
  type Value,
} from "./value.ts";
import { inTable } from "../../lib/index.ts";

const equal = (a: Literal, b: Literal): boolean => a === b || (isNone(a) && isNone(b));
const isNone = (value: Literal): boolean => value === undefined || value === null;

const arithmetic: Readonly<Record<string, (a: Literal, b: Literal) => Literal>> = {
  "===": equal,
  "==": equal,
  is: equal,
  "!==": (a, b) => !equal(a, b),
  "!=": (a, b) => !equal(a, b),
  "is not": (a, b) => !equal(a, b),
  "<": (a, b) => Number(a) < Number(b),
  ">": (a, b) => Number(a) > Number(b),
  "<=": (a, b) => Number(a) <= Number(b),
  ">=": (a, b) => Number(a) >= Number(b),
  "+": (a, b) => Number(a) + Number(b),
  "-": (a, b) => Number(a) - Number(b),
  "*": (a, b) => Number(a) * Number(b),
};

/** Whether a value is known not to be null, None or undefined. */
const isThere = (value: Value): boolean =>
  ["object", "list", "function", "native"].includes(value.kind) ||
  isClass(value) ||
  (value.kind === "input" && value.part === "path" && value.path.length > 0);

const isOfClasses = (value: Value): boolean => ["class", "external", "list"].includes(value.kind);

function one(op: string, left: Value, right: Value): Value {
  if (op === "instanceof") {
    const is = isInstance(left, right);
    return is === undefined ? unknown : constant(is);
  }
  if (op === "in" || op === "not in") return contains(left, right, op === "in");
  // permission classes of Django REST framework, combined by `&` or `|`
  if ((op === "&" || op === "|") && [left, right].every(isOfClasses))
    return op === "&" ? list([left, right]) : either([left, right]);
  if (op === "+" && left.kind === "list" && right.kind === "list")
    return list([...left.items, ...right.items], left.rest ?? right.rest);
  // sets of Python
  if ((op === "<=" || op === ">=") && left.kind === "list" && right.kind === "list")
    return op === "<=" ? isWithin(left, right) : isWithin(right, left);
  // a list of the program, concatenated with one of a library
  if (op === "+" && (left.kind === "list" || right.kind === "list")) {
    const [known, other] = left.kind === "list" ? [left, right] : [right, left];
    if (known.kind === "list" && (other.kind === "external" || other.kind === "unknown"))
      return list(known.items, known.rest ?? unknown);
  }
  if ((op === "==" || op === "!=") && left.kind === "list" && right.kind === "list") {
    const is = isEqual(left, right); // JavaScript compares lists by identity, but programs don't rely on that
    return is === undefined ? unknown : constant(is === (op === "=="));
  }
  const apply = inTable(arithmetic, op);
  if (!apply) return unknown;
  if (left.kind === "const" && right.kind === "const") return constant(apply(left.value, right.value));
  // missing credentials equal no secret, and an anonymous user equals no stored one
  if ([left, right].some(isLacking)) {
    if (op === "===" || op === "==") return constant(false);
    if (op === "!==" || op === "!=") return constant(true);
  }
  const isMissing = [left, right].some((value) => value.kind === "const" && isNone(value.value));
  if (isMissing && [left, right].some(isThere)) {
    if (["===", "==", "is"].includes(op)) return constant(false);
    if (["!==", "!=", "is not"].includes(op)) return constant(true);
  }
  const isOther = [left, right].some(isComposed) && [left, right].some(({ kind }) => kind === "const");
  if (isOther && (op === "===" || op === "is")) return constant(false);
  if (isOther && (op === "!==" || op === "is not")) return constant(true);
  return unknown;
}

/** Whether a value is no text, number or the like. */
const isComposed = (value: Value): boolean =>
  (value.kind === "object" && !value.host && !value.rest) || ["list", "function"].includes(value.kind);

/** Whether two constants, or lists of them, are equal; `undefined` if unknown. */
function isEqual(value: Value, other: Value): boolean | undefined {
  if (value.kind === "const" && other.kind === "const") return equal(value.value, other.value);
  if (value.kind !== "list" || other.kind !== "list" || value.rest || other.rest) return undefined;
  if (value.items.length !== other.items.length) return false;
  const results = new Set(value.items.map((item, index) => isEqual(item, other.items[index] ?? unknown)));
  return results.has(false) ? false : results.has(undefined) ? undefined : true;
}

/** Whether a set of texts holds all items of another. Tuples, such as versions, are compared by their order. */
function isWithin(part: ListValue, whole: ListValue): Value {
  const isKnown = [part, whole].every(
    ({ items, rest, isLoose }) =>
      !rest && !isLoose && items.every((item) => item.kind === "const" && typeof item.value === "string"),
  );
  if (!isKnown) return unknown;
  const all = new Set(whole.items.flatMap(texts));
  return constant(part.items.flatMap(texts).every((text) => all.has(text)));
}

function contains(item: Value, all: Value, expected: boolean): Value {
  if (item.kind !== "const" && item.kind !== "list") return isLacking(item) ? constant(!expected) : unknown;
  if (all.kind === "list" && !all.rest && !all.isLoose) {
    const results = new Set(all.items.map((other) => isEqual(item, other)));
    if (results.has(true)) return constant(expected);
    return results.has(undefined) && !isLacking(item) ? unknown : constant(!expected);
  }
  if (isLacking(item)) return constant(!expected);
  if (item.kind !== "const") return unknown;
  if (all.kind === "object" && !all.rest && !all.host && !all.cls) {
    const value = all.props.get(String(item.value));
    const isIn = value !== undefined && value !== gone;
    return isIn && each(value).includes(gone) ? unknown : constant(isIn === expected);
  }
  return unknown;
}

/** Applies an operator to two values, where the result is known. */
export function compare(op: string, left: Value, right: Value): Value {
  const [lefts, rights] = [each(left), each(right)];
  if (lefts.length * rights.length > 16) return unknown;
  return either(lefts.flatMap((a) => rights.map((b) => one(op, a, b))));
}
