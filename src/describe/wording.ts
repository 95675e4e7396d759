import { isPerson, numeral, uncontracted } from "../api/index.ts";
import { irregularVerbs, singular, verbOf, wordsIn } from "../language/index.ts";
import { inTable, rememberedText, wordSet } from "../lib/index.ts";
import { baseOf, beings, determiners, doings, havings, modals } from "./grammar.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { verbhood } from "./verb-forms.ts";

/** A clause as its rule is recognised: whatever the form of its words. */
export interface Wording {
  /** Its words in base form, numbers as `#`, spans of time as `day`, between spaces. */
  readonly text: string;
  /** The base forms of its verbs. */
  readonly verbs: ReadonlySet<string>;
  /** Its words before the first auxiliary or verb, in base form. */
  readonly subject: readonly string[];
  /** Whether it lists what something has. */
  readonly isList: boolean;
  readonly raw: string;
}

const spans = wordSet("second minute hour day week month year night fortnight");

/** Words for people in general and groups of them. */
const people = wordSet(
  "nobody everybody everyone anyone anybody somebody someone none public staff people team office admin administrator management",
);

export const isRole = (lemma: string): boolean => people.has(lemma) || isPerson(lemma);

/** The base form of a word. */
function lemmaOf(word: string): string {
  if (beings.has(word)) return "be";
  if (havings.has(word)) return "have";
  if (doings.has(word)) return "do";
  if (/^\d/.test(word) || (word !== "one" && numeral(word) !== undefined)) return "#";
  const low = word.replace(/['’]s?$/, "");
  if (inTable(irregularVerbs, low) !== undefined || /[a-z]{2}ed$/.test(low)) return verbOf(low);
  const one = low.length > 3 ? singular(low) : low;
  return spans.has(one) ? "day" : one;
}

/** Writes out `n't`, `cannot`, and the sign for percent. */
const spelledOut = (text: string): string =>
  uncontracted(text.toLowerCase().replaceAll(/won['’]t/g, "will not")).replaceAll("%", " percent ");

const isAuxiliary = (low: string): boolean =>
  [modals, beings, havings, doings].some((words) => words.has(low)) || low === "never";

/** Whether a word may be a verb where it occurs. */
function isVerb(tokens: readonly Token[], index: number): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (token?.kind !== "word" || determiners.has(before?.low ?? "")) return false;
  const isHelped = isAuxiliary(before?.low ?? "") || /^(?:to|gets?|got)$/.test(before?.low ?? "");
  if (isHelped) return true;
  return token.tags.has("Verb") || (before === undefined && verbhood(token) !== "none");
}

/** The words of a clause. Statements and the account look at the same clauses. */
export const wordingOf = rememberedText((clause): Wording => {
  const plain = spelledOut(clause);
  const tokens = tokensOf(plain);
  const isActed = tokens.map((_, index) => isVerb(tokens, index));
  const first = tokens.findIndex(({ low }, index) => isAuxiliary(low) || (index > 0 && isActed[index]));
  const words = wordsIn(plain).map(lemmaOf).join(" ");
  return {
    text: ` ${words} `.replaceAll(/ (?:have|need|be) to /g, " must "),
    verbs: new Set(tokens.flatMap(({ low }, index) => (isActed[index] ? [lemmaOf(low), baseOf(low)] : []))),
    subject: tokens.slice(0, Math.max(0, first)).map(({ low }) => lemmaOf(low)),
    isList: /[,(:|].*[,(|]|:| [-–—] /s.test(clause),
    raw: clause,
  };
});
