import { type ApiDefinition, inFull } from "../api/index.ts";
import { wholly } from "../lib/index.ts";
import { stem } from "../language/index.ts";
import { fillers, stackWords } from "./fillers.ts";
import { isColumnName } from "./tables.ts";
import { ruleKind, type Rule } from "./rules.ts";
import { clausesOf, sentencesOf } from "./sentences.ts";
import { appNouns } from "./vocabulary.ts";

/** A part of a description, and its words that no fact of it shows. */
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
  /** Parts with words that no fact about their subject shows. */
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

/** Fillers that are names of fields where they stand alone. */
const isFieldName = wholly("names?|numbers?|dates?|times?|types?|kinds?");

/** The words that something in the definition must show. `each tool` is a thing, although tools are software. */
function contentOf(words: readonly string[]): readonly string[] {
  const content = words.filter(
    (word, index) =>
      !isFiller(word) || (/^(?:each|every)$/.test(words[index - 1] ?? "") && appNouns.test(word)),
  );
  return content.length ? content : words.filter((word) => words.length < 3 && isFieldName.test(word));
}

/** Collapses a text to one line, without a leading list marker. */
const withoutMark = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replace(/^(?:[-*•#>|]+|\d+[.)])\s+/, "")
    .replace(/\s+\|$/, "");

/** A piece of a sentence short enough to report, such as an item of its list. */
interface Part {
  readonly text: string;
  /** What precedes the parentheses around it. */
  readonly holder: string | undefined;
  /** Whether parentheses follow it. */
  readonly holds: boolean;
}

function partsOf(sentence: string): readonly Part[] {
  const parts: Part[] = [];
  const holders: string[] = [];
  for (const [, before = "", sign = ""] of sentence.matchAll(/([^,:()|\n]*?)(\s[-–]\s|[,:()|\n]|$)/g)) {
    const text = before.trim();
    if (text) parts.push({ text, holder: holders.at(-1), holds: sign === "(" });
    if (sign === "(") holders.push(text);
    else if (sign === ")") holders.pop();
  }
  return sentence.startsWith("|") && parts.every(({ text }) => isColumnName(text)) ? [] : parts;
}

/** All words that a definition shows of one resource. */
interface Shown {
  /** Its name as one word, without what makes a reserved word a name: `ReturnEntry` → return. */
  readonly whole: string;
  readonly last: string;
  readonly stems: ReadonlySet<string>;
}

/** The strings and numbers in a value, without the names of properties. */
const valuesIn = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null
    ? Object.values(value).flatMap(valuesIn)
    : typeof value === "string" || typeof value === "number"
      ? [String(value)]
      : [];

/** The resources of a definition, each with the words of its own facts. */
class Facts {
  readonly #resources: readonly Shown[];
  readonly #all: ReadonlySet<string>;

  constructor(resources: ApiDefinition["resources"]) {
    this.#resources = resources.map((resource) => {
      const words = wordsIn(resource.name.replace(/(?<=\w)Entry$/, ""));
      const stems = stemsOf(valuesIn(resource).join("\n"));
      return { whole: stemOf(words.join("")), last: stemOf(words.at(-1) ?? ""), stems };
    });
    this.#all = new Set(this.#resources.flatMap(({ stems }) => [...stems]));
  }

  /** The resources that a text names: by their whole name, or by its last word if no other ends in that. */
  named(text: string): readonly Shown[] {
    const words = wordsIn(text).map(inFull);
    const found = words.flatMap((_, index) => {
      const ends = [1, 2, 3].map((count) =>
        stemOf(words.slice(Math.max(0, index + 1 - count), index + 1).join("")),
      );
      const whole = this.#resources.filter((resource) => ends.includes(resource.whole));
      const all = this.#resources.filter(({ last }) => last === ends[0]);
      return whole.length ? whole.slice(-1) : all.length === 1 ? all : [];
    });
    return [...new Set(found)];
  }

  /**
   * The words of what a sentence is about: its subject with what that is related to, otherwise all that it names.
   * @param before the same of the sentence before it
   */
  around(sentence: string, before: ReadonlySet<string> | undefined): ReadonlySet<string> {
    const all = this.named(sentence);
    if (!all.length) return before ?? this.#all;
    const [owner] = this.named(subject.exec(sentence)?.[1] ?? "");
    const spoken = owner ? [owner, ...all.filter(({ last }) => owner.stems.has(last))] : all;
    const stems = spoken.flatMap((resource) => [...resource.stems]);
    return new Set(before && goesOn.test(sentence) ? [...stems, ...before] : stems);
  }
}

/** The subject of a list: `A book has …`, `Books: …`. */
const subject = /^\W*((?:[\w'’-]+ ){0,3}?[\w'’-]+)(?:\s*[:(]|\s+[-–]\s|\s+(?:has|have|having|with)\b)/;
const goesOn = /^\s*(?:[-*•|]|\d+[.)])|\b(?:it|its|they|them|their|these|those|both|each|he|she|his|her)\b/i;

/**
 * Accounts for every content word of a description: used in a fact about what its sentence names, reported as a rule, or
 * not understood.
 * @param notes what is reported about the definition
 */
export function accountFor(
  description: string,
  { info, resources }: Pick<ApiDefinition, "resources"> & { readonly info?: { readonly title: string } },
  notes: readonly string[] = [],
): Account {
  const rules: Rule[] = [];
  const unread = new Map<string, Unread>();
  const facts = new Facts(resources);
  const noted = stemsOf([info?.title ?? "", ...notes].join("\n"));
  let around: ReadonlySet<string> | undefined;
  for (const sentence of sentencesOf(description)) {
    const shown = new Set(noted);
    for (const clause of clausesOf(sentence.text)) {
      const kind = ruleKind(clause);
      if (!kind) continue;
      rules.push({ kind, text: withoutMark(clause) });
      for (const stem of stemsOf(clause)) shown.add(stem);
    }
    around = facts.around(sentence.text, around);
    for (const { text: part, holder, holds } of partsOf(sentence.text)) {
      const [owner] = facts.named(holder?.split(" ").at(-1) ?? "");
      const listed = holds ? facts.named(part).flatMap(({ stems }) => [...stems]) : [];
      const stems = new Set([...(owner?.stems ?? around), ...listed]);
      const isShown = (word: string): boolean => shown.has(stemOf(word)) || stems.has(stemOf(word));
      const isUnread = (word: string): boolean => !isShown(word) && !isShown(inFull(word));
      const content = contentOf(wordsIn(part));
      const words = [...new Set(content.filter(isUnread))];
      const text = withoutMark(part);
      if (words.length)
        unread.set(text, { part: text, words, wholly: content.every((word) => words.includes(word)) });
    }
  }
  return { rules, unread: [...unread.values()] };
}
