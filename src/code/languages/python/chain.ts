import type { Source } from "./structure.ts";

/** The last token of `a.b.c`, which begins at a name; before `from` where there is none. */
export function chainEnd(source: Source, from: number): number {
  if (source.kind(from) !== "name") return from - 1;
  let last = from;
  while (source.isDot(last + 1) && source.kind(last + 2) === "name") last += 2;
  return last;
}

/** The names with dots that begin at a token, without what may lie between them; empty where there is none. */
export const dotted = (source: Source, from: number): string => chain(source, from, chainEnd(source, from));

/** Names with dots between them: nearly always without anything else. */
export function chain(source: Source, from: number, last: number): string {
  const text = source.between(from, last + 1);
  return last === from || !/[^\w.]/.test(text) ? text : joined(source, from, last);
}

function joined(source: Source, from: number, last: number): string {
  let name = source.word(from);
  for (let index = from + 2; index <= last; index += 2) name += `.${source.word(index)}`;
  return name;
}

/** What is called by the name at a token: with `().` before it where something called gives it, `super.` for `super().`. */
export function dottedBefore(source: Source, at: number, from: number): string {
  let first = at;
  while (first - 1 > from && source.isDot(first - 1) && source.kind(first - 2) === "name") first -= 2;
  const name = chain(source, first, at);
  if (!source.isDot(first - 1)) return name;
  return source.is(first - 2, ")") && source.is(first - 4, "super") ? `super.${name}` : `().${name}`;
}

/** Whether a name is written as classes are: by its first letter, after underscores. */
export function isCapital(source: Source, at: number): boolean {
  const letter = source.code(at);
  return letter === underscore ? /^_*[A-Z]/.test(source.word(at)) : letter >= 65 && letter <= 90;
}
const underscore = 95;
