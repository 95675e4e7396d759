import { addBehind } from "./behind.ts";
import type { Clause } from "./clauses.ts";
import type { Drafts } from "./drafts.ts";
import { prepositions } from "./grammar.ts";
import { itemOf } from "./items.ts";
import { nounAt } from "./nouns.ts";
import { uniqueWithin } from "./pieces.ts";
import { addAttributes, addItem } from "./record-fields.ts";
import { type States, statesIn } from "./values.ts";
import { tokensOf } from "./tokens.ts";

/** Adds what something is: a state, a yes or no, or part of something else. */
export function addBeing(drafts: Drafts, owner: string, { rest, verb }: Clause, list: string): void {
  const [first] = rest;
  if (!first) return;
  if (prepositions.has(first.low)) return addBehind(drafts, owner, rest);
  if (uniqueWithin.test(list)) return addAttributes(drafts, owner, list);
  const states = statesIn(list);
  if (states && !verb.modal && !/^(?:an?|the)$/.test(first.low)) return setStates(drafts, owner, states);
  const another = /\banother (\w+(?: \w+)?)/i.exec(list)?.[1];
  if (another && drafts.find(nounAt(tokensOf(another))) === owner) return drafts.belongs(owner, owner, true);
  const [, flag = "", behind = ""] = /^(?:either )?(\w+) or not\b(.*)$/i.exec(list) ?? [];
  const item = flag ? itemOf(`${flag} flag ${behind}`) : undefined;
  if (item) addItem(drafts, owner, item);
}

function setStates(drafts: Drafts, owner: string, { values, first }: States): void {
  const fields = drafts.fieldsOf(owner);
  if (fields.some(({ name, type }) => /status|state/i.test(name) || type === "enum")) return;
  fields.push({ name: "status", type: "enum", values: [...values], ...(first ? { default: first } : {}) });
}
