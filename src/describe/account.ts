import { stem } from "../language/index.ts";
import { fillers, stackWords } from "./fillers.ts";
import { isColumnName } from "./tables.ts";
import { ruleKind, type Rule } from "./rules.ts";
import { clausesOf, sentencesOf } from "./sentences.ts";

/** A part of a description, and its words that appear in no definition. */
export interface Unread {
  readonly part: string;
  readonly words: readonly string[];
  /** None of its words was used. */
  readonly wholly: boolean;
}

/** Formats a part for people; if only some of its words weren't understood, lists those. */
export const unreadText = ({ part, words, wholly }: Unread): string =>
  wholly ? part : `${words.map((word) => `“${word}”`).join(", ")} in “${part}”`;

/** What happened to the parts of a description that no definition shows. */
export interface Account {
  readonly rules: readonly Rule[];
  /** Parts with words that appear nowhere else. */
  readonly unread: readonly Unread[];
}

/** The stem of a word without the endings that make nouns of verbs: `payment` → pay, `cancellation` → cancel. */
export const stemOf = (word: string): string =>
  stem(stem(word.toLowerCase()).replace(/(?<=\w{3})(?:ment|er|or)$/, ""));

export const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsIn(text).map(stemOf));

/** The lower-case words of a text in any spelling: `dueDate` is two words. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/\p{L}[\p{L}\p{M}'’]*|\d+(?:[.,]\d+)*/gu) ?? [];

const isFiller = (word: string): boolean =>
  word.length < 2 || fillers.has(word) || fillers.has(word.replaceAll(/['’]/g, "")) || stackWords.has(word);

/** Collapses a text to one line, without a leading list marker. */
const withoutMark = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replace(/^(?:[-*•#>|]+|\d+[.)])\s+/, "")
    .replace(/\s+\|$/, "");

/** Splits a clause into parts short enough to report: the items of its list. */
function partsOf(clause: string): readonly string[] {
  const parts = clause
    .split(/[,:()|\n]|\s[-–]\s/)
    .map((part) => part.trim())
    .filter(Boolean);
  return clause.startsWith("|") && parts.every(isColumnName) ? [] : parts;
}

/**
 * Accounts for every content word of a description: used in the definition, reported as a rule, or not understood.
 * @param definitionText everything that the definition shows, and the notes on it
 */
export function accountFor(description: string, definitionText: string): Account {
  const rules: Rule[] = [];
  const seen = new Set(stemsOf(definitionText));
  const unread = new Map<string, Unread>();
  for (const sentence of sentencesOf(description)) {
    for (const clause of clausesOf(sentence.text)) {
      const kind = ruleKind(clause);
      if (kind) rules.push({ kind, text: withoutMark(clause) });
    }
  }
  for (const { text } of rules) for (const word of wordsIn(text)) seen.add(stemOf(word));
  for (const sentence of sentencesOf(description))
    for (const part of partsOf(sentence.text)) {
      const content = wordsIn(part).filter((word) => !isFiller(word));
      const words = [...new Set(content.filter((word) => !seen.has(stemOf(word))))];
      const text = withoutMark(part);
      if (words.length)
        unread.set(text, { part: text, words, wholly: content.every((word) => words.includes(word)) });
    }
  return { rules, unread: [...unread.values()] };
}
