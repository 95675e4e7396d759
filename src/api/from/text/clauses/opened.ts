import { type State, unmarked } from "../state.ts";

/** What a sentence leads in with before its subject: `By default, it is private`, `In the evening, we count them`. */
const leadIn =
  /^(?:(?:until [^,.]{3,40}?|as long as [^,.]{3,40}?|before [^,.]{3,40}?|without [a-z ]+?|by default|initially|at first|in the beginning|until then|to begin with|when (?:new|created|added|made)|once created),? (?=(?:it|they|each|every|an?|the|new)\s)|(?:when(?:ever)?|once|as soon as) [^,]{3,40}?,? (?=we\s)|(?:(?:at|in|on|during|after|before) (?:the|our|my|an?)|for (?:the|our|my)) [a-z]+(?: [a-z]+)?,? (?=(?:each|every|an?|we|i)\s))/i;

/** `Later, it is archived` */
const later =
  /^(?:and )?(?:(?:afterwards|later(?: on)?|then|finally|after that|in the end),? )(?=(?:it|they|this)\s)/i;

/** `Agents ⟦E1⟧ a complaint`: deeds that were marked as a list of values. */
const markedDeeds =
  /^(?:the |an? |our )?[a-z]+(?:\s+(?:sometimes|often|later|also|usually|then|may|can))?\s+⟦E\d+⟧\s+(?:it|them|an?|the|[a-z]+s)\b/i;

/** A sentence from its subject on, and with its deeds written out. */
export interface Opened {
  readonly plain: string;
  readonly text: string;
}

/** Takes off what a sentence leads in with, and notes whether it tells how records begin or what they are later. */
export function opened(state: State, given: string): Opened {
  const lead = later.exec(given)?.[0] ?? leadIn.exec(given)?.[0] ?? "";
  const plain = given.slice(lead.length);
  state.later = /^(?:and )?(?:afterwards|later|then|finally|after|in the end)/i.test(lead);
  state.first = !state.later && lead !== "" && !/^(?:at|in|on|for|during) (?:the|our|my|an?) /i.test(lead);
  const text = markedDeeds.test(plain) ? unmarked(state, plain, ", ").replaceAll(/\s+/g, " ") : plain;
  return { plain, text };
}
