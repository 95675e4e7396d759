import pluralize from "pluralize";
import { frequency, isProperName, isWord } from "./dictionary.ts";

/** Nouns with the same singular and plural that the package doesn't know. */
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

/** Singular and plural of words that the package gets wrong. */
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
 * Whether a word that ends like a plural is itself singular: English has it, but not the word without that ending.
 * Examples: `bias`, `omen`, and the proper name `Holmes`.
 */
function isOwnSingular(word: string): boolean {
  const cut = pluralize.singular(word);
  if (cut === word || frequency(cut) || !isWord(word)) return false;
  return !/[^aiou]s$/.test(word) || isProperName(word);
}

/** Returns the singular of a lower-case English word: the first candidate that is an English word. */
export function singular(word: string): string {
  const cut = pluralize.singular(word);
  if (cut === word || isWord(cut)) return cut;
  const stems = ["s", "es"].filter((end) => word.endsWith(end)).map((end) => word.slice(0, -end.length));
  const whole = [...stems.filter((stem) => stem.endsWith("s")), word].find(isOwnSingular);
  return whole ?? stems.find(isWord) ?? cut;
}

/** Returns the plural of a lower-case English word. */
export function plural(word: string): string {
  const many = pluralize.plural(word);
  return many === word && isOwnSingular(word) ? word + (word.endsWith("s") ? "es" : "s") : many;
}
