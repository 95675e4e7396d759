import type { Clause } from "../words/clause.ts";
import { fields } from "../facts/item.ts";
import { isStory } from "../facts/story.ts";
import { dealt, nobody } from "../sentences/doing.ts";
import { type Rule, keeps } from "./spoken.ts";

/** `We write down the item and the sum`: fields of the record before. */
export const keptByUs: Rule = (state, { first }) => {
  const { current } = state;
  if (
    !current ||
    !nobody.test(first.subject) ||
    !keeps.test(first.verb) ||
    !/^(?:down )?(?:an?|the|its|their|whether|if|when|where|who|how|what|why)\s/i.test(first.rest) ||
    first.modal === "can" ||
    /\bof (?:each|every)\b|^the [a-z]+['’]s? /i.test(first.rest)
  )
    return false;
  fields(state, current, first.rest.replace(/^down /, ""));
  return true;
};

/** What we do, in a sentence that names nothing that could be kept. */
const isScenery = ({ verb, rest }: Clause): boolean =>
  !/^(?:want|need|have|track|store|manage|like|require|would|be)$/.test(verb) &&
  !keeps.test(verb) &&
  !/[:(⟦]|\bwith\b|[a-z]s\b(?! (?:of|and)\b)/.test(rest.replace(/\b(?:and|but) .*$/, ""));

/** `I roast coffee in my garage`, before any record is spoken of. */
export const scenery: Rule = (state, { first }) =>
  !state.current && nobody.test(first.subject) && isScenery(first);

/** `The vet signs it`: what somebody does to the record before. */
export const doneToIt: Rule = (state, { first }) =>
  /\b(?:it|them|one|some)$/i.test(first.rest) && dealt(state, first);

/** `Officers issue tickets to drivers`: who does what, for the relations that are drawn when all is read. */
export const story: Rule = (state, { text, first }) => {
  const isNobody = nobody.test(first.subject);
  if ((isNobody && keeps.test(first.verb)) || !isStory(text)) return false;
  if (!isNobody) state.told.push(text);
  return true;
};

/** `The warden opens and closes the hive`: what else somebody does. */
export const done: Rule = (state, { first }) =>
  (/s$|^(?:the|someone|somebody|people|an?)\b/i.test(first.subject) || nobody.test(first.subject)) &&
  dealt(state, first);
