import type { PlannedCall } from "../call.ts";
import type { Conversation } from "../conversation.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { clausesOf, type Clause, type Condition } from "./clauses.ts";
import { again } from "./follow.ts";
import { licenceOf, stated } from "./licence.ts";

/** Who speaks in a conversation, and what is known to hold. */
export interface Asked {
  readonly talk: Conversation;
  /** The text that asks now. */
  readonly reading: Reading;
  /** The text that it goes on with, where it asks for nothing of its own. */
  readonly before: Reading | undefined;
  readonly settled: (condition: Condition) => boolean;
}

/** The clauses that ask for what a tool does, now. Only users' texts have any: results, reminders and errors don't. */
export type Warrant = readonly [Clause, ...(readonly Clause[])];

const warrant = (clauses: readonly Clause[]): Warrant | undefined => {
  const [first, ...more] = clauses;
  return first && [first, ...more];
};

/** What in a conversation asks for what a tool does; undefined where nothing does. */
export function warrantFor(tool: Tool, { talk, reading, before, settled }: Asked): Warrant | undefined {
  const own = warrantIn(tool, reading, settled);
  if (own || !before) return own;
  const refused = clausesOf(reading).some(({ standing }) =>
    /^(?:negated|withdrawn|supposed)$/.test(standing),
  );
  const repeated = talk.past.some(({ call, failed }) => call.name === tool.definition.name && !failed);
  if (refused || (repeated && (reading.text.includes("?") || !again.test(reading.text)))) return undefined;
  return warrantIn(tool, before, settled);
}

/** The same of one text alone. */
export function warrantIn(tool: Tool, reading: Reading, settled: Asked["settled"]): Warrant | undefined {
  const { asked, denied, condition, clauses } = licenceOf(tool, reading);
  if (condition !== undefined) return settled(condition) ? warrant(clauses) : undefined;
  if (asked) return warrant(clauses);
  if (denied || tool.deed.effect !== "act" || !stated(tool, reading)) return undefined;
  return warrant(clausesOf(reading).filter(({ standing }) => /^(?:open|permission)$/.test(standing)));
}

/** The one way out for calls: a tool that changes something is called only with the clauses that ask for it. */
export const gate = (tool: Tool, call: PlannedCall, asking: Warrant | undefined): readonly PlannedCall[] =>
  tool.deed.effect === "read" || asking !== undefined ? [call] : [];

const joining = /\b(?:and|both|each|all|plus|also|then|too|as well as)\b|[&;\n]/i;

/** Whether a text that leads to several acts of one kind says several things: words in a list, or identifiers. */
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
