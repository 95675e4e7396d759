import { singular } from "../language/index.ts";
import { clausesIn } from "./clauses.ts";
import { baseOf } from "./grammar.ts";
import { nounAt } from "./nouns.ts";
import { tokensOf } from "./tokens.ts";
import { isHelper, verbhood } from "./verb-forms.ts";
import { isKnownResource, isScalar } from "./vocabulary.ts";

const fieldsLabel = String.raw`^(?:fields?|attributes?|properties|columns|attrs|props)\s*(?:are\s*)?`;
const labelledFields = new RegExp(`${fieldsLabel}:`, "i");
const leadingLabel = new RegExp(String.raw`${fieldsLabel}(?::\s*)?(?=[\w"])`, "i");

/** Whether a text opens with a label for fields: `fields: …`. */
export const isFieldsLabel = (text: string): boolean => labelledFields.test(text);

/** A list without its final punctuation and without a leading `fields:`. */
export const withoutEnd = (text: string): string => text.replace(/[.;]\s*$/, "").replace(leadingLabel, "");

export const verbList = (text: string): readonly string[] => text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/);

/** The verbs of a list of only verbs: `archive, restore`. */
export function bareVerbs(text: string): readonly string[] | undefined {
  const isVerb = (part: string): boolean => {
    const [verb, ...more] = tokensOf(part);
    if (!verb || more.length > 1 || baseOf(verb.low) !== verb.low || isScalar([verb.low])) return false;
    return verbhood(verb) !== "none" || /[a-z][A-Z]/.test(verb.text);
  };
  const parts = verbList(withoutEnd(text));
  return parts.every(isVerb) ? parts : undefined;
}

/** Whether a text opens with a record and its fields: `doc with title, words int`. */
export function opensRecord(text: string): boolean {
  const [, name = "", list = ""] = /^([a-z][\w-]*(?: [a-z][\w-]*)?) with\s+(.+)$/is.exec(text) ?? [];
  const noun = name ? nounAt(tokensOf(name)) : undefined;
  const isRecord = noun !== undefined && (noun.plural || /,/.test(list));
  return isRecord && !isScalar(noun.words);
}

/** Whether a text is a verb with its object: `takes a ball`, unlike `coats (colour, size)`. */
export function isPredicate(text: string): boolean {
  const [token, next] = tokensOf(text);
  if (!token || next?.kind !== "word" || isHelper(next.low) || verbhood(token) === "none") return false;
  return baseOf(token.low) !== token.low && !isScalar([singular(token.low)]);
}

export const isName = (text: string): boolean =>
  text.split(/\s+/).length <= 6 && !clausesIn(tokensOf(text)).length;

/** Whether a text is a sentence about a thing, rather than a list or a remark about a field. */
export function isClause(text: string): boolean {
  const [first] = clausesIn(tokensOf(text));
  if (!first || first.subject.length === 0 || first.subject.length > 5) return false;
  const noun = nounAt(first.subject);
  if (noun && isScalar(noun.words) && !isKnownResource(noun.words)) return false;
  return !/^[^,]*,[^,]*,/.test(text.slice(0, first.subject.at(-1)?.end ?? 0));
}

/** Whether a text ends with an owner: `the rate of a room`. */
export const endsInHolder = (text: string): boolean =>
  / of (?:an?|the|each|every) [\w-]+(?: [\w-]+)?[.;]?$/.test(text);
