import type { Declaration, Imported, Language, Trait } from "../code/index.ts";

/** What questions across files need to know of one: plain data, which outlives its text and syntax tree. */
export interface Facts {
  readonly declarations: readonly Declaration[];
  /** In the same order. */
  readonly traits: readonly (readonly Trait[])[];
  /** First and last of each declaration, from 1. */
  readonly lines: readonly (readonly [first: number, last: number])[];
  readonly imports: readonly Imported[];
}

/** Reads one file. Source that doesn't parse declares nothing. */
export function factsOf(text: string, language: Language): Facts {
  const lineAt = linesOf(text);
  const declarations = language.declarations(text);
  return {
    declarations,
    traits: language.traits(text).map((own) => [...own]),
    lines: declarations.map(({ range: { start, end } }) => [lineAt(start), lineAt(Math.max(start, end - 1))]),
    imports: language.imports(text),
  };
}

function linesOf(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
