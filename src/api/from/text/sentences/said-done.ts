import { leftOut } from "../words/clause.ts";
import { verbs } from "../words/deeds.ts";
import { relation } from "../facts/relations.ts";
import { act, knownIn, nameOf, relate } from "../state.ts";
import { type Reading, goOn, plain } from "./saying.ts";

/** `can be confirmed, handed over or moved`, `may be assigned to an employee` */
export const possible: Reading = (state, saying) => {
  const { resource, clause, more } = saying;
  if (clause.verb !== "be" || clause.modal !== "can" || clause.negated) return false;
  if (leftOut.test(clause.rest) && clause.rest !== "skipped") return false;
  // `can be delivered by many suppliers`
  if (
    /^[a-z]+ (?:by|in|to|on|at|with|from) (?:many|several|multiple|any number of|more than one) [a-z]+$/i.test(
      clause.rest,
    ) &&
    relation(state, resource, `can be ${clause.rest}`)
  )
    return goOn(state, saying);
  // `may be married to another person`
  const [, other = ""] = /^[a-z]+ (?:to|with) another ([a-z]+)$/i.exec(clause.rest) ?? [];
  if (other !== "" && knownIn(state, other) === resource.name) {
    relate(resource, { kind: "belongsTo", target: resource.name, optional: true });
    return goOn(state, saying);
  }
  const deeds = verbs(plain(state, clause.rest));
  if (!deeds) return false;
  const lent =
    /^(?:assigned|linked|attached|tied|allocated|given|lent) to (?:an? |one |the )?([a-z][\w-]*)$/i.exec(
      clause.rest,
    )?.[1];
  if (lent !== undefined && more.length === 0) {
    relate(resource, {
      kind: "belongsTo",
      target: knownIn(state, lent) ?? nameOf(lent) ?? lent,
      optional: true,
    });
    return true;
  }
  for (const one of deeds) act(resource, one);
  for (const [, to = ""] of clause.rest.matchAll(/\bto an? (\w+)/g))
    if (state.known.has(nameOf(to) ?? ""))
      relate(resource, { kind: "belongsTo", target: nameOf(to) ?? to, optional: true });
  state.acting = true;
  return goOn(state, saying);
};

/** `are locked and unlocked through the API`: what is done to records, where it is told of several deeds. */
export const handled: Reading = (state, { resource, clause, more }) => {
  if (!/^(?:be|get)$/.test(clause.verb) || clause.modal !== undefined || clause.negated || !more.length)
    return false;
  const [, by = ""] =
    /^[a-z]+ (?:by|in|at|on|to|for|with|from) (?:exactly |only )?(?:one|an?|the|many|several|its|more than one|multiple) ([a-z]+)$/i.exec(
      clause.rest,
    ) ?? [];
  if (by !== "" && knownIn(state, by) !== undefined) return false;
  const deeds = [clause.rest, ...more].map((one) => verbs(one));
  if (!deeds.every((one) => one !== undefined)) return false;
  for (const verb of deeds.flat()) act(resource, verb);
  return true;
};

/** `gets finished or abandoned in the end` */
export const gets: Reading = (state, saying) => {
  if (saying.clause.verb !== "get") return false;
  const deeds = verbs(plain(state, saying.clause.rest).replace(/\s*(?:in the end|eventually|at last)$/, ""));
  if (!deeds) return false;
  for (const one of deeds) act(saying.resource, one);
  return goOn(state, saying);
};
