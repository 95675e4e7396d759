import { thirdPerson } from "../words/clause.ts";
import { isOrder } from "../words/grammar.ts";
import { type State, act, knownIn, recordOf } from "../state.ts";
import type { Opened } from "./opened.ts";

/** Deeds and the noun that they are done to. */
interface Orders {
  readonly verbs: readonly string[];
  readonly named: string;
}

/** `resolve, reject or escalate complaints`, where all of it was marked as values: the last one carries the object. */
function withinValues(state: State, plain: string): Orders | undefined {
  const [, mark = ""] =
    /^(?:(?:the |our )?[a-z]+s|(?:the|an?|our) [a-z]+)\s+(⟦E\d+⟧)$/i.exec(plain.replaceAll(/\s+/g, " ")) ??
    [];
  const values = state.enums.get(mark) ?? [];
  const [, final = "", named = ""] = /^([a-z]+) (?:an? |the )?([a-z]+)$/i.exec(values.at(-1) ?? "") ?? [];
  return named === "" ? undefined : { verbs: [...values.slice(0, -1), final], named };
}

/** `⟦E1⟧ a complaint`: values before their object. */
function beforeObject(state: State, { plain, text }: Opened): Orders | undefined {
  if (text === plain) return undefined;
  const [, mark = "", named = ""] = /(⟦E\d+⟧)\s+(?:(?:an?|the|their|these) )?([a-z]+)/i.exec(plain) ?? [];
  return { verbs: state.enums.get(mark) ?? [], named };
}

/** `Agents resolve, reject or escalate complaints`: deeds that were marked as values, done to a record that may be described later. */
export function ordered(state: State, opened: Opened): boolean {
  const { verbs, named } = withinValues(state, opened.plain) ?? beforeObject(state, opened) ?? {};
  if (verbs === undefined || named === undefined || !verbs.length) return false;
  const isOne = /^(?:the|an?|our) [a-z]+[^s\W]\s/i.test(opened.plain);
  const orders = isOne ? verbs.map((verb) => thirdPerson(verb) ?? verb) : verbs;
  const goal = /^(?:it|them)$/i.test(named) ? state.current : recordOf(state, named);
  const isKnown = goal !== undefined || knownIn(state, named) !== undefined;
  if (!isKnown || !orders.every((verb) => isOrder(verb))) return false;
  const doing = (): void => {
    const record = goal ?? recordOf(state, named);
    for (const verb of record ? orders : []) if (record) act(record, verb);
  };
  if (goal) doing();
  else state.afterwards.push(doing);
  return true;
}
