import { rememberedTwice } from "../../../lib/index.ts";
import { later } from "../knowledge/openings.ts";
import { isVerb, verbOf } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { spansOf, type Span } from "../text/spans.ts";
import { admit } from "./admit.ts";
import type { Clause, Condition } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { directs, finite, formsOf, lowersOf, phraseAt, relative } from "./forms.ts";
import { tells } from "./extent.ts";
import { mentionsAct, saysVerb } from "./mentions.ts";
import { asksFor } from "./requests.ts";

/** Whether a text requests a tool's act, and where. */
export interface Licence {
  /** Whether it is requested, now or on a condition. */
  readonly isRequested: boolean;
  /** Whether it is only mentioned where nothing is requested: denied, hypothetical, reported. */
  readonly denied: boolean;
  /** The condition that must be checked first. */
  readonly condition: Condition | undefined;
  /** The requesting clauses. */
  readonly clauses: readonly Clause[];
}

/** Determines whether a text requests a tool's act. For acts that may do harm only a clear request counts. */
export const licenceOf = rememberedTwice((tool: Tool, reading: Reading): Licence => {
  const clauses = clausesOf(reading);
  const harm = tool.deed.effect === "harm";
  const requests = clauses.filter(
    (clause, i) =>
      (harm ? mayDoHarm(clauses, i) : /^(?:open|permission)$/.test(clause.standing)) &&
      asksFor(tool, clause, { before: clauses[i - 1], after: clauses[i + 1] }),
  );
  const admitted = admit(tool, requests, reading);
  const last = clauses.lastIndexOf(admitted.at(-1) ?? ({} as Clause)); // `{}` is no clause of the text
  const asking = clauses.slice(last + 1).some((clause) => revokes(tool, clause)) ? [] : admitted;
  const now = asking.filter(({ condition }) => condition === undefined);
  const requesting = now.length > 0 ? now : asking;
  const mentioning = clauses.filter((clause) => mentionsAct(tool, clause));
  return {
    isRequested: requesting.length > 0,
    denied:
      requesting.length === 0 &&
      mentioning.length > 0 &&
      (harm ||
        requests.length > 0 ||
        mentioning.every(({ standing }) => !/^(?:open|factual|permission)$/.test(standing))),
    condition: now.length > 0 ? undefined : asking[0]?.condition,
    clauses: requesting,
  };
});

/** Whether a clause may request a harmful act: it offers no choice and postpones nothing. */
const mayDoHarm = (clauses: readonly Clause[], i: number): boolean => {
  const [clause, next] = clauses.slice(i, i + 2);
  // `later, cancel it`, `cancel it but not now`
  const beside = clauses
    .slice(Math.max(0, i - 1), i + 2)
    .filter(({ sentence }) => sentence === clause?.sentence);
  if (!clause) return false;
  const isChoice = clause.joint === "or" || (next?.joint === "or" && next.sentence === clause.sentence);
  return (
    clause.standing === "open" &&
    !isChoice &&
    !beside.some((other) => other.tokens.length < 40 && later.test(lowersOf(other).join(" ")))
  );
};

/** Whether a clause revokes an earlier request: `don't send it`. */
const revokes = ({ deed }: Tool, clause: Clause): boolean => {
  if (clause.standing !== "negated") return false;
  const words = lowersOf(clause);
  const index = words.findIndex((_, i) => phraseAt(words, i, deed.verbs));
  return index >= 0 && /^(?:it|that|this|them|anything|yet)$/.test(words[index + 1] ?? "yet");
};

export const refers = /^(?:it|its|them|that|this|those|these|one|ones|there|him|her|both|same)$/;

/**
 * Whether a text only reports acts: it mentions some, none of its clauses requests them, and nothing else is requested.
 * Then no tool is called, not even to read.
 */
export function onlyTells(tools: readonly Tool[], reading: Reading): boolean {
  const acts = tools.filter(({ deed }) => deed.effect !== "read");
  const clauses = clausesOf(reading);
  const hasVerb = clauses.some((clause) => acts.some((tool) => saysVerb(tool, clause)));
  if (!hasVerb || acts.some((tool) => licenceOf(tool, reading).isRequested)) return false;
  return clauses.every(
    (clause) =>
      isOpinion(clause, acts) ||
      (!clause.asks &&
        clause.standing !== "condition" &&
        !(directs(clause) && clause.standing === "open") &&
        !asksBare(clause)),
  );
}

