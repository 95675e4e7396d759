import type { Declared, Symbol } from "../../inspect/index.ts";
import { ownerName } from "../../lib/index.ts";

const last = (name: string): string => name.split(/\.|::/).at(-1) ?? "";

/** Calls that raise no errors a docstring would document. */
const harmless = new Set(
  "len isinstance str repr print super range list dict set tuple bool enumerate zip append join format log debug info warn push map filter toString String console.log".split(
    " ",
  ),
);

/** Errors the languages themselves raise without a call, such as by casts, subscripts or divisions. */
const implied = new Set(
  `ClassCastException NullPointerException ArithmeticException IndexOutOfBoundsException ArrayIndexOutOfBoundsException
  ArrayStoreException NegativeArraySizeException StackOverflowError OutOfMemoryError KeyError IndexError LookupError
  AttributeError ZeroDivisionError ArithmeticError OverflowError StopIteration ImportError ModuleNotFoundError NameError
  RecursionError AssertionError TypeError ReferenceError`.split(/\s+/),
);

/** Calls that may raise the language's own formatting errors. */
const formats = new Set(["format", "String.format"]);
const ofFormats = new Set(
  "ValueError Exception RuntimeException IllegalArgumentException IllegalFormatException".split(" "),
);

const deepest = 200;

/**
 * Whether a declaration certainly doesn't raise an error. Nothing it reaches may raise the error or a
 * subclass, and each call must be declared here, harmless, or unable to know an error of this project; an
 * error the file imports from `outside` isn't the project's, even if the name matches.
 */
export function neverRaises(symbol: Symbol, type: string, index: Declared, outside = false): boolean {
  const typeName = last(type);
  const isOwnClass =
    !outside && index.named(typeName).some(({ declaration }) => declaration.kind === "class");
  if (!isOwnClass && implied.has(typeName)) return false;
  const isIt = (raised: string): boolean => last(raised) === typeName || extendsIt(raised, typeName, index);
  if (index.raises(symbol).some((raise) => isIt(raise.type))) return false;
  const { kind, name } = symbol.declaration;
  if (kind === "method" && index.named(last(name)).some((item) => speaksFor(symbol, item, index)))
    return false;
  const open = [symbol];
  const seen = new Set(open);
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.declaration.raises.some((raise) => raise.local && isIt(raise.type))) return false; // not documented for its callers
    const known = index.calls(at);
    const names = new Set(known.map(({ declaration }) => last(declaration.name)));
    for (const { name: whole, read } of at.declaration.calls) {
      const called = last(whole);
      // only the arguments tell which overload a call refers to
      if (at.file.endsWith(".java") && index.named(called).length > 1) return false;
      const isHarmless =
        harmless.has(called) &&
        (isOwnClass || !formats.has(called) || !(ofFormats.has(typeName) || typeName.includes("Format")));
      if (names.has(called) || read || isHarmless || harmless.has(whole)) continue;
      if (at.declaration.raises.some((raise) => last(raise.type) === called)) continue; // creating an error raises no other
      // calling a parameter, or a method of something unknown, may raise anything
      if (
        !isOwnClass ||
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

/** Whether a method's docstring may describe an override; in Go and Rust nothing shows which method overrides it. */
function speaksFor(symbol: Symbol, other: Symbol, index: Pick<Declared, "named">): boolean {
  if (other.place === symbol.place) return false;
  if (/\.(?:go|rs)$/.test(symbol.file) || other.declaration.kind !== "method") return true;
  const [ownClass, its] = [symbol, other].map((item) => last(ownerName(item.declaration.name)));
  return !ownClass || !its || extendsIt(its, ownClass, index);
}

/** Whether a class is another or extends it, by their last names. */
export function extendsIt(type: string, baseName: string, index: Pick<Declared, "named">): boolean {
  const seen = new Set<string>();
  const open = [last(type)];
  for (let at = open.pop(); at !== undefined && !seen.has(at); at = open.pop()) {
    if (at === baseName) return true;
    seen.add(at);
    for (const { declaration } of index.named(at)) open.push(...(declaration.bases ?? []).map(last));
  }
  return false;
}
