import { once } from "../../../../lib/index.ts";
import type { Clause } from "../words/clause.ts";
import { items } from "../words/lists.ts";
import { type State, knownIn, recordOf } from "../state.ts";

/** A sentence by its first clause, with what several rules ask of it. */
export interface Spoken {
  readonly text: string;
  readonly first: Clause;
  /** What is said behind the first subject, in its parts. */
  readonly predicate: () => readonly string[];
  /** Whether no record of this name is spoken of so far; worked out when it is first asked, before the sentence opens one. */
  readonly isNew: () => boolean;
}

/** Reads one kind of sentence; false where it is of another kind. */
export type Rule = (state: State, spoken: Spoken) => boolean;

function isNew(state: State, { subject, modal }: Clause): boolean {
  const name = knownIn(state, subject);
  if (name !== undefined && state.resources.has(name)) return false;
  const alike = recordOf(state, subject);
  return !(alike && alike.fields.length > 1 && modal === "can");
}

export const spokenOf = (state: State, text: string, first: Clause): Spoken => ({
  text,
  first,
  predicate: once(() => items(text.slice(text.indexOf(first.subject) + first.subject.length).trim())),
  isNew: once(() => isNew(state, first)),
});

/** `it`, `these things`: what goes on with the record before. */
export const anaphora =
  /^(?:it|they|these|those|this|this one|each|each one|(?:an? |the )?(?:[a-z]+ )?ones?|each of (?:them|these|those)|both|all of them|(?:the|such|these|those) (?:things?|ones?)|things)$/i;

/** `and we note whether it is paid` goes on with what is kept of the record before. */
export const keeps =
  /^(?:keep|note|write|record|store|track|save|log|register|want|need|know|remember|capture|collect|give|state|enter|provide|say|tell)$/;

/** Verbs that tell of the subject even where it only can. */
export const tells = /^(?:be|have|hold|carry|contain|include)$/;
