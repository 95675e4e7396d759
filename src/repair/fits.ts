import type { Change } from "../workspace/index.ts";

/** Numbers and strings in a source, except those common in any loop or condition. */
const literalsIn = (source: string): readonly string[] =>
  (source.match(/(?<![\w.])-?\d+(?:\.\d+)?(?!\w)|"[^"\n]+"|'[^'\n]+'/g) ?? []).filter(
    (literal) => !/^-?[01]$/.test(literal),
  );

/** Whether a change hard-codes a test's expected value: it adds a literal that occurs only in the tests. */
export function onlyFits({ before, after }: Change, tests: readonly string[]): boolean {
  const known = new Set(literalsIn(before ?? ""));
  const testLiterals = new Set(tests.flatMap(literalsIn));
  return literalsIn(after ?? "").some((literal) => !known.has(literal) && testLiterals.has(literal));
}
