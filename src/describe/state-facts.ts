import { addBehind } from "./behind.ts";
import type { Clause } from "./clauses.ts";
import type { Drafts } from "./drafts.ts";
import { prepositions } from "./grammar.ts";
import { itemOf } from "./items.ts";
import { nounAt } from "./nouns.ts";
import { uniqueWithin } from "./pieces.ts";
import { addAttributes, addItem } from "./record-fields.ts";
import { type States, statesIn } from "./states.ts";
import { tokensOf } from "./tokens.ts";

/** Adds what something is: a state, a yes or no, or part of something else. */
export function addBeing(drafts: Drafts, owner: string, { rest, verb }: Clause, list: string): void {
  const [first] = rest;
  if (!first) return;
  const noun = nounAt(rest);
  if (prepositions.has(first.low)) return addBehind(drafts, owner, rest);
  if (uniqueWithin.test(list)) return addAttributes(drafts, owner, list);
  const states = statesIn(list);
  if (states && !verb.modal && !/^(?:an?|the)$/.test(first.low)) return setStates(drafts, owner, states);
  const next = noun ? rest[noun.to]?.low : undefined;
  if (next && /^(?:of|for|by|in|on)$/.test(next)) addBehind(drafts, owner, rest.slice(noun?.to));
  const another = /\banother (\w+(?: \w+)?)/i.exec(list)?.[1];
  if (another && drafts.find(nounAt(tokensOf(another))) === owner) return drafts.belongs(owner, owner, true);
  const yesNo = /^(?:either )?(\w+) or not\b(.*)$/i.exec(list);
  if (yesNo?.[1]) {
    const item = itemOf(`${yesNo[1]} flag ${yesNo[2] ?? ""}`);
    if (item) addItem(drafts, owner, item);
  } else if (/^at first|\b(?:at first|initially|by default|when created)\b/.test(list))
    setStates(drafts, owner, { values: [], first: first.low });
}

/** `a sent invoice can also become overdue`: adds a value to its state. */
export function addState(drafts: Drafts, owner: string, value: string): void {
  const field = drafts.fieldsOf(owner).find(({ values }) => values !== undefined);
  if (field?.values) field.values = [...field.values, value];
}

function setStates(drafts: Drafts, owner: string, { values, first }: States): void {
  const fields = drafts.fieldsOf(owner);
  const field = fields.find(({ name, type }) => /status|state/i.test(name) || type === "enum");
  if (field) {
    if (first && field.values?.includes(first)) field.default = first;
  } else if (values.length > 1)
    fields.push({ name: "status", type: "enum", values: [...values], ...(first ? { default: first } : {}) });
}
