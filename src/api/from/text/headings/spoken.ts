import { fields } from "../facts/item.ts";
import { tellingOf } from "../facts/story.ts";
import { knownIn, nameOf, open } from "../state.ts";
import type { Rule } from "./heading.ts";

/** `Nurses take readings from patients: pulse, temperature`: fields of what is made. */
export const ofWhatIsMade: Rule = (state, { head, rest, spoken, isList, parts }) => {
  const clause = spoken();
  const object = clause && isList() ? tellingOf(clause)?.object : undefined;
  const made = object?.many === true ? nameOf(object.text) : undefined;
  if (
    made === undefined ||
    parts().length < 2 ||
    !/s$|^(?:we|i|people)$|^(?:an?|the|each|every|our) /i.test(clause?.subject ?? "") ||
    knownIn(state, head) === made
  )
    return false;
  fields(state, open(state, made), rest);
  return true;
};

/** `She needs to know about each dog: its name …`: fields of what the head ends with. */
export const ofEach: Rule = (state, { head, rest, spoken, isList }) => {
  const subject =
    /(?:\b(?:about|of|for) (?:each|every|an?|the|my|our)|\b(?:note|record|log|track|keep|store|write down|remember) (?:each|every)) ([a-z][\w-]*)(?: (?:we|i|they|you) [a-z]+)?$/i.exec(
      head,
    )?.[1];
  const name = subject === undefined ? undefined : nameOf(subject);
  // `an API for repair orders of a garage` is about orders
  if (
    /(?<!attribute|field|detail|propertie|column|endpoint|value|part|fact)s (?:of|for) (?:an?|the|our|my) [a-z-]+(?: [a-z-]+)?$/i.test(
      head,
    )
  )
    return false;
  const speaks = (): boolean =>
    spoken() !== undefined ||
    /^(?:for|of|about|what|things?|data|info(?:rmation)?|details|facts|everything|all|fields|attributes)\b/i.test(
      head,
    );
  if (name === undefined || !speaks() || !isList()) return false;
  fields(state, open(state, name), rest);
  return true;
};

/** `A hive belongs to a keeper: number, colour`: the head is read first, then the fields of the record that it opens. */
export const ofSubject: Rule = (state, { head, rest, spoken, isList, read }) => {
  const clause = spoken();
  if (
    !clause ||
    clause.subject === "" ||
    clause.modal !== undefined ||
    knownIn(state, clause.subject) === undefined ||
    !isList()
  )
    return false;
  read(head);
  if (!state.current) return false;
  fields(state, state.current, rest);
  return true;
};
