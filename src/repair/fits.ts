import type { Change } from "../workspace/index.ts";

/** Numbers and strings of a program; what any loop or condition may hold says nothing. */
const literalsIn = (source: string): readonly string[] =>
  (source.match(/(?<![\w.])-?\d+(?:\.\d+)?(?!\w)|"[^"\n]+"|'[^'\n]+'/g) ?? []).filter(
    (literal) => !/^-?[01]$/.test(literal),
  );

/** Whether a change gives the answer that a test asks for: it adds a literal that stands in the tests alone. */
export function onlyFits({ before, after }: Change, tests: readonly string[]): boolean {
  const known = new Set(literalsIn(before ?? ""));
  const asked = new Set(tests.flatMap(literalsIn));
  return literalsIn(after ?? "").some((literal) => !known.has(literal) && asked.has(literal));
}
