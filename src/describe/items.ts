import { type FieldDraft, type NotationDraft as Draft, uncontracted } from "../api/index.ts";
import { plural, singular } from "../language/index.ts";
import { clauseName } from "./clause-names.ts";
import { finished } from "./item-fields.ts";
import { fieldWords, namedOf } from "./item-names.ts";
import { rewriteEnd, rewriteStart, withoutArticles } from "./item-rewrites.ts";
import { type Noun, nounAt } from "./nouns.ts";
import { pieces, joined } from "./pieces.ts";
import { tokensOf } from "./tokens.ts";

/** One item of a list: a field, or a related resource. */
export interface Item {
  readonly raw: string;
  readonly field: FieldDraft;
  /** The noun as the name of another resource; undefined for `whether it is open`. */
  readonly noun: Noun | undefined;
  /** Lists in its parentheses. */
  readonly inner: string | undefined;
  /** What follows the noun: `of the order`. */
  readonly tail: string;
}

export function itemsOf(text: string): readonly Item[] {
  const tokens = tokensOf(text);
  return joined(pieces(tokens), text).flatMap((part) => itemOf(part) ?? []);
}

const around = /^(?:giving|including|with|plus|namely|such as|has|have|having|also|as well as)\s+/i;
const isMaybe = /^(?:optionally|maybe|perhaps|possibly|an optional|optional)\s| (?:maybe|perhaps)$/i;

/** `home -> Team`: a reference. */
export const isReference = (raw: string): boolean => /^[\w ]+(?:->|→) ?\w[^>→]*$/.test(raw);

/** Parses one item. */
export function itemOf(item: string): Item | undefined {
  const raw = item
    .trim()
    .replace(/[.;,]+$/, "")
    .replace(around, "");
  if (/^(?:it|them|this|that|these|those|us)$/i.test(raw)) return undefined;
  const draft: Draft = { name: "", sizes: [] };
  if (isMaybe.test(raw)) draft.required = false;
  const marked = raw.replace(/([\w-]+) \((?:default|initial|by default)\)(.*)$/is, "$1$2, default $1");
  const text = rewriteStart(withoutArticles(uncontracted(marked)), draft);
  const clause = clauseName(text);
  if (clause) {
    draft.type = clause.type ?? draft.type;
    const field = finished(draft, clause.name.split(" "), clause.rest);
    return field ? { raw, field, noun: undefined, inner: undefined, tail: "" } : undefined;
  }
  const { name, rest } = namedOf(rewriteEnd(text, draft), draft);
  const words = isReference(raw) ? raw.split(/\W+/, 1) : fieldWords(name);
  const field = words.length ? finished(draft, words, rest) : undefined;
  if (!field) return undefined;
  const cut = /\s+(?:of|for|from|to|by|on|at|in|into|about|per)\s/i.exec(name);
  const inner = innerList.exec(rest)?.[1] ?? /^\s*:\s*(.+)$/s.exec(rest)?.[1];
  return { raw, field, noun: nounAt(tokensOf(name)), inner, tail: cut ? name.slice(cut.index).trim() : "" };
}

const innerList = /[({[]([^(){}[\]]*(?:\([^()]*\)[^(){}[\]]*)*)[)}\]]/;

/** Whether an item names several things: `tags`, not `a tag`. */
export const isMany = (item: Item): boolean =>
  item.noun !== undefined && (item.noun.plural || item.noun.many);
export const pluralOf = (word: string): string => plural(singular(word));

/** Whether an item is a count or a kind rather than a thing: `number of guests`, `type of item`, `passengers (int)`. */
export const isQuantity = ({ raw, field }: Item): boolean =>
  /^(?:an? |the |max(?:imum)? )?(?:number|count|kinds?|types?) of\b|\bcount\b/i.test(raw) ||
  (/^(?:integer|number)$/.test(field.type ?? "") && /\b(?:int|integer|number|decimal|float)\b/i.test(raw));
