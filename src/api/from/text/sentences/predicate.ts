import { type Clause, holding } from "../words/clause.ts";
import { stated } from "./course.ts";
import { fields, item } from "../facts/item.ts";
import { tellingOf } from "../facts/story.ts";
import type { State } from "../state.ts";
import { type Saying, type Reading, goOn } from "./saying.ts";
import { possible, handled, gets } from "./said-done.ts";
import { several, refers, links, placed, transitive, stands } from "./said-linked.ts";
import { concerns, holds, isOf, amounts } from "./said-held.ts";

/** The kinds of clauses, in the order in which they are tried. */
const readings: readonly Reading[] = [
  possible,
  handled,
  (state, saying) => stated(state, saying.resource, saying.clause) && goOn(state, saying),
  several,
  links,
  refers,
  placed,
  transitive,
  concerns,
  gets,
  holds,
  isOf,
  amounts,
  stands,
];

const isTold = (clause: Clause): boolean =>
  clause.subject !== "" &&
  !holding.has(clause.verb) &&
  (tellingOf(clause)?.object !== undefined || clause.verb === "take");

/** What a clause says of a record. */
export function says(state: State, saying: Saying): void {
  state.current = saying.resource;
  state.acting = false;
  if (readings.some((read) => read(state, saying))) return;
  // `A landlord wants to keep track of rent`
  if (/^(?:want|need|like|wish|try|hope)$/.test(saying.clause.verb) && /^to [a-z]/.test(saying.clause.rest))
    return void state.told.push(`${saying.clause.subject} ${saying.part}`);
  // `reaches a temperature between 500 and 1400`: what has bounds or values is had.
  const [, bounded] =
    /^(?:(?:with|at|in|by|to|of) )?(an? [a-z]+(?: [a-z]+)? .*(?:⟦E\d+⟧|-?\d+\.\.-?\d+|\b(?:at least|at most|up to) -?\d).*)$/i.exec(
      saying.clause.rest,
    ) ?? [];
  if (bounded !== undefined && saying.clause.modal === undefined && !saying.clause.negated) {
    fields(state, saying.resource, bounded);
    return void goOn(state, saying);
  }
  // What somebody does is no field, whatever it is done to.
  if (!isTold(saying.clause) || /\b(?:many|several|multiple|one)\b/.test(saying.clause.rest))
    item(state, saying.resource, saying.part);
  else state.told.push(`${saying.clause.subject} ${saying.part}`);
  goOn(state, saying);
}
