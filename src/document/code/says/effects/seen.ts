import type { Declaration } from "../../../../code/index.ts";
import type { Effect } from "../outside.ts";

/** A declaration's body, searched for effects. */
export interface Seen {
  readonly body: string;
  readonly name: string;
  readonly parameters: Declaration["parameters"];
  readonly names: ReadonlySet<string>;
}

/** Finds one kind of effects. */
export type Look = (seen: Seen) => readonly Effect[];

/** A verb in its two forms: `reads`, `reading`. */
export type Verb = readonly [does: string, doing: string];

export const effect = (verb: Verb, rest: string): Effect => ({
  does: `${verb[0]} ${rest}`,
  doing: `${verb[1]} ${rest}`,
});

/** Returns the first group of every match of the patterns, without duplicates. */
export const matches = (text: string, patterns: readonly RegExp[]): readonly string[] => [
  ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name))),
];
