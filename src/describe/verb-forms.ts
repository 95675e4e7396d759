import { beings, doings, havings, modals } from "./grammar.ts";
import { irregularVerbs, verbOf } from "../language/index.ts";
import type { Token } from "./tokens.ts";

export const isHelper = (low: string): boolean =>
  modals.has(low) || beings.has(low) || havings.has(low) || doings.has(low);

/** `feed`, `need`: not participles. */
const isBaseInEed = (low: string): boolean => low.endsWith("eed") && verbOf(low) === low;

export const isParticiple = (token: Token): boolean =>
  (/[a-z]{2}e[dn]$/.test(token.low) && !isBaseInEed(token.low)) ||
  token.tags.has("PastTense") ||
  Object.hasOwn(irregularVerbs, token.low);

/** Whether a verb is only in the past tense: descriptions don't state what is stored in it. */
export const isPast = (token: Token): boolean =>
  isParticiple(token) &&
  !/^(?:run|put|set|cut|read|split|let|hit|shut|rent|open|happen|lent)$/.test(token.low) &&
  !token.low.endsWith("en");

/** Whether a mark or conjunction separates two clauses. */
export const isJoint = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === "sign"
    ? /^[,;:–—-]$/.test(token.text)
    : /^(?:and|or|but|so|while|then|plus)$/.test(token.low));
