import type { Declaration, Imported, Language, Trait } from "../code/index.ts";
import { lineIndex } from "../lib/index.ts";

/** What cross-file questions need to know about a file: plain data that outlives its text and syntax tree. */
export interface Facts {
  readonly declarations: readonly Declaration[];
  /** In the same order. */
  readonly traits: readonly (readonly Trait[])[];
  /** First and last line of each declaration, from 1, as consecutive pairs. */
  readonly lines: readonly number[];
  readonly imports: readonly Imported[];
}

/** Extracts the facts of a file. Source that doesn't parse has no declarations. */
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

/** A shared empty list. */
export const none: readonly never[] = [];

/** Whether a function's result is its object or something that it holds, rather than a class: `this`, `self.box`. */
export const isOfSelf = (receiver: string): boolean => receiver === "this" || isOfField(receiver);

/** Whether a result is a field: `this.box`, `self.box`. */
export const isOfField = (receiver: string): boolean => /^(?:this|self)\./.test(receiver);
