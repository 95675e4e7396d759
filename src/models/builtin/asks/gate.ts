import { rememberedTwice } from "../../../lib/index.ts";
import type { PlannedCall } from "../call.ts";
import type { Conversation } from "../conversation.ts";
import { wordingOf } from "../recover.ts";
import { effectOfVerb, isVerb } from "../read/effect.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { between, spansOf } from "../text/spans.ts";
import type { Clause, Condition } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { fill, looksLikeIdentifier } from "../fill/fill.ts";
import { admit } from "./admit.ts";
import { again } from "./follow.ts";
import { begun, formsOf, isSubject } from "./forms.ts";
import { isReported, stated } from "./stated.ts";
import { licenceOf } from "./licence.ts";
import { saysVerb } from "./mentions.ts";

/** The context of a request: the conversation, and which conditions are known to hold. */
export interface Asked {
  readonly talk: Conversation;
  /** The current text. */
  readonly reading: Reading;
  /** The text that it continues, if it has no request of its own. */
  readonly before: Reading | undefined;
  readonly settled: (condition: Condition) => boolean;
  readonly tools: readonly Tool[];
}

/** The clauses that request a tool's act now. Only users' texts have any: results, reminders and errors don't. */
export type Warrant = readonly [Clause, ...(readonly Clause[])];

const warrant = (clauses: readonly Clause[]): Warrant | undefined => {
  const [first, ...more] = clauses;
  return first && [first, ...more];
};

/** Returns the clauses in a conversation that request a tool's act; undefined if there are none. */
export function warrantFor(
  tool: Tool,
  { talk, reading, before, settled, tools }: Asked,
): Warrant | undefined {
  const ownWarrant = warrantIn(tool, reading, { tools, settled });
  if (ownWarrant || !before) return ownWarrant;
  const refused = clausesOf(reading).some(({ standing }) =>
    /^(?:negated|withdrawn|supposed)$/.test(standing),
  );
  const repeated = talk.past.some(({ call, failed }) => call.name === tool.definition.name && !failed);
  if (refused || (repeated && (reading.text.includes("?") || !again.test(reading.text)))) return undefined;
  return warrantIn(tool, before, { tools, settled });
}

/** The same for a single text. */
export function warrantIn(
  tool: Tool,
  reading: Reading,
  { tools, settled }: Pick<Asked, "tools" | "settled">,
): Warrant | undefined {
  const { isRequested, denied, condition, clauses } = licenceOf(tool, reading);
  if (condition !== undefined) return settled(condition) ? warrant(clauses) : undefined;
  if (isRequested) return warrant(clauses);
  if (denied || tool.deed.effect !== "act") return undefined;
  if (!stated(tool, reading)) return warrant(givenTo(tool, reading, tools));
  return warrant(clausesOf(reading).filter(({ standing }) => /^(?:open|permission)$/.test(standing)));
}

/** Minimum evidence for a value that identifies an act, and its minimum lead over other acts. */
const clear = 0.75;
const lead = 1;

/**
 * The clauses with a verb that no tool has, whose values fit this act and no other: `push ev_31 back to ten past four`
 * for one that takes an entry and a new start time.
 */
export const givenTo = (tool: Tool, reading: Reading, tools: readonly Tool[]): readonly Clause[] =>
  (tool.deed.effect === "act" && gifts(reading, tools).get(tool)) || [];

const gifts = rememberedTwice((reading: Reading, tools: readonly Tool[]) => {
  const acts = tools.filter(({ deed }) => deed.effect !== "read");
  const clausesByTool = new Map<Tool, readonly Clause[]>();
  for (const [i, clause] of clausesOf(reading).entries()) {
    if (isReported(clausesOf(reading)[i + 1], clause)) continue;
    if (clause.standing !== "open" || clause.condition || !bids(clause, reading)) continue;
    if (acts.some((other) => licenceOf(other, reading).clauses.includes(clause))) continue;
    const [best, next] = acts
      .map((other) => ({ other, worth: takenBy(other, clause, reading) }))
      .toSorted((a, b) => b.worth - a.worth);
    if (!best || saysVerb(best.other, clause) || best.worth <= 0 || best.worth - (next?.worth ?? 0) < lead)
      continue;
    if (admit(best.other, [clause], reading).length > 0)
      clausesByTool.set(best.other, [...(clausesByTool.get(best.other) ?? []), clause]);
  }
  return clausesByTool;
});

