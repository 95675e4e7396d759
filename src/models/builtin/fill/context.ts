import { wordSet, remembered } from "../../../lib/index.ts";
import { headsOf } from "../asks/forms.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { endedBy } from "../text/spans.ts";
import { stem } from "../../../language/index.ts";
import { words, type Token } from "../text/tokens.ts";

export interface Cue {
  readonly stem: string;
  /** How much it says about the mention: 1 next to it, less with distance and with mentions between. */
  readonly weight: number;
}

/** The words around a mention. */
export interface Context {
  readonly before: readonly Cue[];
  readonly after: readonly Cue[];
  /** The function word before it, articles skipped: `in`, `from`, `by`; empty after a content word. */
  readonly preposition: string;
  /** Whether it is possessive: `Ann's`. */
  readonly owns: boolean;
  /** Whether it is the first or second of a pair `between A and B`. */
  readonly pair: "first" | "second" | undefined;
  /** Which bound it is: `under 120`, `at least 4`, `no more than 3`. */
  readonly bound: "upper" | "lower" | undefined;
}

const articles = wordSet(`
  the a an my your our his her their its some is are of that be id number value index point
`);
const prepositions = wordSet(`
  in at on from to by for with of about near between into through until via under over above below per
  than as around within after before since during and or versus vs against called named like not
`);

/** For each token, the index of the mention that contains it, or -1. */
const owners = remembered(({ tokens, mentions }: Reading): readonly number[] => {
  let next = 0; // mentions are ordered and don't overlap
  return tokens.map((token) => {
    while ((mentions[next]?.end ?? Infinity) < token.end) next++;
    return token.start >= (mentions[next]?.start ?? Infinity) ? next : -1;
  });
});

/** Function words that begin another phrase; `of`, `is` and `at` belong to the word before them. */
const parting = /^(?:and|or|with|in|for|from|by|on|through|during|using|while|where|when)$/;
const ends = (token: Token): boolean => /[.?!;\n]/.test(token.text) && token.kind === "mark";

function walk(reading: Reading, from: number, step: 1 | -1): readonly Cue[] {
  const owner = owners(reading);
  const heads = headsOf(reading);
  const cues: Cue[] = [];
  let weight = 1;
  let last = -1;
  for (let i = from, seen = 0; i >= 0 && i < reading.tokens.length && seen < 7; i += step) {
    const token = reading.tokens[i];
    if (!token) break;
    if (ends(token)) weight *= 0.25;
    else if (token.text === ",") weight *= step === 1 ? 0.4 : 0.7;
    const inside = owner[i] ?? -1;
    if (inside >= 0 && inside !== last) weight *= step === 1 ? 0.35 : 0.5;
    last = inside;
    if (token.kind !== "word") continue;
    if (step === 1 && /^(?:and|or|with|in|at|from|to|for|by|on)$/.test(token.lower))
      weight *= token.lower === "of" ? 1 : 0.45;
    else if (step === -1 && parting.test(token.lower)) weight *= 0.6;
    seen++;
    cues.push({ stem: token.stem, weight });
    if (!token.stop) weight *= 0.8;
    // what stands before the verb of a request belongs to another one
    if (step === -1 && heads.has(token.start)) weight *= 0.3;
  }
  return cues;
}

/** Reads the context of a mention in its sentence. */
export function contextOf(reading: Reading, mention: Mention): Context {
  const { tokens } = reading;
  const first = endedBy(tokens, mention.start);
  let last = first;
  while (last < tokens.length && (tokens[last]?.start ?? 0) < mention.end) last++;
  const labelCues = mention.label
    ? words(mention.label).map((word) => ({ stem: stem(word), weight: 1.5 }))
    : [];
  let index = first - 1;
  while (
    index >= 0 &&
    (articles.has(tokens[index]?.lower ?? "") || /^["'`“‘($€£#:=]$/.test(tokens[index]?.text ?? ""))
  )
    index--;
  const word = tokens[index]?.lower ?? "";
  const preposition = prepositions.has(word) ? word : "";
  return {
    before: [...labelCues, ...walk(reading, first - 1, -1)],
    after: [...peopleIn(tokens, last), ...walk(reading, last, 1)],
    preposition,
    owns: /^['’]s\b/.test(reading.text.slice(mention.end, mention.end + 3)),
    pair: pairOf(reading, first, preposition),
    bound: mention.kind === "number" ? boundOf(reading, index) : undefined,
  };
}

/** `five of us` are people. */
const peopleIn = (tokens: readonly Token[], at: number): readonly Cue[] =>
  tokens[at]?.lower === "of" && /^(?:us|you|them)$/.test(tokens[at + 1]?.lower ?? "")
    ? [{ stem: "person", weight: 1 }]
    : [];

const most = /^(?:under|below|within|max|maximum|most)$/;
const least = /^(?:over|above|min|minimum|least)$/;
const fewer = /^(?:less|fewer|lower|cheaper|smaller|shorter|younger|earlier)$/;

function boundOf({ tokens }: Reading, index: number): Context["bound"] {
  const [first = "", second = "", third = ""] = [0, 1, 2].map((back) => tokens[index - back]?.lower ?? "");
  if (most.test(first) || (first === "to" && second === "up")) return "upper";
  if (least.test(first)) return "lower";
  if (first !== "than") return undefined;
  return fewer.test(second) === /^(?:no|not)$/.test(third) ? "lower" : "upper";
}

function pairOf(reading: Reading, first: number, preposition: string): Context["pair"] {
  const [at, next] = [reading.tokens[first], reading.tokens.slice(first + 1, first + 4)];
  // `300 to 400`: a range without `from`
  if (at?.kind === "number" && preposition !== "from") {
    if (/^(?:to|-|–)$/.test(next[0]?.text ?? "") && next.slice(1).some((token) => token.kind === "number"))
      return "first";
    const before = reading.tokens.slice(Math.max(0, first - 4), first).filter((token) => token.text !== "$");
    if (/^(?:to|-|–)$/.test(before.at(-1)?.text ?? "") && before.at(-2)?.kind === "number") return "second";
  }
  if (preposition === "between") return "first";
  if (preposition !== "and") return undefined;
  const earlier = reading.tokens.slice(Math.max(0, first - 9), first);
  return earlier.some((token) => token.lower === "between") ? "second" : undefined;
}
