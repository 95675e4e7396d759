import { clauseOf, prepositions, thirdPerson } from "./clause.ts";
import { isParticiple } from "./deeds.ts";
import { isDeed, termsOf } from "./grammar.ts";

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words behind which a new thing begins: a name has none inside. */
const determiners = set("a an the its their his her our my your this these those");
const objects = set("it them him us me");
/** Words that sentences are made of and names are not: who it is, what joins clauses, how sure something is. */
const others = set(
  "they he she we i you someone somebody nobody anyone anything something everyone whoever whatever whichever somewhere anywhere whose who which that where be been being am is are was were must shall should will would could might can cannot and or but nor if whether because while unless although though otherwise than then either neither not never yet maybe perhaps already afterwards later once so as does did do have has",
);
const isForeign = (word: string): boolean => determiners.has(word) || objects.has(word) || others.has(word);

/** Words of these kinds that do belong to names: `so far`, `as of`, `to do`, `who` alone, `score A`. */
const isNamed = (words: readonly string[], at: number): boolean =>
  (words.length === 1 && /^(?:who|whose|which|where)$/i.test(words[0] ?? "")) ||
  /^(?:so far|as of|to do)$/i.test(words.slice(at, at + 2).join(" ")) ||
  /^to do$/i.test(words.slice(at - 1, at + 1).join(" ")) ||
  /^[A-HJ-Z]$/.test(words[at] ?? "");

/** Whether words name no kind of record: `whatever`, `at first`. */
export const isNoKind = (words: readonly string[]): boolean =>
  /^(?:at|to|from|by|with|of|for)$/i.test(words[0] ?? "") ||
  words.some((word) => isForeign(word.toLowerCase()) && !/^[A-HJ-Z]$/.test(word));

/** What a type begins with: `times per day an integer`. */
const types =
  /^(?:(?:optional|required|unique|short|long|free|whole|positive|plain|valid)\s)*(?:integer|int|number|decimal|float|string|text|boolean|bool|flag|date|datetime|timestamp|time|url|link|email|uuid|enum|list|array|set|json|object)\b/i;

/** `taken`, `stands`: a form that only a verb has. */
const isVerb = (word: string): boolean => isParticiple(word) || isDeed(thirdPerson(word) ?? "");

/** A phrase cut where its name ends: what stands behind, and whether that says something about the thing. */
export interface Cut {
  /** Empty where the phrase is none but of a sentence. */
  readonly name: string;
  readonly more: string;
}

/** Verbs that say something of a thing and name nothing of it by themselves. */
const saying = set(
  "takes take holds hold goes go says say counts has have gives give gets get comes come carries carry keeps keep contains contain includes include lies lie sits sit stands stand lives works becomes become makes does looks look seems means ends-up happens",
);
/** How many, or which of them: a name has none before its noun. */
const indefinite = set(
  "some many several plenty nothing something every each nobody everybody none few lots",
);

/** Whether words that stand where a name should be are none: `normally`, `without`, `takes`, `some number of minutes`. */
function isNoName(words: readonly string[]): boolean {
  const [first = "", ...more] = words.map((word) => word.toLowerCase());
  if (/^\d+$/.test(first) || more.some((word) => indefinite.has(word))) return true;
  if (more.length > 0) return indefinite.has(first);
  if (saying.has(first)) return true;
  const tags = /^[a-z]{2,}$/.test(first) ? termsOf(first)[0]?.tags : undefined;
  const isLoose = tags?.has("Adverb") || tags?.has("Expression") || tags?.has("Preposition");
  return (
    isLoose === true &&
    !/^(?:from|to|until|till|since|by|via|on|at|off|up|down|daily|weekly|monthly|yearly|early|late|ok)$/.test(
      first,
    )
  );
}

/** `paid, not at first`, `times per day an integer`: the name at the beginning of a phrase. */
export function cut(phrase: string): Cut {
  const words = phrase.split(/\s+/).filter(Boolean);
  const low = (at: number): string => (words[at] ?? "").toLowerCase().replace(/[,.]$/, "");
  const at = words.findIndex((_, i) => isForeign(low(i)) && !isNamed(words, i));
  if (at < 0) return { name: isNoName(words) ? "" : phrase, more: "" };
  const by = prepositions.has(low(at - 1));
  const name = words.slice(0, by ? at - 1 : at);
  const behind = words.slice(at + 1).join(" ");
  const isType = determiners.has(low(at)) && !by && (behind === "" || types.test(behind));
  const isObject = objects.has(low(at)) && !by;
  const isDoing =
    name.length === 1 &&
    ((by && isVerb(low(0))) || (determiners.has(low(at)) && !by && !isType && isDeed(low(0))));
  // `after half a year`
  const isWhen = prepositions.has(low(0)) || /^(?:after|before)$/.test(low(0));
  if (isObject || isDoing || isWhen || (!isType && clauseOf(phrase))) return { name: "", more: "" };
  const isMore = isType || (others.has(low(at)) && !by);
  if (name.length > 0 && isNoName(name)) return { name: "", more: "" };
  return { name: name.join(" "), more: isMore ? words.slice(at).join(" ") : "" };
}
