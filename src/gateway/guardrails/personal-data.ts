import type { PersonalData } from "../../config/index.ts";
import type { Detect, Finding } from "./masking.ts";

interface Kind {
  readonly what: string;
  readonly form: RegExp;
  /** Checks what the pattern can't, such as check digits. */
  isRight?(text: string): boolean;
}

const kinds: { readonly [kind in PersonalData]: Kind } = {
  email: {
    what: "an email address",
    form: /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}/gu,
  },
  phone: {
    what: "a phone number",
    form: /\+\d(?:[ ().\-/]{0,2}\d){7,14}(?!\d)/g,
  },
  credit_card: {
    what: "a card number",
    form: /(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/g,
    isRight: (text) => /^[2-6]/.test(text) && luhn(text.replaceAll(/\D/g, "")),
  },
  iban: {
    what: "a bank account",
    form: /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g,
    isRight: (text) => iban(text.replaceAll(" ", "")),
  },
  us_ssn: {
    what: "a social security number",
    form: /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g,
  },
  ip_address: {
    what: "an IP address",
    form: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|(?<![\w:])(?:[\da-f]{1,4}:){7}[\da-f]{1,4}(?![\w:])/gi,
    isRight: (text) => text.includes(":") || text.split(".").every((part) => Number(part) < 256),
  },
};

/** The kinds that are detected by default; IP addresses aren't, as they rarely identify a person. */
export const usualKinds = (Object.keys(kinds) as readonly PersonalData[]) // Object.keys loses the key type
  .filter((kind) => kind !== "ip_address");

export const detectPersonalData =
  (names: readonly PersonalData[]): Detect =>
  (text) =>
    names.flatMap((name): Finding[] => {
      const { what, form, isRight = () => true } = kinds[name];
      return [...text.matchAll(form)]
        .filter(([match]) => isRight(match))
        .map(({ index, 0: match }) => ({ what, start: index, end: index + match.length }));
    });

/** Luhn: the last digit of a card number is a check digit. */
function luhn(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** ISO 13616: with the first four characters moved to the end and letters as numbers, it is 1 modulo 97. */
function iban(text: string): boolean {
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((char) => Number.parseInt(char, 36)).join("");
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
