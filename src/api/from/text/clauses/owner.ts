import type { Clause } from "../words/clause.ts";
import { nobody } from "../sentences/doing.ts";
import type { Going } from "../sentences/saying.ts";
import { type State, knownIn, nameOf, open, recordOf } from "../state.ts";
import { anaphora } from "./spoken.ts";

/** Whose clause it is: a record that is known or made known by it. */
export function ownerOf(state: State, clause: Clause): Going | undefined {
  const { subject } = clause;
  const plural = /s$/i.test(subject) || /^(?:they|these|those)$/i.test(subject);
  if (anaphora.test(subject)) return state.current ? { resource: state.current, plural } : undefined;
  if (nobody.test(subject)) return undefined;
  const known = knownIn(state, subject);
  const there = known === undefined ? undefined : state.resources.get(known);
  const alike = subject.split(" ").length < 3 ? recordOf(state, subject) : undefined;
  const short = there ?? (alike && alike.fields.length + alike.actions.length > 0 ? alike : undefined);
  if (short) {
    state.current = short;
    return { resource: short, plural };
  }
  if (
    known === undefined ||
    state.actors.has(known) ||
    (/^the\s/i.test(subject) && !state.resources.has(known))
  )
    return undefined;
  return { resource: open(state, known), plural };
}

/** `A participant registers for a course with a name`: a record that a clause about another one brings up. */
export function introducedBy(state: State, clause: Clause): Going | undefined {
  const name = /^(?:an?|each|every)\s|^[a-z]+s$/i.test(clause.subject) ? nameOf(clause.subject) : undefined;
  const [, object = ""] =
    /(?:^|\s)(?:for|to|in|on|at|of|by|from)\s+(?:an?|one|the|its|exactly one)\s+([a-z]+)/i.exec(
      clause.rest,
    ) ?? [];
  const [, often = ""] =
    /^(?:up )?(?:for|to|in|at|on) (?:many|several|any number of) ([a-z]+s)$/i.exec(clause.rest) ?? [];
  const shared = often === "" ? undefined : knownIn(state, often);
  if (name !== undefined && shared !== undefined && name !== shared)
    return { resource: open(state, name), plural: true };
  if (
    name === undefined ||
    knownIn(state, object) === undefined ||
    !/\swith\s(?:an?|the|its)\s/.test(clause.rest)
  )
    return undefined;
  return { resource: open(state, name), plural: false };
}