/** Whether a clause asks what to think of an act: `do you think I should cancel it?` */
const isOpinion = (clause: Clause, acts: readonly Tool[]): boolean =>
  clause.standing === "supposed" &&
  /^(?:(?:what )?do you think|should)\b/.test(lowersOf(clause).join(" ")) &&
  acts.some((tool) => saysVerb(tool, clause));

/** Whether a clause may be a request without a verb or a question mark: `where is it`, `the balance`. */
const asksBare = (clause: Clause): boolean => {
  const { words: all, opening } = formsOf(clause);
  // `orders of Ann that were cancelled`
  const described = all.findIndex((word, i) => i > opening[0] && relative.test(word));
  const words = described < 0 ? all : all.slice(0, described);
  const head = words[opening[0]] ?? "";
  return (
    words.some((word) => /^(?:want|need|like|please|wish)$/.test(word)) ||
    relative.test(head) ||
    /^(?:how|when|why|any|is|are|does|do|can|could)$/.test(head) ||
    !words.some((word, i) => finite.test(word) || (verbOf(word) !== undefined && !isNoun(words, i)))
  );
};

/** Whether a word in the base form of a verb has no subject before it: `the last 20 log lines`. */
const isNoun = (words: readonly string[], index: number): boolean =>
  index > 0 &&
  isVerb(words[index] ?? "") &&
  !/^(?:to|not|and|please|will|can|(?:i|you|he|she|it|we|they|who)(?:'\p{L}+)?)$/u.test(
    words[index - 1] ?? "",
  );

const alive = /^(?:open|factual|permission|condition|aside)$/;

interface Silenced {
  /** Places whose words don't select tools. */
  readonly words: readonly Span[];
  /** Those whose values, too, are for no tool that reads: denied acts and quotations. */
  readonly values: readonly Span[];
}

/** The places in a text that mention an act without a request. */
export function silencedBy(tools: readonly Tool[], reading: Reading): Silenced {
  const acts = tools.filter(({ deed }) => deed.effect !== "read");
  if (acts.length === 0) return { words: [], values: [] };
  const clauses = clausesOf(reading);
  const dead = clauses.filter(
    (clause) =>
      (!alive.test(clause.standing) || clause.condition !== undefined) &&
      acts.some((tool) => mentionsAct(tool, clause)),
  );
  const back = clauses.some(
    (clause) =>
      alive.test(clause.standing) &&
      lowersOf(clause).some((word) => refers.test(word.replace(/['’]\p{L}+$/u, ""))),
  );
  const directing = spansOf(clauses.filter(directs));
  const verbs = [...new Set(acts.flatMap(({ deed }) => deed.verbs.map(([verb = ""]) => verb)))].map(
    (verb) => new RegExp(`\\b${verb}\\b`, "i"),
  );
  const quoted = reading.mentions.filter(
    ({ kind, text, start }) =>
      kind === "quoted" &&
      text.includes(" ") &&
      verbs.some((verb) => verb.test(text)) &&
      !directing.hold({ start, end: start }),
  );
  // what a question refers back to is named there
  const saying = (clause: Clause): readonly Span[] =>
    clause.tokens.filter(({ lower, stop }) => stop || verbOf(lower) !== undefined);
  const denied = back ? [] : dead.filter(({ standing }) => standing === "negated");
  // `I cancelled A-1 myself. What else is due?` asks for nothing cancelled
  const reportedVerbs = clauses
    .filter((clause) => tells(clause) && acts.some((tool) => mentionsAct(tool, clause)))
    .flatMap(({ tokens }) => tokens.filter(({ lower }) => verbOf(lower) !== undefined && !isVerb(lower)));
  return {
    words: [...(back ? dead.flatMap(saying) : dead), ...quoted],
    values: [...denied, ...reportedVerbs, ...quoted],
  };
}
