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

/** What was parsed before; lists ask the same of the same words again and again. */
const parsed = new Map<string, readonly Term[]>();
const mostParsed = 2000;

/** The words of a sentence with their parts of speech, as compromise tags them: `Verb`, `Noun`, `Infinitive`, … */
export function termsOf(sentence: string): readonly Term[] {
  const before = parsed.get(sentence);
  if (before) return before;
  parse ??= createRequire(import.meta.url)("compromise") as Parse; // as its types say
  const terms = parse(sentence)
    .json()
    .flatMap(({ terms: all }) => all.map(({ text, tags }) => ({ text, tags: new Set(tags) })));
  if (parsed.size >= mostParsed) parsed.clear();
  if (sentence.length < 200) parsed.set(sentence, terms);
  return terms;
}

/** Whether a word can be an order: `cancel`, `check out`. */
export const isOrder = (word: string): boolean => {
  if (/^[a-z]{3,}(?:ify|[ei]cate|ize)$/.test(word)) return true;
  const [first] = termsOf(`please ${word} it`).slice(1);
  return first?.tags.has("Verb") === true && !first.tags.has("PastTense") && !first.tags.has("Gerund");
};

/** Whether a word, alone, is a verb rather than a noun: `freeze`, not `title`. */
export const isDeed = (word: string): boolean => termsOf(word)[0]?.tags.has("Verb") === true;
