import { type Choice, fromText, type Reading } from "../api/index.ts";
import { draftOf } from "./read.ts";
import { accountFor, unreadText, type Account, type Expressed } from "./account.ts";

export { headings, ruleKind, type Rule, type RuleKind } from "./rules.ts";
export { unreadText, type Account } from "./account.ts";
export { draftOf } from "./read.ts";
export { orderedOn } from "./request.ts";
export { withModel } from "./with-model.ts";
export { explainText, type Explained } from "./explain.ts";

/** A description with its reading, and what the definition can't express. */
export interface Described extends Reading {
  readonly rules: Account["rules"];
}

/**
 * Adds to a reading an account of every word of the description.
 * @param expressed verbs that facts express by what they relate
 */
export function accounted(
  text: string,
  { api, assumed, ignored }: Reading,
  expressed: readonly Expressed[] = [],
): Described {
  const { rules, unread } = accountFor(text, api, assumed, expressed);
  const known = ignored.join("\n").toLowerCase();
  const isRule = (line: string): boolean =>
    rules.some((rule) => rule.text.includes(line) || line.includes(rule.text));
  const more = unread.filter(({ part }) => !known.includes(part.toLowerCase()));
  return {
    api,
    assumed,
    ignored: [...ignored.filter((line) => !isRule(line)), ...more.map(unreadText)],
    rules,
  };
}

/** A reading by rules, with its alternatives. */
export interface Chosen extends Described {
  readonly choices: readonly Choice[];
  /** Whether the text doesn't say what is stored, so that this is what such applications usually store. */
  readonly isUsual: boolean;
}

/**
 * Reads the API that an English description specifies.
 * @param others ids of choices whose other reading is wanted
 * @throws UserError `not_understood` if the description names no resource
 */
export function readDescription(text: string, others: ReadonlySet<string> = new Set()): Chosen {
  let choices: readonly Choice[] = [];
  let isUsual = false;
  let expressed: readonly Expressed[] = [];
  const reading = fromText(text, (sentence) => {
    const draft = draftOf(sentence, others);
    ({ choices, expressed, isUsual } = draft);
    return draft;
  });
  return { ...accounted(text, reading, expressed), choices, isUsual };
}
