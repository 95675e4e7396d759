import { isOrder } from "../words/grammar.ts";
import { verbLike } from "../words/deeds.ts";
import { deeds } from "../sentences/prose.ts";
import { act, recordOf } from "../state.ts";
import type { Rule } from "./rule.ts";

/** `Start it, stop it, report it broken`: orders, each with its pronoun. */
export const ordersWithIt: Rule = (state, text) => {
  const { current } = state;
  if (!current?.fields.length || !/ (?:it|them)\b/i.test(text)) return false;
  const verbs = text
    .split(/,\s*(?:(?:and|or) )?|\s+(?:and|or)\s+/)
    .map(
      (one) =>
        /^([a-z]+)(?: (?:it|them)(?: [a-z]+)?| (?:in)?to [a-z]+)$/i.exec(one)?.[1]?.toLowerCase() ?? "",
    );
  if (!verbs.every((verb) => verb !== "" && isOrder(verb))) return false;
  for (const verb of verbs) act(current, verb);
  return true;
};

/** `Drivers start, stop and park trams`: several deeds in a row, before any clause is looked for. */
export const deedsInRow: Rule = (state, text) =>
  /^(?:the )?[a-z]+s [a-z]+, /i.test(text) && deeds(state, text);

/** `close the ticket`, `verify and restore a backup`: orders with the record that they are given for. */
export const imperative: Rule = (state, text) => {
  const [, verbs, noun = ""] =
    /^([a-z]+(?:(?:, | and |, and )[a-z]+)*) (?:(?:on|for|to|in) )?(?:an? |the )?(\w+)$/i.exec(text) ?? [];
  if (verbs === undefined) return false;
  const ordering = verbs.toLowerCase().split(/,? and |, /);
  if (!ordering.every((verb) => isOrder(verb))) return false;
  const object = /^(?:it|them)$/i.test(noun) ? state.current : recordOf(state, noun);
  if (!object) return false;
  for (const verb of ordering) act(object, verb);
  return true;
};

/** `tick off`, `mark as read`: a verb with its particle. */
export const withParticle: Rule = (state, text) => {
  if (
    !state.current?.fields.length ||
    !/^[a-z]+ (?:off|out|in|up|down|back|on|as [a-z]+)$/.test(text) ||
    !isOrder(text.split(" ")[0] ?? "")
  )
    return false;
  act(state.current, text);
  return true;
};

/** `pause/resume`: deeds that were marked as a list of values. */
export const slashed: Rule = (state, text) => {
  const verbs = /^⟦E\d+⟧$/.test(text) ? (state.enums.get(text) ?? []) : [];
  if (
    !state.current?.fields.length ||
    !verbs.some((one) => verbLike.test(one)) ||
    !verbs.every((one) => isOrder(one))
  )
    return false;
  for (const verb of verbs) act(state.current, verb);
  return true;
};
