import { isPerson } from "../api/index.ts";
import type { Drafts } from "./drafts.ts";
import { prepositions } from "./grammar.ts";
import { itemOf } from "./items.ts";
import { type Noun, nounAt } from "./nouns.ts";
import { addAttributes, addItem } from "./record-fields.ts";
import type { Token } from "./tokens.ts";

/** Handles each preposition: before a resource it is a relation, before anything else a field. */
export function addBehind(drafts: Drafts, owner: string, rest: readonly Token[], isPlural = false): void {
  for (const [index, token] of rest.entries()) {
    if (!prepositions.has(token.low) && !(token.low === "and" && index > 0)) continue;
    const noun = nounAt(rest, index + 1);
    const target = drafts.find(noun);
    if (!noun) continue;
    if (target && target !== owner) tie(drafts, owner, target, { noun, preposition: token.low, isPlural });
    else if (token.low === "with") return addAttributes(drafts, owner, textOf(rest.slice(index + 1)));
    else if (/^at (?:\S+ )?(?:time|date)$|^on weekday$/.test(`${token.low} ${noun.words.join(" ")}`)) {
      const item = itemOf(noun.words.join(" "));
      if (item) addItem(drafts, owner, item);
    }
  }
}

function tie(
  drafts: Drafts,
  owner: string,
  target: string,
  { noun, preposition, isPlural }: { noun: Noun; preposition: string; isPlural: boolean },
): void {
  if (/^(?:in|at)$/.test(preposition) && !isPerson(noun.words.at(-1) ?? ""))
    drafts.belongs(owner, target, noun.optional);
  else if (noun.many && (isPlural || preposition === "between" || isPerson(noun.words.at(-1) ?? "")))
    drafts.manyToMany(owner, target);
  else if (noun.many || (noun.plural && /^(?:with|into)$/.test(preposition))) drafts.hasMany(owner, target);
  else drafts.belongs(owner, target, noun.optional);
}

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text }) => text)
    .join(" ")
    .replaceAll(/ ([,.;:)])/g, "$1");
