import type { ResourceDraft } from "../../draft.ts";
import { type State, knownIn, linked, relate } from "../../state.ts";

/** What every rule is given: a text that is said of a record, and whether it lets a relation be absent. */
export interface Said {
  readonly state: State;
  readonly resource: ResourceDraft;
  readonly text: string;
  readonly optional: { readonly optional?: boolean; readonly keyed?: boolean };
}

/** Whether a relation was drawn; undefined where the text says something else, which a later rule may read. */
export type Rule = (said: Said) => boolean | undefined;

/** A noun phrase, where it means a record that is known. */
export const told = ({ state }: Said, phrase: string | undefined): string | undefined =>
  phrase !== undefined && knownIn(state, phrase) !== undefined ? phrase : undefined;

/** The record that a noun phrase means, where it is known and not the one that is spoken of. */
export function other({ state, resource }: Said, phrase: string | undefined): string | undefined {
  const known = phrase === undefined ? undefined : knownIn(state, phrase);
  return known === resource.name ? undefined : known;
}

/** Belongs to what a phrase means, where there is one. */
export const belongsTo = (
  { state, resource, optional }: Said,
  phrase: string | undefined,
  how = optional,
): boolean | undefined =>
  phrase === undefined ? undefined : linked(state, resource, "belongsTo", phrase, how);

/** Is one of many that have many of what a phrase means, where there is one. */
export const shares = ({ state, resource }: Said, phrase: string | undefined): boolean | undefined =>
  phrase === undefined ? undefined : linked(state, resource, "manyToMany", phrase, {});

/** Has many of a record, where there is one. */
export function hasMany({ resource }: Said, target: string | undefined): boolean | undefined {
  if (target === undefined) return undefined;
  relate(resource, { kind: "hasMany", target });
  return true;
}
