import { holding, standing } from "../words/clause.ts";
import { onlySays } from "../words/says.ts";
import { amended } from "../facts/amend.ts";
import { typeByName } from "../facts/guess.ts";
import { item } from "../facts/item.ts";
import { stated } from "../sentences/course.ts";
import { dealt } from "../sentences/doing.ts";
import { nameOf, open } from "../state.ts";
import { type Rule, anaphora } from "./spoken.ts";

/** `Albums are private by default`: what the records of a new kind are. */
export const byDefault: Rule = (state, { first, isNew }) => {
  const [, how = ""] = /^(?:not )?([a-z]+) (?:by default|unless .+)$/i.exec(first.rest) ?? [];
  if (
    !isNew() ||
    first.verb !== "be" ||
    !/^[A-Z][a-z]+s$/.test(first.subject) ||
    typeByName(how).type !== "boolean"
  )
    return false;
  const record = nameOf(first.subject);
  return record !== undefined && stated(state, open(state, record), first);
};

/** `The title is unique`: more about a field of the record before. */
export const amendment: Rule = (state, { first, isNew, predicate }) =>
  state.current !== undefined &&
  isNew() &&
  !anaphora.test(first.subject) &&
  predicate().every((one) => onlySays(one, state.enums)) &&
  amended(state, state.current, first.subject, predicate());

/** `Attempts start at 0 and may not exceed 5`: a field of the record before. */
export const fieldBefore: Rule = (state, { first, isNew, predicate }) => {
  const { current } = state;
  if (
    !current ||
    !isNew() ||
    anaphora.test(first.subject) ||
    predicate().length > 2 ||
    !predicate().every((one) => onlySays(one, state.enums) || /^is nice to have$/.test(one))
  )
    return false;
  const [part = "", ...more] = predicate();
  item(state, current, `${first.subject} ${part}`);
  for (const one of more) item(state, current, one);
  return true;
};

/** `a video link may be added`: a field that need not be there. */
export const mayBeAdded: Rule = (state, { first, isNew }) => {
  const { current } = state;
  if (
    !current ||
    !isNew() ||
    !(first.modal === "can" || /\bif there (?:is|are) (?:any|one|some)$/i.test(first.rest)) ||
    first.verb !== "be" ||
    !/^(?:an?|the) |^[A-Z][a-z]+s$/i.test(first.subject) ||
    !/^(?:added|attached|given|included|provided|uploaded|supplied|specified|entered|noted|stored)\b/i.test(
      first.rest,
    )
  )
    return false;
  item(state, current, `optional ${first.subject.toLowerCase().replace(/^(?:an?|the) /, "")}`);
  return true;
};

/** `Clerks stamp and file the letters`: what people of whom nothing is kept do to records. */
export const habit: Rule = (state, { first, isNew }) =>
  isNew() &&
  !/^(?:be|get)$/.test(first.verb) &&
  !standing.has(first.verb) &&
  !holding.has(first.verb) &&
  /s$/i.test(first.subject) &&
  dealt(state, first);
