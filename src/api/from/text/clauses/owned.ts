import { onlySays } from "../words/says.ts";
import { item } from "../facts/item.ts";
import { stated } from "../sentences/course.ts";
import { dealt } from "../sentences/doing.ts";
import type { Going } from "../sentences/saying.ts";
import { type State, nameOf } from "../state.ts";
import { clauseByClause } from "./row.ts";
import { type Spoken, anaphora, tells } from "./spoken.ts";

/** Reads one kind of sentence about a record; false where it is of another kind. */
type OwnedRule = (state: State, spoken: Spoken, leading: Going) => boolean;

/** `Members can renew loans`: what a record of its own does to another one. */
const canDo: OwnedRule = (state, { first }) =>
  first.modal === "can" && !tells.test(first.verb) && dealt(state, first);

const lastWord = (subject: string): string | undefined => /[a-z]+$/i.exec(subject)?.[0];

/** Whether a sentence says what its subject is, rather than what it has or does. */
const saysWhatItIs = ({ first }: Spoken): boolean =>
  first.modal === "must" ||
  (!first.modal && lastWord(first.subject) !== undefined && /^(?:be|consist|start|begin)$/.test(first.verb));

/** `Entries are private unless they are shared` */
const howItIs: OwnedRule = (state, spoken, { resource }) =>
  saysWhatItIs(spoken) &&
  spoken.first.verb === "be" &&
  spoken.predicate().length === 1 &&
  stated(state, resource, spoken.first);

/** `The order number must be unique`, `Orders are open or closed`: a field with the name of the subject, or its status. */
const fieldOfItself: OwnedRule = (state, spoken, { resource }) => {
  const { first, predicate } = spoken;
  const noun = lastWord(first.subject);
  if (!noun || !saysWhatItIs(spoken)) return false;
  const [part = "", ...more] = predicate();
  const said = part.replace(/^consists? of /, "");
  if (!onlySays(said, state.enums) || anaphora.test(first.subject)) return false;
  const isSelf = /^(?:is|are)\s+⟦/.test(said) && nameOf(noun) === resource.name;
  item(state, resource, `${isSelf ? "status" : noun} ${said}`);
  for (const one of more) item(state, resource, one);
  return true;
};

const rules: readonly OwnedRule[] = [canDo, howItIs, fieldOfItself, clauseByClause];

/** A sentence about a record that is kept. */
export const owned: OwnedRule = (state, spoken, leading) =>
  rules.some((rule) => rule(state, spoken, leading));
