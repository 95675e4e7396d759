import { isAlso, isPythons, isScalar, isScripts } from "./builtins.ts";
import type { Known, Type } from "./type.ts";

/** Whether every value of one type is valid where another is required. */
export type Answer = "yes" | "no" | "unknown";

/** What a type name refers to in its place. */
export interface Named {
  readonly name: string;
  readonly known: Known | "foreign" | undefined;
}

export const isNamed = (type: Type | undefined, name: string): boolean =>
  type?.is === "name" && type.name === name;

const empty = new Set(["undefined", "null", "None"]);
/** Whether a change is probably just a corrected annotation: an undefined result, a read-only list. */
export const isSlight = (name: string, other: Type): boolean =>
  empty.has(name) || (name === "ReadonlyArray" && isNamed(other, "Array"));

/** Array-like types of scripts; each is also one of those after it. */
const listed: Readonly<Record<string, readonly string[] | undefined>> = {
  Array: ["ReadonlyArray", "Iterable", "ArrayLike"],
  ReadonlyArray: ["Iterable", "ArrayLike"],
  Set: ["ReadonlySet", "Iterable"],
  ReadonlySet: ["Iterable"],
  Promise: ["PromiseLike"],
  Generator: ["IterableIterator", "Iterator", "Iterable"],
  IterableIterator: ["Iterator", "Iterable"],
};

const lists = new Set(Object.entries(listed).flatMap(([name, others = []]) => [name, ...others]));

/** Whether an undeclared type name fits another, whatever their arguments; undefined if both are the same. */
export function nameFits(a: Named, b: Named, language: "script" | "python"): Answer | undefined {
  if (a.name === b.name) return undefined;
  return language === "python" ? pythonFits(a, b) : scriptFits(a, b);
}

function pythonFits(a: Named, b: Named): Answer | undefined {
  if (isAlso(a.name, b.name)) return undefined;
  const [isOwn, isOther] = [isPythons(a.name), isPythons(b.name)];
  if (isOwn && isOther) return "no";
  const other = a.name === "None" ? b : b.name === "None" ? a : undefined;
  return other?.known === "foreign" && /^_*[A-Z]\w*[a-z]/.test(other.name) ? "no" : "unknown";
}

function scriptFits(a: Named, b: Named): Answer | undefined {
  if (listed[a.name]?.includes(b.name)) return undefined;
  if (a.name === "undefined" && b.name === "void") return "yes";
  if (b.name === "object") return isScalar(a.name) ? "no" : "yes";
  if (empty.has(a.name) || empty.has(b.name) || a.name === "unknown") return "no";
  if (!isCertain(a) || !isCertain(b)) return "unknown";
  if (isScalar(a.name) || isScalar(b.name)) return "no";
  return listed[b.name]?.includes(a.name) || isApart(a.name) || isApart(b.name) ? "no" : "unknown";
}

const isApart = (name: string): boolean => /^(?:(?:Readonly)?Array|Promise)$/.test(name);
/** Whether a name can't be an alias. */
const isCertain = ({ name, known }: Named): boolean =>
  known === undefined && (isScalar(name) || isScripts(name) || lists.has(name));

/** Types that are covariant in their arguments. */
export const covariant = new Set(
  "Array ReadonlyArray Promise PromiseLike Set ReadonlySet Iterable Iterator IterableIterator AsyncIterable AsyncIterator Record Map ReadonlyMap Readonly list tuple Sequence Collection Mapping dict set frozenset AbstractSet Coroutine Awaitable Generator type".split(
    " ",
  ),
);

/** Whether nothing else can be of this type: neither a class nor an object. */
export const isBare = (name: string): boolean => name === "None" || isScalar(name);

/** Compares a literal type, or one that may be a literal. */
export function literalFits(a: Type, b: Type, isDeclared: boolean): Answer {
  if (isDeclared) return "unknown";
  if (a.is === "literal" && b.is === "literal") return a.text === b.text ? "yes" : "no";
  const [text, type] = a.is === "literal" ? [a.text, b] : [b.is === "literal" ? b.text : "", a];
  if (type.is === "object" && isBrand(type)) return "unknown";
  if (type.is !== "name") return "no";
  if (a.is === "literal" && kindsOf(text).includes(type.name)) return "yes";
  return isScalar(type.name) || isScripts(type.name) || isPythons(type.name) ? "no" : "unknown";
}

function kindsOf(text: string): readonly string[] {
  if (/^["'`]/.test(text)) return ["string", "str"];
  return /^(?:true|false)$/i.test(text) ? ["boolean", "bool", "int"] : ["number", "int", "float"];
}

/** Whether a type is a brand, as in `string & { _?: never }`. */
const isBrand = ({ members }: Extract<Type, { is: "object" }>): boolean =>
  [...members.values()].every(({ optional }) => optional);

/** Compares types of different kinds: only those that certainly differ are distinguished. */
export function formFits(a: Type, b: Type): Answer {
  for (const item of [a, b])
    if (item.is === "name" && isScalar(item.name))
      return b.is === "object" && isBrand(b) ? (b.members.size === 0 ? "yes" : "unknown") : "no";
  if (isNamed(b, "object")) return "yes";
  const [call, other] = a.is === "call" ? [a, b] : [b, a];
  return call.is === "call" && other.is === "name" && isPythons(other.name) ? "no" : "unknown";
}

export function opaqueFits(a: Type, b: Type): Answer {
  if (a.is === "opaque" && b.is === "opaque" && a.text === b.text) return "yes";
  const [read, other] = a.is === "opaque" ? [a, b] : [b, a];
  return read.is === "opaque" && read.text === "property" && other.is === "call" ? "no" : "unknown";
}