/** How certainly a clause contains at least two values of a tool, all required ones, and no others; otherwise 0. */
function takenBy(tool: Tool, clause: Clause, reading: Reading): number {
  const [filled, more] = fill(tool, reading, clause);
  if (!filled || more || filled.missing.length > 0) return 0;
  const clearEvidence = filled.evidence.filter(({ score }) => score >= clear);
  const places = spansOf(filled.places);
  // an identifier is no title or message
  const titled = filled.evidence.some(
    ({ path, value }) =>
      looksLikeIdentifier.test(String(value)) &&
      tool.parameters.some((parameter) => parameter.kind === "text" && parameter.path.join(".") === path),
  );
  if (titled) return 0;
  return clearEvidence.length > 1 &&
    filled.evidence.every(({ score, required }) => !required || score >= clear) &&
    between(reading.mentions, clause.start, clause.end).every((mention) => places.touch(mention))
    ? clearEvidence.reduce((sum, { score }) => sum + score, 0)
    : 0;
}

/**
 * Whether a clause has the form of a request, whatever its verb: it begins with no name, and no verb of a statement
 * follows.
 */
const bids = (clause: Clause, reading: Reading): boolean => {
  const { opening, words, bases } = formsOf(clause);
  const [index, openingPhrases] = opening;
  const head = clause.tokens[index];
  const lets = /^(?:let|have|give|get|make|put|take)$/.test(words[index] ?? "") && !isSubject(words, index);
  return (
    head !== undefined &&
    (begun(clause) || lets) &&
    between(reading.mentions, head.start, head.end).length === 0 &&
    !(isVerb(head.lower) && effectOfVerb(head.lower) === "read") &&
    !words
      .slice(index + 1, index + 3)
      .some((word, i) => (bases[index + 1 + i] ?? "") !== "" && bases[index + 1 + i] !== word) &&
    (!clause.asks || openingPhrases.some((phrase) => /\byou\b|please/.test(phrase)))
  );
};

/**
 * The only place that releases calls, unless `tool_choice` forces one: a tool that changes something is called only
 * with the clauses that request it, and an earlier act isn't repeated unless the current text requests and names it
 * again.
 */
export const gate = (
  tool: Tool,
  call: PlannedCall,
  { asking, asked }: { readonly asking: Warrant | undefined; readonly asked: Asked },
): readonly PlannedCall[] => {
  if (tool.deed.effect === "read") return [call];
  const done = asked.talk.past.some((item) => !item.failed && wordingOf(item.call) === wordingOf(call));
  const named = Object.values(call.input).some((value) => asked.reading.text.includes(String(value)));
  const again = warrantIn(tool, asked.reading, asked) && (named || Object.keys(call.input).length === 0);
  return asking && !(done && !again) ? [call] : [];
};

const joining = /\b(?:and|both|each|all|plus|also|then|too|as well as)\b|[&;\n]/i;

/** Whether a text that leads to several acts of one kind names several things: words in a list, or identifiers. */
export const saysSeveral = (calls: readonly PlannedCall[], text: string): boolean => {
  const [first] = calls;
  const differs = Object.keys(first?.input ?? {}).filter((key) =>
    calls.some(({ input }) => input[key] !== first?.input[key]),
  );
  if (/\b(?:the|this|that) \p{L}+ one\b/iu.test(text)) return false;
  return (
    joining.test(text) ||
    calls.every(({ input }) =>
      differs.some((key) => /^\S*\d\S*$/.test(String(input[key])) && text.includes(String(input[key]))),
    )
  );
};
