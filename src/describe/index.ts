import { definitionToYaml, fromText, type ApiDefinition, type Reading } from "../api/index.ts";
import { draftOf } from "./draft.ts";
import { accountFor, type Account } from "./account.ts";

export { headings, ruleKind, type Rule, type RuleKind } from "./rules.ts";
export { type Account } from "./account.ts";
export { draftOf } from "./draft.ts";
export { explainText, type Explained } from "./explain.ts";

/** A description as it was read, with what the definition can't hold. */
export interface Described extends Reading {
  readonly rules: Account["rules"];
}

/** The same reading, with every word of the description accounted for. */
export function accounted(text: string, { api, assumed, ignored }: Reading): Described {
  const { rules, unread } = accountFor(text, shownBy(api, assumed));
  const known = ignored.join("\n").toLowerCase();
  const isRule = (line: string): boolean =>
    rules.some((rule) => rule.text.includes(line) || line.includes(rule.text));
  const more = unread.filter((part) => !known.includes(part.toLowerCase()));
  return { api, assumed, ignored: [...ignored.filter((line) => !isRule(line)), ...more], rules };
}

const shownBy = (api: ApiDefinition, assumed: readonly string[]): string =>
  [definitionToYaml(api), ...assumed].join("\n");

/**
 * The API that a description in English speaks of.
 * @throws UserError `not_understood` where the description names no resource
 */
export const readDescription = (text: string): Described => accounted(text, fromText(text, draftOf));
