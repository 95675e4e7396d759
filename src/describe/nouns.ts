import { wordSet } from "../lib/index.ts";
import { isIrregularPast, singular } from "../language/index.ts";
import {
  adverbs,
  determiners,
  isNumber,
  prepositions,
  pronouns,
  relatives,
  subordinators,
} from "./grammar.ts";
import type { Token } from "./tokens.ts";
import { isHelper } from "./verb-forms.ts";

/** A noun with its quantity: `several new line items`. */
export interface Noun {
  /** The lower-case words, the last one in the singular. */
  readonly words: readonly string[];
  readonly plural: boolean;
  /** Whether the text says more than one: many, several, 3. */
  readonly many: boolean;
  /** Whether the text says exactly one. */
  readonly single: boolean;
  readonly optional: boolean;
  /** The parentheses after it. */
  readonly group: Token | undefined;
  /** The index after it. */
  readonly to: number;
}

const passing = wordSet(
  "new existing own certain given current same other another different various single separate particular specific individual actual respective simple basic whole exactly precisely just only at least most more than up multiple zero main small big large roughly about around approximately personal related registered regular",
);
const measures = wordSet(
  "list number set lot lots bunch couple collection series range kind type variety any piece pieces item items",
);

const manys = wordSet("many several multiple few various numerous lots plenty more all any");

export const isPlural = (word: string): boolean => singular(word) !== word || word === "staff";

/** Whether a word is a participle if a preposition follows: `an image made by a clerk`. */
export const isDone = (low: string): boolean => isIrregularPast(low) || /^\w{2,}[^e\W]ed$/.test(low);

const joining = wordSet("and or but plus so not too well e.g i.e etc also optionally again together");
const closed = [joining, prepositions, pronouns, relatives, subordinators, determiners];
const closing = new Set(closed.flatMap((words) => [...words]));

/** Words that end a noun phrase. */
const ends = ({ kind, tags, low }: Token): boolean =>
  kind !== "word" || tags.has("Head") || isHelper(low) || closing.has(low);

/** Parses the noun phrase that begins at an index. */
export function nounAt(tokens: readonly Token[], from = 0): Noun | undefined {
  let index = from;
  let [many, single, optional] = [false, false, false];
  for (; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    const { low } = token;
    const next = tokens[index + 1];
    if (low === "one" || low === "a" || low === "an" || low === "single") {
      if (low === "one" || low === "single") single = true;
      if (low === "one" && next?.low === "of") index += 1;
    } else if (low === "up" && next?.low === "to" && isNumber(tokens[index + 2])) index += 1;
    else if (isNumber(token)) many = low !== "1" || many;
    else if (manys.has(low)) {
      many = many || low !== "any";
      if (next?.low === "of") index += 1;
    } else if (/^(?:maybe|optional|optionally|perhaps|possibly)$/.test(low)) optional = true;
    else if (measures.has(low) && next?.low === "of") {
      many = many || !/^(?:kind|piece|item)$/.test(low);
      index += 1;
    } else if (determiners.has(low) || passing.has(low) || adverbs.has(low)) continue;
    else break;
  }
  const start = index;
  const words: string[] = [];
  for (; index < tokens.length; index += 1) {
    const token = tokens[index];
    // `people (name, phone)` are persons.
    const isListed = token?.low === "people" && tokens[index + 1]?.kind === "group";
    if (!token || (ends(token) && !isListed) || (index > start && adverbs.has(token.low))) break;
    if (index > start && isDone(token.low) && prepositions.has(tokens[index + 1]?.low ?? "")) break;
    const next = tokens[index + 1];
    // `my band's gigs` are gigs.
    if (/'s?$/.test(token.low) && next && !ends(next)) {
      words.length = 0;
      continue;
    }
    words.push(...token.low.replace(/'s?$/, "").split(/[-_]/));
    if (/'s?$/.test(token.low)) break;
  }
  const last = words.at(-1);
  if (last === undefined || words.length > 5) return undefined;
  const group = tokens[index]?.kind === "group" ? tokens[index] : undefined;
  return {
    words: [...words.slice(0, -1), singular(last)],
    plural: isPlural(last),
    many,
    single,
    optional,
    group,
    to: index + (group ? 1 : 0),
  };
}

/** Whether a subject is only a pronoun, as `it` or `each one`, which refers to the topic. */
export const isPronounAlone = (subject: readonly Token[]): boolean =>
  /^(?:it|they|each|these|those|both|that|this|each one|every one|each of them|they all|they each)$/.test(
    subject.map(({ low }) => low).join(" "),
  );

/** The noun phrases of a list: `members, coaches and the board`. */
export function nounsOf(tokens: readonly Token[]): readonly Noun[] {
  const nouns: Noun[] = [];
  let index = 0;
  while (index < tokens.length) {
    const noun = nounAt(tokens, index);
    if (!noun) break;
    nouns.push(noun);
    index = noun.to;
    const joint = tokens[index];
    if (!joint || !/^(?:,|and|or|\/|&|plus)$/.test(joint.low)) break;
    index += 1;
  }
  return nouns;
}

/** `files with a number`: whether the `with` at an index describes the things before it, not who acts on them. */
export const describesPlural = (tokens: readonly Token[], index: number): boolean =>
  tokens[index]?.low === "with" &&
  isPlural(tokens[index - 1]?.low ?? "") &&
  !/^(?:his|her|their|its)$/.test(tokens[index + 1]?.low ?? "");
