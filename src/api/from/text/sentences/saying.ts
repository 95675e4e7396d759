import type { Clause } from "../words/clause.ts";
import type { ResourceDraft } from "../draft.ts";
import { fields } from "../facts/item.ts";
import { type State, knownIn, nameOf, relate, unmarked } from "../state.ts";

/** A record that clauses speak of, and its number. */
export interface Going {
  readonly resource: ResourceDraft;
  readonly plural: boolean;
}

/** A clause about a record: as it was written, and what the list after it goes on with. */
export interface Saying {
  readonly resource: ResourceDraft;
  readonly clause: Clause;
  readonly part: string;
  readonly more: readonly string[];
}

/** Reads one kind of clause; false where it is of another kind. */
export type Reading = (state: State, saying: Saying) => boolean;

export const goOn = (state: State, { resource, more }: Saying): true => {
  if (more.length) fields(state, resource, more.join(", "), true);
  return true;
};

export const plain = (state: State, text: string): string =>
  unmarked(state, text, ", ").replaceAll(/\s+/g, " ");

export const belongsTo = (state: State, resource: ResourceDraft, phrase: string): void =>
  relate(resource, { kind: "belongsTo", target: knownIn(state, phrase) ?? nameOf(phrase) ?? phrase });
