import type { ResourceDraft } from "../draft.ts";
import type { State } from "../state.ts";
import { alone } from "./relations/alone.ts";
import {
  another,
  keyInBrackets,
  keyNamed,
  keyTo,
  keyWithTarget,
  keyed,
  marked,
  pointing,
  typed,
} from "./relations/keys.ts";
import {
  counted as countedOf,
  group,
  has,
  inFashion,
  madeOf,
  makes,
  manyToMany,
  mutual,
  often,
  several,
  severalOf,
  takesPart,
  within,
} from "./relations/many.ts";
import { atMostOne, belongs, doneTo, forOne, inPart, player, single, whose } from "./relations/one.ts";
import type { Rule, Said } from "./relations/rule.ts";

export const optionalWords =
  /\b(?:optional(?:ly)?|opt|null(?:able)?|may|possibly|or none|or in none|if any|can)\b/i;

/** In the order in which they are tried: the first that reads a text has it. */
const rules: readonly Rule[] = [
  typed,
  keyed,
  marked,
  whose,
  within,
  often,
  forOne,
  makes,
  mutual,
  inFashion,
  manyToMany,
  keyTo,
  severalOf,
  several,
  keyInBrackets,
  keyWithTarget,
  another,
  keyNamed,
  pointing,
  single,
  doneTo,
  belongs,
  player,
  group,
  madeOf,
  countedOf,
  takesPart,
  inPart,
  atMostOne,
  has,
  alone,
];

/** Relations said in one item of a list. */
export function relation(state: State, resource: ResourceDraft, text: string): boolean {
  const said: Said = { state, resource, text, optional: optionalWords.test(text) ? { optional: true } : {} };
  for (const rule of rules) {
    const found = rule(said);
    if (found !== undefined) return found;
  }
  return false;
}

export const counted = /^([\w ]+?)\s+(1|one|n|m|many|\*)\s?(?:-|:|to)+\s?(1|one|n|m|many|\*)\s+([\w ]+)$/i;
