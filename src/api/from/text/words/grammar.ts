import { createRequire } from "node:module";

interface Parsed {
  json(): readonly {
    readonly terms: readonly { readonly text: string; readonly tags: readonly string[] }[];
  }[];
}
type Parse = (text: string) => Parsed;
let parse: Parse | undefined;

export interface Term {
  readonly text: string;
  readonly tags: ReadonlySet<string>;
}

/** The words of a sentence with their parts of speech, as compromise tags them: `Verb`, `Noun`, `Infinitive`, … */
export function termsOf(sentence: string): readonly Term[] {
  parse ??= createRequire(import.meta.url)("compromise") as Parse; // as its types say
  return parse(sentence)
    .json()
    .flatMap(({ terms }) => terms.map(({ text, tags }) => ({ text, tags: new Set(tags) })));
}

/** Whether a word can be an order: `cancel`, `check out`. */
export const isOrder = (word: string): boolean => {
  if (/^[a-z]{3,}(?:ify|[ei]cate|ize)$/.test(word)) return true;
  const [first] = termsOf(`please ${word} it`).slice(1);
  return first?.tags.has("Verb") === true && !first.tags.has("PastTense") && !first.tags.has("Gerund");
};

/** Whether a word, alone, is a verb rather than a noun: `freeze`, not `title`. */
export const isDeed = (word: string): boolean => termsOf(word)[0]?.tags.has("Verb") === true;
