import { countryOfAdjective } from "../knowledge/nations.ts";
import { codeNamed, nameOfCode } from "../knowledge/codes.ts";
import type { Mention } from "./mention.ts";

const noun =
  "dollars?|euros?|pounds?(?:\\s+sterling)?|yen|yuan|rupees?|francs?|pesos?|won|rubles?|kron(?:a|er|or)|real|reais|lira|zloty";
const whole = new RegExp(`^(?:(.+)\\s)?(?:${noun})$`, "i");
const written = new RegExp(
  `(?<![\\p{L}.])(U\\.?S\\.?|Hong Kong|New Zealand|\\p{L}+)\\s(?:${noun})(?!\\p{L})`,
  "giu",
);

const land = (word: string): boolean =>
  /^U\.?S\.?$|^(?:Hong Kong|New Zealand|Singapore|Taiwan)$/i.test(word) ||
  countryOfAdjective(word) !== undefined;

/** Whether a text names a currency: `euros`, `US dollars`, `JPY`. */
export function isCurrency(text: string): boolean {
  const match = whole.exec(text.trim());
  if (match) return match[1] === undefined || land(match[1]);
  return nameOfCode(text, "currency") !== undefined || codeNamed(text, "currency") !== undefined;
}

/** The currencies with their country, in order: `Japanese yen`, `US dollars`. */
export const currencies = (text: string): readonly Mention[] =>
  [...text.matchAll(written)]
    .filter(([, word = ""]) => land(word))
    .map((match) => ({
      kind: "name",
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }));
