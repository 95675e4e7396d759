import { clauseOf } from "../words/clause.ts";
import { dealt, handedOver, nobody } from "../sentences/doing.ts";
import type { State } from "../state.ts";
import { amendment, byDefault, fieldBefore, habit, mayBeAdded } from "./fresh.ts";
import { opened } from "./opened.ts";
import { ordered } from "./ordered.ts";
import { owned } from "./owned.ts";
import { introducedBy, ownerOf } from "./owner.ts";
import { canDeal, canRelate, itsParts, mustDeal } from "./possible.ts";
import { type Rule, type Spoken, spokenOf } from "./spoken.ts";
import { done, doneToIt, keptByUs, scenery, story } from "./unowned.ts";

/** The kinds of sentences that show by their first clause what they are, in the order in which they are tried. */
const rules: readonly Rule[] = [
  itsParts,
  canRelate,
  canDeal,
  mustDeal,
  (state, { first }) => handedOver(state, first),
  byDefault,
  amendment,
  fieldBefore,
  mayBeAdded,
];

/** The kinds of sentences whose subject is nothing that is kept. */
const unowned: readonly Rule[] = [keptByUs, scenery, doneToIt, story, done];

/** Asks whose sentence it is, which may open a record, and reads what it says. */
function bySubject(state: State, spoken: Spoken): boolean {
  const { first, isNew } = spoken;
  const brought = isNew() && /s$/i.test(first.subject) ? introducedBy(state, first) : undefined;
  if (brought === undefined && habit(state, spoken)) return true;
  const leading = brought ?? ownerOf(state, first) ?? introducedBy(state, first);
  if (leading === undefined) return unowned.some((rule) => rule(state, spoken));
  return nobody.test(first.subject) ? dealt(state, first) : owned(state, spoken, leading);
}

/** A sentence whose clauses have subjects of their own; false where it has none. */
export function sentence(state: State, given: string): boolean {
  const start = opened(state, given);
  if (ordered(state, start)) return true;
  const first = clauseOf(start.text);
  if (!first || first.subject === "") return false;
  const spoken = spokenOf(state, start.text, first);
  return rules.some((rule) => rule(state, spoken)) || bySubject(state, spoken);
}
