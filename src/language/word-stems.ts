import { stem } from "./stem.ts";

/** The stem of a word without the endings that make nouns of verbs: `payment` → pay, `cancellation` → cancel. */
export const stemOf = (word: string): string =>
  stem(stem(word.toLowerCase()).replace(/(?<=\w{3})(?:ment|er|or)$/, ""));

export const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsIn(text).map(stemOf));

/** The lower-case words of a text in any spelling: `dueDate` is two words, `1,000` is 1000. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .toLowerCase()
    .match(/\p{L}[\p{L}\p{M}'’]*|\d+(?:[.,]\d+)*/gu) ?? [];
