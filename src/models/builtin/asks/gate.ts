import { remembered, rememberedTwice } from "../../../lib/index.ts";
import type { PlannedCall } from "../call.ts";
import type { Conversation } from "../conversation.ts";
import { wordingOf } from "../recover.ts";
import { isNegation } from "../knowledge/openings.ts";
import type { Tool } from "../read/tool.ts";
import { looksLikeIdentifier } from "../fill/fill.ts";
import type { Reading } from "../text/mention.ts";
import { words as wordsOf } from "../text/tokens.ts";
import { blanked } from "../text/spans.ts";
import type { Clause, Condition } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { again } from "./follow.ts";
import { begun, directs, formsOf, lowersOf, phraseAt } from "./forms.ts";
import { leaves } from "./places.ts";
import { stated } from "./stated.ts";
import { licenceOf, refers } from "./licence.ts";

/** The context of a request: the conversation, and which conditions are known to hold. */
export interface Asked {
  readonly talk: Conversation;
  /** The current text. */
  readonly reading: Reading;
  /** The text that it continues, if it has no request of its own. */
  readonly before: Reading | undefined;
  readonly settled: Settled;
  readonly tools: readonly Tool[];
}

/** Whether a condition is known to hold. */
export type Settled = (condition: Condition) => boolean;

/** Whether a user requests a tool's act now; nothing else does: no result, reminder or error. */
export function isAsked(tool: Tool, { talk, reading, before, settled }: Asked): boolean {
  const isAskedNow = isAskedIn(tool, reading, settled);
  if (!before || isAskedNow) return isAskedNow;
  const refused = clausesOf(reading).some(({ standing }) =>
    /^(?:negated|withdrawn|supposed)$/.test(standing),
  );
  const repeated = talk.past.some(({ call, failed }) => call.name === tool.definition.name && !failed);
  if (refused || (repeated && (reading.text.includes("?") || !again.test(reading.text)))) return false;
  return isAskedIn(tool, before, settled);
}

/** The same for a single text. */
export function isAskedIn(tool: Tool, reading: Reading, settled: Settled): boolean {
  const { isRequested, denied, condition } = licenceOf(tool, reading);
  if (condition !== undefined) return settled(condition);
  return isRequested || (!denied && tool.deed.effect === "act" && stated(tool, reading));
}

/**
 * The only place that releases calls, unless `tool_choice` forces one: a tool that changes something is called only
 * where a user asks for it and with values from there, and an earlier act isn't repeated unless the current text
 * requests and names it again.
 */
export function passes(tool: Tool, call: PlannedCall, asked: Asked): boolean {
  if (tool.deed.effect === "read") return true;
  const done = asked.talk.past.some((item) => !item.failed && wordingOf(item.call) === wordingOf(call));
  const named = Object.values(call.input).some((value) => asked.reading.text.includes(String(value)));
  const again =
    isAskedIn(tool, asked.reading, asked.settled) && (named || Object.keys(call.input).length === 0);
  const values = leaves(call.input);
  return (
    isAsked(tool, asked) &&
    (!done || again) &&
    !values.some(trespassing(tool, asked)) &&
    !values.some(refused(asked.reading))
  );
}

/** Whether a text has a value that is no part of a longer word or number. */
function says(text: string, value: string): boolean {
  if (value === "") return true;
  const isCut = (at: number): boolean => /^(?:\p{L}{2}|\d{2})$/u.test(text.slice(at - 1, at + 1));
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (!isCut(at) && !isCut(at + value.length)) return true;
  return false;
}

/** Whether a value stands only where something is refused or left open: `but not to production`, `then maybe rm`. */
const refused = remembered((reading: Reading) => {
  const text = reading.text.toLowerCase();
  const parts = clausesOf(reading).filter((clause) => {
    const [first = ""] = lowersOf(clause);
    return (
      /^(?:maybe|perhaps|possibly|which|who|whose)$/.test(first) ||
      clause.standing === "excluded" ||
      (clause.standing === "negated" && isNegation(first))
    );
  });
  const rest = blanked(reading.text, parts).toLowerCase();
  return (value: string): boolean => {
    const lower = value.toLowerCase().replaceAll("’", "'");
    return (
      parts.length > 0 && !lower.split(/\s+/).some(isNegation) && !says(rest, lower) && says(text, lower)
    );
  };
});

