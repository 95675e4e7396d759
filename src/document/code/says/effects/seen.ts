import type { Declaration } from "../../../../code/index.ts";
import type { Effect } from "../outside.ts";

/** The body of a declaration, in which effects are looked for. */
export interface Seen {
  readonly body: string;
  readonly name: string;
  readonly parameters: Declaration["parameters"];
  /** The names of its parameters. */
  readonly names: ReadonlySet<string>;
}

/** Looks for one kind of effects. */
export type Look = (seen: Seen) => readonly Effect[];

/** A verb as it stands alone and behind another: `reads`, `reading`. */
export type Verb = readonly [does: string, doing: string];

export const effect = (verb: Verb, rest: string): Effect => ({
  does: `${verb[0]} ${rest}`,
  doing: `${verb[1]} ${rest}`,
});

/** What the first group of each pattern takes, each once. */
export const matches = (text: string, patterns: readonly RegExp[]): readonly string[] => [
  ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name))),
];
