import { unitsNamed } from "./units.ts";
import { inTable, wordTable } from "../../../lib/index.ts";
/** A number as people write it: digits, words, percent, money, multiples, ordinals. */
export interface NumberMention {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  readonly percent: boolean;
  readonly ordinal: boolean;
  readonly money: boolean;
  /** Written in words (`two`), which counts less than digits. */
  readonly spelt: boolean;
  /** A frequency per year: `compounded monthly`. */
  readonly perYear?: boolean;
  /** Written with a fraction or an exponent. */
  readonly decimal: boolean;
}

const small: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value]),
);
const tens: Readonly<Record<string, number>> = Object.fromEntries(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, i) => [word, (i + 2) * 10]),
);
const ordinals: Readonly<Record<string, number>> = Object.fromEntries(
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    .split(" ")
    .map((word, i) => [word, i + 1]),
);
const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1000,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  dozen: 12,
  k: 1000,
  m: 1e6,
  mn: 1e6,
  bn: 1e9,
};

const digits =
  /(?<![\p{L}\d_.^])([-−+]?)([$€£¥₹]\s?)?([-−]?)(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d+|\.\d+)(?:([eE][-+]?\d+)|\s?[x×*]\s?10\^?([-−]?\d+))?(st|nd|rd|th)?(?:\s?(hundred|thousand|million|billion|trillion|dozen)\b|([kK]|[mM]n?|bn)(?![\p{L}\d^/²³]))?(\s?%|\s?percent\b|\s?per cent\b)?/gu;
const spelled = new RegExp(
  `\\b(?:an?\\s+(?=hundred|thousand|million|billion|dozen))?((?:${[...Object.keys(small), ...Object.keys(tens), ...Object.keys(scales).filter((s) => s.length > 2)].join("|")})(?:[\\s-]+(?:and\\s+)?(?:${[...Object.keys(small), ...Object.keys(tens), ...Object.keys(scales).filter((s) => s.length > 2)].join("|")}))*)\\b(\\s?%|\\s?percent\\b)?`,
  "giu",
);
/** How often interest is compounded in a year: `compounded monthly`, `monthly compounding`. */
const frequencies = wordTable(
  "annually 1, annual 1, yearly 1, semiannually 2, semi-annually 2, quarterly 4, monthly 12, weekly 52, daily 365",
);
const frequency = Object.keys(frequencies).join("|");
const frequencyWord = new RegExp(
  `(?<=\\bcompound(?:ed|ing)?\\s)(?:${frequency})\\b|\\b(?:${frequency})(?=\\scompound)`,
  "giu",
);
const ordinalWord = new RegExp(`\\b(${Object.keys(ordinals).join("|")})\\b`, "giu");

/** `half an hour`, `a quarter of a mile`. */
const share = /\b((?:half|(?:a\s+)?quarter\s+of|three\s+quarters\s+of)\s+an?)\s+(\p{L}{2,})/giu;

/** A number in digits without a unit or other qualifiers. */
export const plainNumber = (
  value: number,
  { start, end }: { readonly start: number; readonly end: number },
): NumberMention => ({
  value,
  start,
  end,
  percent: false,
  ordinal: false,
  money: false,
  spelt: false,
  decimal: false,
});

function wordsValue(text: string): number {
  let total = 0;
  let current = 0;
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    const scale = inTable(scales, word);
    if (scale !== undefined) {
      current = Math.max(current, 1) * scale;
      if (scale > 100) [total, current] = [total + current, 0];
    } else current += inTable(small, word) ?? inTable(tens, word) ?? 0;
  }
  return total + current;
}

function written(match: RegExpMatchArray, before: string, isWarm: () => boolean): NumberMention {
  const [whole, sign, money, inner, body = "", exponent, power, ordinal, scale, letter, percent] = match;
  const suffix = (scale ?? letter ?? "").toLowerCase();
  // `M` after an amount of money means millions; otherwise it is a unit
  const unit =
    letter !== undefined && money === undefined && (suffix === "m" || (letter === "K" && isWarm()));
  // a sign directly after a digit, letter or bracket is an operator or a range
  const signed =
    /[-−]/.test(inner ?? "") || (/[-−]/.test(sign ?? "") && !/[\p{L}\d)\]]$|[\d)\]]\s+$/u.test(before));
  const minus = /(?<![\d)] )\bminus\s$/i.test(before);
  const base = Number(body.replaceAll(",", "") + (exponent ?? ""));
  const scaled =
    base * (unit ? 1 : (inTable(scales, suffix) ?? 1)) * 10 ** Number((power ?? "0").replace("−", "-"));
  const start = (match.index ?? 0) + (/[-−+]/.test(sign ?? "") && !signed ? (sign ?? "").length : 0);
  return {
    value: Number((signed || minus ? -scaled : scaled).toPrecision(15)),
    start,
    end: (match.index ?? 0) + whole.trimEnd().length - (unit ? 1 : 0),
    percent: percent !== undefined,
    ordinal: ordinal !== undefined,
    money: money !== undefined,
    spelt: false,
    decimal: body.includes(".") || exponent !== undefined,
  };
}

/** `the other one`, `one of them`: not a count. */
const pronoun = (match: RegExpMatchArray, text: string): boolean =>
  /^one$/i.test(match[0]) &&
  (/\b(?:another|other|the|each|every|which|any|no|this|that|first|second|last)\s+$/i.test(
    text.slice(Math.max(0, (match.index ?? 0) - 24), match.index),
  ) ||
    /^(?:\s+(?:of|with|for|is|in|from|and|at|that|who|to)\b|[-,.?!]|$)/i.test(
      text.slice((match.index ?? 0) + 3),
    ));

/** All numbers of a text in order; number words inside other words don't count. */
export function numbers(text: string): readonly NumberMention[] {
  let warm: boolean | undefined;
  const isWarm = (): boolean => (warm ??= /kelvin|temperature|heat|thermo/i.test(text));
  const found = [...text.matchAll(digits)].map((match) =>
    written(match, text.slice(Math.max(0, match.index - 8), match.index), isWarm),
  );
  const add = (match: RegExpExecArray, value: number, more: Partial<NumberMention> = {}): void => {
    const at = { start: match.index, end: match.index + match[0].length };
    found.push({ ...plainNumber(value, at), spelt: true, ...more });
  };
  for (const match of text.matchAll(spelled))
    if (!pronoun(match, text)) add(match, wordsValue(match[1] ?? ""), { percent: match[2] !== undefined });
  for (const match of text.matchAll(share))
    if (unitsNamed(match[2] ?? "").length > 0)
      add(match, /^half/i.test(match[0]) ? 0.5 : /^three/i.test(match[0]) ? 0.75 : 0.25, {
        decimal: true,
        end: match.index + (match[1]?.length ?? 0),
      });
  for (const match of text.matchAll(ordinalWord))
    add(match, inTable(ordinals, (match[1] ?? "").toLowerCase()) ?? 0, { ordinal: true });
  for (const match of text.matchAll(frequencyWord))
    add(match, Number(inTable(frequencies, match[0].toLowerCase())), { perYear: true });
  const marker = (mention: NumberMention): boolean =>
    /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, mention.start - 12), mention.start)) &&
    /^[.)]\s/.test(text.slice(mention.end));
  const sorted = found
    .filter((mention) => !marker(mention))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter(
    (mention, i) => !sorted.slice(Math.max(0, i - 3), i).some((o) => o.end > mention.start),
  );
}