/**
 * Returns whether a value stands only where the text asks for something else: an act's values may not spread from
 * there. A thing may be referred back to; a number that is referred to is a result, and not what it came from.
 */
const trespassing = rememberedTwice((tool: Tool, { reading, tools }: Asked) => {
  const clauses = requestsOf(tool, reading);
  const own = new Set(clauses);
  const others = tools.filter((other) => other !== tool);
  const requests = new Set(others.flatMap((other) => licenceOf(other, reading).clauses));
  const refersBack = (clause: Clause): boolean => lowersOf(clause).some((word) => refers.test(word));
  const isReferring = clauses.some(refersBack);
  const asks = isReferring ? begun : directs;
  // what continues with the same thing, as in `and label it urgent`, belongs to it unless another tool does that
  const elsewhere = clausesOf(reading)
    .filter((clause) => !own.has(clause) && (requests.has(clause) || !refersBack(clause)))
    .map((clause) => {
      const isClaimed = requests.has(clause) || others.some((other) => begins(clause, other));
      return { clause, isClaimed, text: reading.text.slice(clause.start, clause.end) };
    })
    .filter(({ clause, isClaimed }) => isClaimed || asks(clause));
  const rest = blanked(
    reading.text,
    elsewhere.map(({ clause }) => clause),
  );
  // what may come from nowhere else, even where no other tool is known to be asked
  const bound = isReferring ? /^[\d.,]+$/ : looksLikeIdentifier;
  return (value: string): boolean =>
    !says(rest, value) &&
    (bound.test(value) || !isReferring) &&
    elsewhere.some(
      ({ text, isClaimed }) => ((isClaimed && own.size > 0) || bound.test(value)) && says(text, value),
    );
});

/** The clauses that ask for a tool's act: by its name if any does, as in `pay 40 for A-17 and tip Ann`, or by synonyms. */
export function requestsOf(tool: Tool, reading: Reading): readonly Clause[] {
  const { clauses } = licenceOf(tool, reading);
  const named = clauses.filter((clause) => calls(tool, clause));
  return named.length > 0 ? named : clauses;
}

/** Whether a clause begins with a word of a tool's name. */
const calls = ({ definition }: Tool, clause: Clause): boolean => {
  const { words, opening } = formsOf(clause);
  return wordsOf(definition.name).includes(words[opening[0]] ?? "");
};

/** Whether a clause begins with a verb of a tool's act. */
export const begins = (clause: Clause, { deed }: Tool): boolean => {
  const { words, opening } = formsOf(clause);
  return phraseAt(words, opening[0], deed.verbs);
};

const joining = /\b(?:and|both|each|all|plus|also|then|too|as well as)\b|[&;\n]/i;

/** Whether a text that leads to several acts of one kind names several things: words in a list, or identifiers. */
export const saysSeveral = (calls: readonly PlannedCall[], text: string): boolean => {
  const [first] = calls;
  const differs = Object.keys(first?.input ?? {}).filter((key) =>
    calls.some(({ input }) => input[key] !== first?.input[key]),
  );
  if (/\b(?:the|this|that) \p{L}+ one\b/iu.test(text)) return false;
  // `limits of C-5 and C-6 to 300 and 400` doesn't ask for four calls
  const counts = differs.map((key) => new Set(calls.map(({ input }) => JSON.stringify(input[key]))).size);
  if (calls.length > Math.max(1, ...counts)) return false;
  return (
    joining.test(text) ||
    calls.every(({ input }) =>
      differs.some((key) => /^\S*\d\S*$/.test(String(input[key])) && text.includes(String(input[key]))),
    )
  );
};
