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

const pairs =
  /(?<!\p{L})(\p{L}{3,7})(\s(?:to|in|into|against|vs\.?|versus|and)\s(?:(?:an?|the)\s)?|\/)(\p{L}{3,7})(?!\p{L})/giu;

/** Two currencies, also by codes in small letters: `a dollar in yen`, `usd to eur`. */
const paired = (text: string): readonly Mention[] =>
  [...text.matchAll(pairs)].flatMap(
    ({ 1: first = "", 2: link = "", 3: second = "", index }): readonly Mention[] => {
      const [a, b] = [first, second].map((word) => (isCurrency(word) ? word : word.toUpperCase()));
      if (a === undefined || b === undefined || !isCurrency(a) || !isCurrency(b)) return [];
      const from = index + first.length + link.length;
      const others: readonly Mention[] = [{ kind: "name", text: b, start: from, end: from + second.length }];
      // that of an amount is its unit
      const isUnit = /\d\s?$/.test(text.slice(Math.max(0, index - 3), index));
      return isUnit
        ? others
        : [{ kind: "name", text: a, start: index, end: index + first.length }, ...others];
    },
  );

/** The currencies in pairs or with their country, in order: `Japanese yen`, `US dollars`. */
export const currencies = (text: string): readonly Mention[] => [...paired(text), ...withLand(text)];

const withLand = (text: string): readonly Mention[] =>
  [...text.matchAll(written)]
    .filter(([, word = ""]) => land(word))
    .map((match) => ({
      kind: "name",
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }));
