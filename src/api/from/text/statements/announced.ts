import { clauseOf } from "../words/clause.ts";
import { genericTitle, having } from "../sentences/intro.ts";
import { subjectlessIntro } from "../sentences/opening.ts";
import { introduced } from "../sentences/topic.ts";
import { tellingOf } from "../facts/story.ts";
import { knownIn, nameOf, open } from "../state.ts";
import type { Rule } from "./rule.ts";

/** `A conference needs these resources`: a line that only says that something follows. */
export const announcement: Rule = (_state, text) =>
  /\b(?:resources|entities|models|tables|objects|collections|endpoints|following|(?:these|following) (?:fields|things|records))\s*:?$/i.test(
    text,
  ) && !/[,(]/.test(text);

/** `A simple API for managing books`: a title, which at most names what it is about. */
export const title: Rule = (state, text) => {
  if (
    !genericTitle.test(text) ||
    /[,(⟦]/.test(text) ||
    text.split(" ").length >= (clauseOf(text) ? 5 : 9) ||
    having.test(text)
  )
    return false;
  const noun = nameOf(introduced(text) ?? "");
  if (noun && !state.current) open(state, noun);
  return true;
};

/** `Our club needs members and courts`: who asks, and the records that are asked for. */
export const wish: Rule = (state, text) => {
  const asked =
    /^(?:my|our|we|i|the)\s+(?:[\w ]+?\s)??(?:needs?|wants?|requires?|lends?|runs?|sells?|rents? out|offers?)\s+(.+)$/i.exec(
      text,
    )?.[1];
  return asked !== undefined && !state.current && subjectlessIntro(state, asked);
};

/** `Our street has a tool shed`: where it all happens. */
export const place: Rule = (state, text) =>
  !state.current &&
  /^(?:my|our) [a-z ]+? (?:has|have|owns|runs) (?:an?|the|some|its own) [a-z]+(?: [a-z]+)?(?: full of [a-z]+)?$/i.test(
    text,
  );

/** `We are a sailing school`, where records are known and a school is none of them. */
export const business: Rule = (state, text) =>
  state.known.size > 0 &&
  /^(?:we|i|(?:my|our) [a-z]+)\s+(?:(?:runs?|have|has|owns?|operates?|are|am|manages?)\s+(?:an?|the)|(?:am|are)\s+[a-z]+ing)\s+[\w ]+$/i.test(
    text,
  ) &&
  knownIn(state, text) === undefined;

/** `The campsite lies by a lake`: a scene, before any record is spoken of. */
export const scene: Rule = (state, text) => {
  const clause = state.current || /[,:(]/.test(text) ? undefined : clauseOf(text);
  return clause !== undefined && /^(?:the|our|my)\s/i.test(clause.subject) && tellingOf(clause) !== undefined;
};
