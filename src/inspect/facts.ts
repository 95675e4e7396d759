import type { Declaration, Imported, Language, Trait } from "../code/index.ts";
import { lineIndex } from "../lib/index.ts";

/** What questions across files need to know of one: plain data, which outlives its text and syntax tree. */
export interface Facts {
  readonly declarations: readonly Declaration[];
  /** In the same order. */
  readonly traits: readonly (readonly Trait[])[];
  /** First and last of each declaration, from 1, one after the other. */
  readonly lines: readonly number[];
  readonly imports: readonly Imported[];
}

/** Reads one file. Source that doesn't parse declares nothing. */
export function factsOf(text: string, language: Language): Facts {
  const lineAt = lineIndex(text);
  const declarations = language.declarations(text);
  return {
    declarations,
    traits: language.traits(text).map((trait) => [...trait]),
    lines: declarations.flatMap(({ range: { start, end } }) => [
      lineAt(start),
      lineAt(Math.max(start, end - 1)),
    ]),
    imports: language.imports(text),
  };
}

/** One empty list for all. */
export const none: readonly never[] = [];

/** Whether what a function gives back is the object itself or something that it holds, and no class: `this`, `self.box`. */
export const isOfSelf = (given: string): boolean => given === "this" || isOfField(given);

/** `this.box`, `self.box` */
export const isOfField = (given: string): boolean => /^(?:this|self)\./.test(given);
