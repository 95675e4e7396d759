import type { Declared, Symbol } from "../../inspect/index.ts";
import { ownerName } from "../../lib/index.ts";

const last = (name: string): string => name.split(/\.|::/).at(-1) ?? "";

/** What raises nothing of its own that a docstring would tell. */
const harmless = new Set(
  "len isinstance str repr print super range list dict set tuple bool enumerate zip append join format log debug info warn push map filter toString String console.log".split(
    " ",
  ),
);

/** What the languages raise by themselves: where nothing is called, a cast, a subscript or a division does. */
const implied = new Set(
  `ClassCastException NullPointerException ArithmeticException IndexOutOfBoundsException ArrayIndexOutOfBoundsException
  ArrayStoreException NegativeArraySizeException StackOverflowError OutOfMemoryError KeyError IndexError LookupError
  AttributeError ZeroDivisionError ArithmeticError OverflowError StopIteration ImportError ModuleNotFoundError NameError
  RecursionError AssertionError TypeError ReferenceError`.split(/\s+/),
);

/** What may raise errors of the language's own. */
const formats = new Set(["format", "String.format"]);
const ofFormats = new Set(
  "ValueError Exception RuntimeException IllegalArgumentException IllegalFormatException".split(" "),
);

const deepest = 200;

/**
 * Whether a declaration certainly doesn't raise an error: nothing that it reaches raises it or one that extends it, and all
 * that it calls is declared here, is harmless, or can't know an error that is this project's own: one that the file imports
 * from `outside` isn't, whatever else the project calls so.
 */
export function neverRaises(symbol: Symbol, type: string, index: Declared, outside = false): boolean {
  const wanted = last(type);
  const own = !outside && index.named(wanted).some(({ declaration }) => declaration.kind === "class");
  if (!own && implied.has(wanted)) return false;
  const isIt = (raised: string): boolean => last(raised) === wanted || extendsIt(raised, wanted, index);
  if (index.raises(symbol).some((raise) => isIt(raise.type))) return false;
  const { kind, name } = symbol.declaration;
  if (kind === "method" && index.named(last(name)).some((item) => speaksFor(symbol, item, index)))
    return false;
  const open = [symbol];
  const seen = new Set(open);
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.declaration.raises.some((raise) => raise.local && isIt(raise.type))) return false; // its callers aren't told
    const known = index.calls(at);
    const names = new Set(known.map(({ declaration }) => last(declaration.name)));
    for (const { name: whole, read } of at.declaration.calls) {
      const called = last(whole);
      // which of several of that name a call means only its arguments tell
      if (at.file.endsWith(".java") && index.named(called).length > 1) return false;
      const isHarmless =
        harmless.has(called) &&
        (own || !formats.has(called) || !(ofFormats.has(wanted) || wanted.includes("Format")));
      if (names.has(called) || read || isHarmless || harmless.has(whole)) continue;
      if (at.declaration.raises.some((raise) => last(raise.type) === called)) continue; // to make an error raises no other
      // a parameter that is called, or a method of what isn't known here, may raise anything
      if (
        !own ||
        index.named(called).length > 0 ||
        at.declaration.parameters.some((parameter) => whole.startsWith(parameter.name))
      )
        return false;
    }
    for (const next of known)
      if (!seen.has(next)) {
        if (seen.size >= deepest) return false;
        seen.add(next);
        open.push(next);
      }
  }
  return true;
}

/** Whether what is said of a method may be meant for another that stands in its place: in Go and Rust nothing says which does. */
function speaksFor(symbol: Symbol, other: Symbol, index: Pick<Declared, "named">): boolean {
  if (other.place === symbol.place) return false;
  if (/\.(?:go|rs)$/.test(symbol.file) || other.declaration.kind !== "method") return true;
  const [own, its] = [symbol, other].map((item) => last(ownerName(item.declaration.name)));
  return !own || !its || extendsIt(its, own, index);
}

/** Whether a class is another, or extends it, by their last names. */
export function extendsIt(type: string, wanted: string, index: Pick<Declared, "named">): boolean {
  const seen = new Set<string>();
  const open = [last(type)];
  for (let at = open.pop(); at !== undefined && !seen.has(at); at = open.pop()) {
    if (at === wanted) return true;
    seen.add(at);
    for (const { declaration } of index.named(at)) open.push(...(declaration.bases ?? []).map(last));
  }
  return false;
}
