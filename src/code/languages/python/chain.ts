import type { Source } from "./structure.ts";

/** Returns the last token of `a.b.c`, which begins at a name; before `from` if there is none. */
export function chainEnd(source: Source, from: number): number {
  if (source.kind(from) !== "name") return from - 1;
  let last = from;
  while (source.isDot(last + 1) && source.kind(last + 2) === "name") last += 2;
  return last;
}

/** Returns the dotted name that begins at a token, without anything in between; empty if there is none. */
export const dotted = (source: Source, from: number): string => chain(source, from, chainEnd(source, from));

/** Joins names with dots; there is almost never anything else between them. */
export function chain(source: Source, from: number, last: number): string {
  const text = source.between(from, last + 1);
  return last === from || !/[^\w.]/.test(text) ? text : joined(source, from, last);
}

function joined(source: Source, from: number, last: number): string {
  let name = source.word(from);
  for (let index = from + 2; index <= last; index += 2) name += `.${source.word(index)}`;
  return name;
}

/** Maximum number of parts of a call chain, and of tokens searched for a bracket. */
const [longest, furthest] = [5, 400];

/** Words before a bracket that isn't a call. */
export const keywords: ReadonlySet<string> = new Set(
  "if elif while for return yield await not and or in is lambda else assert del raise with except import from match case".split(
    " ",
  ),
);

/** Returns a chain of names and calls, `a.b().c()`, and the token after it. */
export function ledFrom(
  source: Source,
  from: number,
): { readonly chain: string; readonly end: number } | undefined {
  let text = "";
  let index = from;
  for (let parts = 0; parts < longest && source.kind(index) === "name"; parts++) {
    text += source.word(index);
    index += 1;
    if (source.is(index, "(")) {
      text += "()";
      index = source.closingOf(index, index + furthest) + 1;
    }
    if (!source.isDot(index))
      return source.is(index, "(") || source.is(index, "[") ? undefined : { chain: text, end: index };
    text += ".";
    index += 1;
  }
  return undefined;
}

/**
 * Returns what the name at a token calls: with the preceding call chain, `().` if that isn't one, `super.`
 * for `super().` and `super(Own, self).`.
 */
export function dottedBefore(source: Source, index: number, from: number): string {
  let first = index;
  while (first - 1 > from && source.isDot(first - 1) && source.kind(first - 2) === "name") first -= 2;
  const name = chain(source, first, index);
  if (!source.isDot(first - 1)) return name;
  const before = callBefore(source, first - 2, { from, most: longest - 1 });
  return before === "super()" ? `super.${name}` : `${before || "()"}.${name}`; // `super(Own, self)` too
}

/** Returns the call chain that ends with a bracket; empty if the bracket closes something else. */
function callBefore(
  source: Source,
  close: number,
  { from, most }: { readonly from: number; readonly most: number },
): string {
  const opening = source.is(close, ")") && most > 0 ? openingOf(source, close, from) : -1;
  if (opening <= from || source.kind(opening - 1) !== "name") return "";
  let first = opening - 1;
  while (first - 1 > from && source.isDot(first - 1) && source.kind(first - 2) === "name") first -= 2;
  const callText = `${chain(source, first, opening - 1)}()`;
  if (!source.isDot(first - 1)) return keywords.has(callText.slice(0, -2)) ? "" : callText;
  const before = callBefore(source, first - 2, { from, most: most - 1 });
  return before && `${before}.${callText}`;
}

/** Returns the index of the matching opening bracket; -1 if it is too far away. */
function openingOf(source: Source, close: number, from: number): number {
  let depth = 0;
  for (let index = close; index >= from && index > close - furthest; index--) {
    if (source.kind(index) !== "op") continue;
    depth += source.bracket(index);
    if (depth === 0) return index;
  }
  return -1;
}

/** Whether a name looks like a class: a capital first letter after underscores. */
export function isCapital(source: Source, index: number): boolean {
  const letter = source.code(index);
  return letter === underscore ? /^_*[A-Z]/.test(source.word(index)) : letter >= 65 && letter <= 90;
}
const underscore = 95;
