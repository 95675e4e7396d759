import { isOrder } from "../words/grammar.ts";
import { fields } from "../facts/item.ts";
import { relation } from "../facts/relations.ts";
import { dealt } from "../sentences/doing.ts";
import { knownIn, nameOf, open, recordOf, relate } from "../state.ts";
import { ownerOf } from "./owner.ts";
import { type Rule, anaphora, tells } from "./spoken.ts";

/** `Its readings have a value`: records that belong to the one before. */
export const itsParts: Rule = (state, { first }) => {
  const { current } = state;
  const part = /^(?:its|their) ([a-z]+s)$/i.exec(first.subject)?.[1];
  const parts = part === undefined ? undefined : nameOf(part);
  if (!current || parts === undefined || first.verb !== "have" || first.modal || !/^an?\s/i.test(first.rest))
    return false;
  relate(current, { kind: "hasMany", target: parts });
  fields(state, open(state, parts), first.rest);
  return true;
};

/** `A task can depend on another task`, `can appear on many playlists` */
export const canRelate: Rule = (state, { first }) => {
  if (
    first.modal !== "can" ||
    !/^(?:on|upon|in|to|at|of|with) (?:another|one|many|several|multiple|more than one|any number of|at most one) [a-z]+$/i.test(
      first.rest,
    )
  )
    return false;
  const owner = ownerOf(state, first);
  return owner !== undefined && relation(state, owner.resource, `can ${first.verb} ${first.rest}`);
};

/** `Users can archive a note`: what somebody can do to a record. */
export const canDeal: Rule = (state, { first }) =>
  first.modal === "can" &&
  !tells.test(first.verb) &&
  !anaphora.test(first.subject) &&
  /\b(?:it|them|an?|the)\b/.test(first.rest) &&
  dealt(state, first);

/** `Reviewers must approve an expense`: what somebody, of whom nothing is kept, has to do to a record. */
export const mustDeal: Rule = (state, { first }) => {
  if (
    first.modal !== "must" ||
    !/^(?:an?|the|each|every|it|them)\b/.test(first.rest) ||
    !isOrder(first.verb) ||
    tells.test(first.verb)
  )
    return false;
  const [, noun = ""] = /^(?:an?|the|each|every) ([a-z]+)/i.exec(first.rest) ?? [];
  const isThing = (recordOf(state, first.subject)?.fields.length ?? 0) > 0;
  return !isThing && knownIn(state, noun) !== undefined && dealt(state, { ...first, modal: "can" });
};
