import pluralize from "pluralize";
import { frequency, isProperName, isWord } from "./dictionary.ts";

/** Same in singular and plural, beyond those that the package knows. */
const uncountable = [
  "data",
  "metadata",
  "media",
  "staff",
  "feedback",
  "stock",
  "analytics",
  "logistics",
  "kudos",
  "luggage",
  "baggage",
  "furniture",
  "homework",
  "knowledge",
  "payroll",
  "weather",
  "content",
  "merchandise",
  "correspondence",
  "goods",
  "sms",
  "gps",
  "money",
];

/** Singular, plural; the package reads these wrong. */
const irregular: readonly (readonly [string, string])[] = [
  ["lens", "lenses"],
  ["leave", "leaves"],
  ["axis", "axes"],
  ["basis", "bases"],
  ["virus", "viruses"],
  ["focus", "focuses"],
];

for (const word of uncountable) pluralize.addUncountableRule(word);
for (const [one, many] of irregular) pluralize.addIrregularRule(one, many);

/**
 * Whether English has the word and not what is left without its ending, where that ending need not make a plural:
 * `bias`, `omen`, and of proper names also `Holmes`.
 */
function isOwnSingular(word: string): boolean {
  const cut = pluralize.singular(word);
  if (cut === word || frequency(cut) || !isWord(word)) return false;
  return !/[^aiou]s$/.test(word) || isProperName(word);
}

/** Singular of one lower-case English word: the first that English has of what may remain of it. */
export function singular(word: string): string {
  const cut = pluralize.singular(word);
  if (cut === word || isWord(cut)) return cut;
  const stems = ["s", "es"].filter((end) => word.endsWith(end)).map((end) => word.slice(0, -end.length));
  const whole = [...stems.filter((stem) => stem.endsWith("s")), word].find(isOwnSingular);
  return whole ?? stems.find(isWord) ?? cut;
}

/** Plural of one lower-case English word. */
export function plural(word: string): string {
  const many = pluralize.plural(word);
  return many === word && isOwnSingular(word) ? word + (word.endsWith("s") ? "es" : "s") : many;
}
