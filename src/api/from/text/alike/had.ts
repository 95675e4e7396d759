import { namesFrom } from "../../../names.ts";

/** Words behind a noun, which say something of it. */
const behind =
  "and|or|nor|plus|which|that|who|whose|in|of|at|on|from|between|with|as|for|up|not|if|when|is|are|was|were|has|have|can|may|must|should|string|str|int|integer|num|float|decimal|bool|boolean|datetime|enum|required|req|unique|uniq|optional|opt|default|min|max";
const articles = "an?|the|its|their|his|her|our";
const first = String.raw`(?!(?:${articles}|new|no|two|some|only|same|other|each|every|and|or|in|of|at|on|from|between|with|as|for|not|if|when|is|are|has|have|can|may|must)\b)[a-z][\w-]*`;
const word = String.raw`(?!(?:${articles}|${behind})\b)[a-z][\w-]*`;
const opens = String.raw`(?:\b(?:an?|its|their|his|her|the|has|have|with|and|or|plus|also|include|includes|optional|required|unique)\s+|[,;:({|*•–—>-]\s*|\n[ \t]+)`;
const closes = String.raw`(?=\s*(?:[,;.:(){}[\]|=!?–—\n]|$)|\s(?!(?:is|are|was|were|can|may|must|should|has|have)\b)(?:${behind})\b)`;
const noun = new RegExp(
  `(?<=${opens})(?=(${first}(?: ${word}){0,2}(?: (?:on|at|by|to|no)(?=\\s*[,;.()\\n]))?)${closes})`,
  "gi",
);

const mostSpelled = 2000;
const spelled = new Map<string, string>();

/** One spelling of a noun in any case and number: `Birth dates`, `birthDate` → birth date. */
export function oneOf(noun: string): string {
  const before = spelled.get(noun);
  if (before !== undefined) return before;
  const one = namesFrom(noun).words;
  if (spelled.size >= mostSpelled) spelled.clear();
  if (noun.length < 80) spelled.set(noun, one);
  return one;
}

/** Words that stand in lists and say what another noun is. */
const saying =
  /^(?:required|optional|unique|mandatory|req|uniq|opt|string|str|integer|int|boolean|bool|datetime|decimal|float|enum|nullable|auto|list|default\b.*|it|them|they|this|that|not|other|others|then|if|when|no|none)$/;
const article = String.raw`(?:(?:an?|each|every|the|our|all|any) )?`;
const subject = new RegExp(
  String.raw`(?:(?<=(?:^|[.;\n])[ \t]*(?:[-*•][ \t]+)?)${article}(${first}(?: ${word})?)(?=,? (?:each |all )?(?:has|have|needs?|carr(?:y|ies)|stores?|includes?|contains?|consists?|records?|belongs?|comes? with|with) (?:an?|the|its|their|to|of|many|several|exactly one|one) )|(?:^[ \t#*-]*(${word}(?: ${word})?)|(?<=[.;] )(${word}))[*]{0,2}(?=:[^\n]*,| ?[({]|[ \t]*:?[*]{0,2}\n[ \t]*[-*•]))`,
  "gim",
);
const ofEach = new RegExp(
  String.raw`\b(?:each|every) (${first}(?: ${word})?)(?= (?:has|gets?|is|was|costs?|holds?|takes?|lasts?|belongs|needs?|carries|stores|includes|contains|consists|comes) )`,
  "gi",
);

/** What is listed elsewhere in the description, as it is spelled there, and whether something has a list. */
export interface Known {
  readonly had: (noun: string) => string | undefined;
  readonly having: ReadonlySet<string>;
}

/** What a description lists, and what it lists that of. */
export interface Nouns {
  /** How a noun is spelled where it is listed, other than between two places of the text. */
  readonly had: (noun: string, from: number, to: number) => string | undefined;
  readonly having: ReadonlySet<string>;
}

interface Place {
  readonly at: number;
  readonly spelled: string;
}

/** The nouns that a description lists as what something has, and those that have them. */
export function nounsOf(text: string): Nouns {
  const places = new Map<string, Place[]>();
  const having = new Set<string>();
  for (const [, ...nouns] of text.matchAll(subject))
    having.add(oneOf(nouns.find((noun) => noun !== undefined) ?? ""));
  for (const [, one = ""] of text.matchAll(ofEach)) having.add(oneOf(one));
  for (const { 1: given = "", index: at } of text.matchAll(noun)) {
    const { words: one, plural } = namesFrom(given);
    if (one === "" || having.has(one) || saying.test(one)) continue;
    for (const key of new Set([one, plural.words])) {
      const there = places.get(key);
      if (there === undefined) places.set(key, [{ at, spelled: given.toLowerCase() }]);
      else if (there.length < 50) there.push({ at, spelled: given.toLowerCase() });
    }
  }
  return {
    had: (noun, from, to) =>
      (places.get(noun) ?? places.get(oneOf(noun)))?.find(({ at }) => at < from || at >= to)?.spelled,
    having,
  };
}
