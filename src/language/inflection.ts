import pluralize from "pluralize";
import { wordSet } from "../lib/index.ts";
import { frequency, isProperName, isWord, partsOfSpeech } from "./dictionary.ts";

/** Nouns with the same singular and plural that the package doesn't know. */
const uncountable = wordSet(
  "data metadata media staff feedback stock analytics logistics kudos luggage baggage furniture homework knowledge payroll weather content merchandise correspondence goods sms gps money",
);

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

/** Whether a word is a frequent one; an abbreviation of two letters has to be very frequent. */
const isKnown = (word: string): boolean => (word.length < 3 ? frequency(word) > 100 : isWord(word));

/** Whether a word has no plural: `physics`, `clothes`. */
const isUncountable = (word: string): boolean => partsOfSpeech(word).includes("Uncountable");

/**
 * Whether a word that ends like a plural is itself singular: English has it, but not the word without that ending.
 * Examples: `bias`, `omen`, the uncountable `physics`, and the proper names `Holmes` and `Lucas`.
 */
function isOwnSingular(word: string): boolean {
  const cut = pluralize.singular(word);
  if (cut === word) return false;
  if (!frequency(cut) && isWord(word)) return !/[^aiou]s$/.test(word) || isProperName(word);
  const parts = partsOfSpeech(word);
  const isSingular = parts.includes("ProperNoun") && !parts.includes("Plural");
  if (!isSingular && !parts.includes("Uncountable")) return word.length < 4 && !isKnown(cut);
  return frequency(cut) <= frequency(word) || !partsOfSpeech(cut).includes("Noun");
}

const mostKnown = 10_000;
const singulars = new Map<string, string>();

/** Returns the singular of a lower-case English word: the first candidate that is an English word. */
export function singular(word: string): string {
  const known = singulars.get(word) ?? singularOf(word);
  if (singulars.size === mostKnown) singulars.clear();
  singulars.set(word, known);
  return known;
}

function singularOf(word: string): string {
  if (/\wpeople$/.test(word)) return word.replace(/people$/, "person");
  const cut = pluralize.singular(word);
  if (cut === word || isOwnSingular(word)) return word;
  if (isKnown(cut)) return cut;
  const stems = ["s", "es"].filter((end) => word.endsWith(end)).map((end) => word.slice(0, -end.length));
  return stems.find((stem) => stem.endsWith("s") && isOwnSingular(stem)) ?? stems.find(isWord) ?? cut;
}

export function plural(word: string): string {
  const many = pluralize.plural(word);
  if (many !== word || !isOwnSingular(word) || isUncountable(word)) return many;
  return word + (word.endsWith("s") ? "es" : "s");
}
