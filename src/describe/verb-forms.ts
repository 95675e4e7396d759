import { irregularVerbs, tagger, verbOf } from "../language/index.ts";
import { wordSet } from "../lib/index.ts";
import { baseOf, beings, doings, havings, modals } from "./grammar.ts";
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

const moreVerbs = wordSet(
  "let own submit pledge enrol enroll upvote bookmark collect belong consist comprise embargo fill",
);
/** Nouns for fields that are hardly ever verbs. */
const hardlyVerbs = wordSet(
  "name date state price title address number colour color code size model phone status kind group form note time like value weight length fee level type label",
);

/** How likely a word without an auxiliary is a verb, independent of its position. */
export function verbhood({ low, tags }: Token): "sure" | "maybe" | "none" {
  const base = baseOf(low);
  if (hardlyVerbs.has(base)) return "none";
  if (moreVerbs.has(base)) return "sure";
  const { lexicon } = tagger().world().model.one;
  const { switches } = tagger().world().model.two;
  for (const form of [low, base]) {
    if (Object.hasOwn(switches, form) && String(switches[form]).includes("Verb")) return "maybe";
    if (!Object.hasOwn(lexicon, form)) continue;
    if (/Infinitive|PresentTense/.test(String(lexicon[form]))) return "sure";
  }
  return tags.has("Verb") && !tags.has("Gerund") ? "maybe" : "none";
}
