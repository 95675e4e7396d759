import type { Draft } from "../../words/sayings.ts";

/** What a part is read into, and the lists of values that its marks stand for. */
export interface About {
  readonly draft: Draft;
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

/** Rewords a part so that its name stands first, and notes in the draft what the old words said; what it doesn't know stays. */
export type Step = (text: string, about: About) => string;

/** A step that only rewords. */
export const reworded =
  (phrase: RegExp, words: string): Step =>
  (text) =>
    text.replace(phrase, words);

/** Words before a name that say nothing of it. */
export const articles =
  /^(?:(?:and|also|just|plus|an?|the|its|their|your|his|her|some|each|every|any|own|one(?! to [a-z]+ )|then|optionally|finally|possibly|perhaps|maybe|as well as|it|they|my|our|of course|there is|with|has|have|needs|carries|by|including)\s+)+/i;
