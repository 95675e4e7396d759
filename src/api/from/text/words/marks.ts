import { inBrackets } from "./marks/brackets.ts";
import { chains } from "./marks/chains.ts";
import { type Kept, type Pass, quoted, unquoted } from "./marks/kept.ts";
import { behindColon, joined, oneOf, opposites, weekdays } from "./marks/written.ts";

export { fieldWords } from "./marks/named.ts";

/** Lists of values and quoted texts, out of the way under marks so that their commas and words don't mislead. */
export interface Marked {
  readonly text: string;
  readonly enums: Map<string, readonly string[]>;
}

/** In the order in which lists are put under marks: what is written most plainly first. */
const passes: readonly Pass[] = [
  quoted,
  weekdays,
  joined,
  inBrackets,
  oneOf,
  opposites,
  chains,
  behindColon,
  unquoted,
];

/** The description with lists of values and quotes under marks: `kind ⟦E1⟧`. */
export function mark(given: string): Marked {
  const kept: Kept = { enums: new Map(), quotes: [] };
  let text = given;
  for (const pass of passes) text = pass(text, kept);
  return { text, enums: kept.enums };
}
