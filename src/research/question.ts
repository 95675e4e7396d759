import { stemmer } from "stemmer";
import { type Term, words } from "../inspect/index.ts";
import { usageError } from "../lib/index.ts";
import { alike, sureness } from "./related.ts";

export interface Question {
  readonly text: string;
  /** The search words: as typed, and their normal forms. */
  readonly words: readonly { readonly typed: string; readonly forms: readonly string[] }[];
}

const mostWords = 60;
const longest = 4_000;

/** Question words that say how something is asked, not what about. */
const asking = new Set(
  "about any been being but could did explain find get give has have here into just let like mean much must need no our out should show so some tell than their them then there these they thing those too up us use used using very want were whether within without would your".split(
    " ",
  ),
);

/**
 * Parses a question; `line` is suggested in errors, as several commands take questions. Raises UserError if it is too
 * long or has no word to search for.
 */
export function readQuestion(text: string, line = '/research "where are invoices archived"'): Question {
  if (text.length > longest)
    throw usageError(
      "question_long",
      `The text has ${text.length} characters; ${longest} are read.`,
      "Ask in a sentence or two, without pasted files.",
    );
  const seen = new Set<string>();
  const found = text.split(/[^\p{L}\p{N}_$@./-]+/u).flatMap((token) => {
    const typed = token.replaceAll(/^[^\p{L}\p{N}_$@]+|[^\p{L}\p{N}_$]+$/gu, "");
    const forms = words(typed).filter((word) => !asking.has(word) && !seen.has(word));
    for (const form of forms) seen.add(form);
    return forms.length > 0 ? [{ typed, forms }] : [];
  });
  if (found.length === 0)
    throw usageError(
      "question_empty",
      "The question has no word to search for.",
      `Name what it is about: ${line}`,
    );
  return { text: text.replaceAll(/\s+/g, " ").trim(), words: found.slice(0, mostWords) };
}

/**
 * Returns the question's terms, with the existing words that express each: `parsing` matches `parse`, `time out`
 * matches `timeout`.
 */
export function termsOf(question: Question, there: Iterable<string>): readonly Term[] {
  const known = new Set([...there].flatMap((text) => words(text)));
  const questionWords = question.text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => words(word)[0] ?? word.toLowerCase());
  const joined = questionWords.slice(1).map((word, i) => [questionWords[i] ?? "", word] as const);
  return question.words
    .flatMap((word) => word.forms)
    .map((form) => {
      const term = new Map([[form, 1]]);
      for (const word of known) {
        const sure = sureness(form, word);
        if (sure > 0) term.set(word, sure);
      }
      for (const [a, b] of joined)
        if (known.has(a + b) && (alike(a, form) || alike(b, form))) term.set(a + b, 1);
      return term;
    });
}

/** Common prefixes of words with the same stem, for text search: `history` and `histories` become `histor`. */
export const beginnings = (question: Question): readonly string[] =>
  question.words
    .flatMap(({ forms }) => forms.map((form) => stemmer(form)))
    .map((stem) => stem.replace(/i$/, ""));

/** Returns the question's words, as typed, whose parts all occur in a text, exactly or as words with the same stem. */
export function wordsIn(question: Question, text: string): readonly string[] {
  const there = new Set(words(text));
  return question.words
    .filter(({ forms }) =>
      forms.every((form) => there.has(form) || [...there].some((word) => alike(form, word))),
    )
    .map(({ typed }) => typed);
}
