import { type ApiDefinition, inFull, isPerson } from "../api/index.ts";
import { singular, stemOf, stemsOf, wordsIn } from "../language/index.ts";
import { wholly } from "../lib/index.ts";
import { Facts, type Scope, showsForm, showsWord } from "./account-facts.ts";
import { fillers, stackWords, verbsOrNouns } from "./fillers.ts";
import { formOf } from "./forms.ts";
import { blocksOf } from "./layout.ts";
import { determiners, prepositions } from "./grammar.ts";
import { leaningOf, ruleKind, type Rule, type RuleKind } from "./rules.ts";
import { clausesOf, sentencesOf, unpasted } from "./sentences.ts";
import { isColumnName, isPermissionRow } from "./tables.ts";
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

/** A verb that became a fact which shows its nouns instead: `a class is taught by a trainer` belongs to it. */
export interface Expressed {
  readonly verb: string;
  readonly nouns: readonly string[];
}

/** An occurrence of a word that something must account for. */
interface Occurrence {
  readonly word: string;
  /** What it says of the form of a field: `req` → required, `six` → 6. */
  readonly form: string | undefined;
}

/** Whether a word has no meaning where it occurs. `a track` and `on hold` are things, although people track and hold. */
function isFiller(word: string, before: string, next: string): boolean {
  if (stackWords.has(word)) return true;
  if (/^(?:each|every)$/.test(before) && appNouns.test(word)) return false;
  if (verbsOrNouns.has(word) && /^(?:and|or|plus|)$/.test(before) && next === "") return false;
  if (verbsOrNouns.has(word))
    return next === "of" || !(determiners.has(before) || (prepositions.has(before) && before !== "to"));
  return word.length < 2 || fillers.has(word) || fillers.has(word.replaceAll(/['’]/g, ""));
}

/** Fillers that are names of fields where they stand alone. */
const isFieldName = wholly("names?|numbers?|dates?|times?|types?|kinds?");

function occurrencesIn(part: string): readonly Occurrence[] {
  const words = wordsIn(part);
  const all = words.flatMap((word, index): readonly Occurrence[] => {
    const form = formOf(word, words.slice(0, index));
    return form !== undefined || !isFiller(word, words[index - 1] ?? "", words[index + 1] ?? "")
      ? [{ word, form }]
      : [];
  });
  const isName = words.length < 3 && all.length === 0;
  return isName
    ? words.filter((word) => isFieldName.test(word)).map((word) => ({ word, form: undefined }))
    : all;
}

const mark = /^(?:(?:[-*•#>]+|\d+[.)])(?:\s+|$))+/;

/** Collapses a text to one line, without a leading list marker. */
const withoutMark = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replace(mark, "")
    .replace(/^\|\s+|\s+\|$/g, "");

/** A piece of a sentence short enough to report, such as an item of its list. */
interface Part {
  readonly text: string;
  /** What precedes the parentheses around it. */
  readonly holder: string | undefined;
  /** Whether a list of its own follows it in parentheses, rather than remarks. */
  listed: boolean;
}

function partsOf(sentence: string): readonly Part[] {
  const parts: Part[] = [];
  const holders: (Part | undefined)[] = [];
  for (const [, before = "", sign = ""] of sentence.matchAll(/([^,:()|\n]*?)(\s[-–]\s|[,:()|\n]|$)/g)) {
    const text = before.trim();
    const holder = holders.at(-1);
    const part = { text, holder: holder?.text, listed: false };
    if (holder && occurrencesIn(text).some(({ form }) => form === undefined)) holder.listed = true;
    if (text) parts.push(part);
    if (sign === "(") holders.push(text ? part : undefined);
    else if (sign === ")") holders.pop();
  }
  return sentence.startsWith("|") && parts.every(({ text }) => isColumnName(text)) ? [] : parts;
}

/** Whether a clause says what a role may do that is no resource: `the director can archive pieces`. */
function isOfRole(clause: string, facts: Facts): boolean {
  const role = /^(?:the |an? |and )*([a-z]+(?: [a-z]+)?) (?:can|may) (?!be\b)/i.exec(clause)?.[1] ?? "";
  const last = singular(role.toLowerCase().split(" ").at(-1) ?? "");
  return isPerson(last) && facts.named(role).length === 0;
}

/** The names in what is reported about a definition: quoted, or spelled as names are. */
const namesIn = (notes: readonly string[]): string =>
  (notes.join("\n").match(/“[^”]*”|\b[A-Z][a-z]*|\b[a-z]+[A-Z]\w*/g) ?? []).join("\n");

/** Where the words of a part may show: in facts about what precedes its parentheses, or about the sentence's nouns. */
function scopeOf({ text, holder = "", listed }: Part, facts: Facts, around: Scope["resources"]): Scope {
  const [owner] = facts.named(holder.split(" ").at(-1) ?? "");
  return {
    resources: [...(owner ? [owner] : around), ...(listed ? facts.named(text) : [])],
    context: wordsIn(`${holder} ${text}`),
  };
}

/** A part with the number of its words. */
interface ReadPart extends Unread {
  readonly count: number;
}

function readPart({ text }: Part, isShown: (occurrence: Occurrence) => boolean): ReadPart {
  const all = new Map(occurrencesIn(text).map((occurrence) => [occurrence.word, occurrence]));
  const words = [...all.values()].filter((occurrence) => !isShown(occurrence)).map(({ word }) => word);
  return { part: text, words, wholly: words.length === all.size, count: all.size };
}

/** The kind of rule that a clause states: certainly, or probably since a third of its words is in no fact. */
function kindOf(clause: string, parts: readonly ReadPart[], facts: Facts): RuleKind | undefined {
  const [open, all] = [
    parts.flatMap(({ words }) => words).length,
    parts.reduce((sum, { count }) => sum + count, 0),
  ];
  const isOpen = open > 0 && open * 3 >= all;
  if (isPermissionRow(clause)) return "permission";
  return (
    ruleKind(clause) ?? (isOfRole(clause, facts) ? "permission" : isOpen ? leaningOf(clause) : undefined)
  );
}

/** The words of verbs that facts express in a sentence. */
function expressedIn(sentence: string, expressed: readonly Expressed[]): ReadonlySet<string> {
  const stems = stemsOf(sentence);
  const found = expressed.filter(({ nouns }) => nouns.every((noun) => stems.has(stemOf(noun))));
  return new Set(found.flatMap(({ verb }) => verb.split(" ")));
}

/**
 * Accounts for every content word of a description, each where it occurs: used in a fact about what its sentence names,
 * reported as a rule, or not understood. A clause is reported as a rule as a whole.
 * @param notes what is reported about the definition
 * @param expressed verbs that facts express by what they relate
 */
export function accountFor(
  description: string,
  { info, resources }: Pick<ApiDefinition, "resources"> & { readonly info?: { readonly title: string } },
  notes: readonly string[] = [],
  expressed: readonly Expressed[] = [],
): Account {
  const rules: Rule[] = [];
  const unread = new Map<string, Unread>();
  const facts = new Facts(resources);
  const asides = new Set(
    blocksOf(description).flatMap((block) =>
      block.kind === "aside"
        ? sentencesOf(unpasted(block.text)).map(({ text }) => text.replace(mark, ""))
        : [],
    ),
  );
  const noted = stemsOf(`${info?.title ?? ""}\n${namesIn(notes)}`);
  let around: Scope["resources"] | undefined;
  for (const { text: raw, followsSemicolon } of sentencesOf(unpasted(description))) {
    const sentence = raw.replace(mark, "");
    if (asides.has(sentence)) {
      rules.push({ kind: ruleKind(sentence) ?? "scope", text: withoutMark(sentence) });
      continue;
    }
    const nearby = (around = facts.around(raw, around, followsSemicolon));
    const verbs = expressedIn(sentence, expressed);
    for (const clause of clausesOf(sentence)) {
      const parts = partsOf(clause).map((part) => {
        const scope = scopeOf(part, facts, nearby);
        const isWordShown = (word: string): boolean => noted.has(stemOf(word)) || showsWord(scope, word);
        return readPart(part, ({ word, form }) =>
          form === undefined
            ? isWordShown(word) || isWordShown(inFull(word)) || verbs.has(word)
            : showsForm(scope, form),
        );
      });
      const kind = kindOf(clause, parts, facts);
      if (kind) rules.push({ kind, text: withoutMark(clause) });
      else for (const part of parts) if (part.words.length) unread.set(withoutMark(part.part), part);
    }
  }
  return { rules, unread: [...unread.values()] };
}
