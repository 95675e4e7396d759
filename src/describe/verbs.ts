import { tagger } from "../language/index.ts";
import { wordSet } from "../lib/index.ts";
import { baseOf } from "./grammar.ts";
import type { Token } from "./tokens.ts";

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
