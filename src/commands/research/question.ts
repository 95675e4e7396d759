import { stemmer } from "stemmer";
import { words } from "../../inspect/index.ts";
import { UserError } from "../../lib/index.ts";

export interface Question {
  readonly text: string;
  /** What is searched for: as it was typed, and its normal forms. */
  readonly words: readonly { readonly typed: string; readonly forms: readonly string[] }[];
}

const mostWords = 60;
const longest = 4_000;

/** Words of a question that say how it is asked, not what about. */
const asking = new Set(
  "about any been being but could did explain find get give has have here into just let like mean much must need no our out should show so some tell than their them then there these they thing those too up us use used using very want were whether would your".split(
    " ",
  ),
);

/** `line`: what to type instead; questions stand in the arguments of more than one command. */
export function readQuestion(text: string, line = '/research "where are invoices archived"'): Question {
  if (text.length > longest)
    throw new UserError(
      "question_long",
      `The text has ${text.length} characters; ${longest} are read.`,
      "Say it in a sentence or two, and paste no files.",
      { usage: true },
    );
  const seen = new Set<string>();
  const found = text.split(/[^\p{L}\p{N}_$@./-]+/u).flatMap((token) => {
    const typed = token.replaceAll(/^[^\p{L}\p{N}_$@]+|[^\p{L}\p{N}_$]+$/gu, "");
    const forms = words(typed).filter((word) => !asking.has(word) && !seen.has(word));
    for (const form of forms) seen.add(form);
    return forms.length > 0 ? [{ typed, forms }] : [];
  });
  if (found.length === 0)
    throw new UserError(
      "question_empty",
      "There is no word in this that can be searched for.",
      `Name what it is about: ${line}`,
      { usage: true },
    );
  return { text: text.replaceAll(/\s+/g, " ").trim(), words: found.slice(0, mostWords) };
}

/** Longer endings change what a word means: `atom` isn't `atomically`. */
const longestEnding = 4;

const alike = (a: string, b: string): boolean =>
  a === b || (a[0] === b[0] && Math.abs(a.length - b.length) <= longestEnding && stemmer(a) === stemmer(b));

/** The question's words, and others that are there with the same stem: `parsing` also means `parse`. */
export function widened(question: Question, there: Iterable<string>): string {
  const forms = question.words.flatMap((word) => word.forms);
  const known = new Set([...there].flatMap((text) => words(text)));
  const more = [...known].filter((word) => !forms.includes(word) && forms.some((form) => alike(form, word)));
  return [...forms, ...more].join(" ");
}

/** Beginnings that all words of the same stem share, for searches by text: `history` and `histories` are `histor`. */
export const beginnings = (question: Question): readonly string[] =>
  question.words
    .flatMap(({ forms }) => forms.map((form) => stemmer(form)))
    .map((stem) => stem.replace(/i$/, ""));

/** The typed words of a question that stand in a text, or others of their stem do. */
export function wordsIn(question: Question, text: string): readonly string[] {
  const there = new Set(words(text));
  return question.words
    .filter(({ forms }) =>
      forms.every((form) => there.has(form) || [...there].some((word) => alike(form, word))),
    )
    .map(({ typed }) => typed);
}
