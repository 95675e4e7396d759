import type { SpecSchema } from "../../spec.ts";

/** Generated texts: a prefix and a number of hexadecimal digits, or a UUID. */
export interface Texts {
  readonly prefix: string;
  readonly digits: number;
  readonly hyphens: boolean;
}

/** A set of allowed letters and lengths. */
interface Letters {
  readonly prefix: string;
  readonly takes: (letters: string) => boolean;
  readonly least: number;
  readonly most: number;
}

/** Returns a test for one letter of a character class; it fails for every letter if the class can't be compiled. */
function letterOf(kind: string): (letter: string) => boolean {
  try {
    const expression = new RegExp(`^${kind}$`, "u");
    return (letter) => expression.test(letter);
  } catch {
    return () => false;
  }
}

const oneKind = /^\(?\^?([A-Za-z][\w-]*?)?(\[[^[\]]+\]|\\[wS])(?:\{(\d+)(,)?(\d+)?\}|([+*]))\$?\)?$/;
const ofUuid = /^\(?\^?(\[[^[\]]+\])\{8\}(?:-\1\{4\}){3}-\1\{12\}\$?\)?$/;

/** Returns the letters of a pattern's alternative; undefined if it is more than one class of letters or a UUID. */
function lettersOf(alternative: string): Letters | undefined {
  const [, digit] = ofUuid.exec(alternative) ?? [];
  if (digit !== undefined) {
    const isDigit = letterOf(digit);
    const takes = (letters: string): boolean =>
      letters.endsWith("-") && Array.from(letters.slice(0, -1)).every(isDigit);
    return { prefix: "", takes, least: 36, most: 36 };
  }
  const [whole, prefix = "", kind = "", from, comma, to, some] = oneKind.exec(alternative) ?? [];
  if (whole === undefined) return undefined;
  const is = letterOf(kind);
  const most = some !== undefined || (comma && to === undefined) ? Infinity : Number(to ?? from);
  return {
    prefix,
    takes: (letters) => [...letters].every(is),
    least: prefix.length + (some === undefined ? Number(from) : Number(some === "+")),
    most: prefix.length + most,
  };
}

/** Returns the letters that a schema accepts, as far as its pattern tells. */
function kindsOf({ pattern, minLength = 0, maxLength = Infinity }: SpecSchema): readonly Letters[] {
  const any: Letters = { prefix: "", takes: () => true, least: 0, most: Infinity };
  const found = pattern === undefined ? [any] : pattern.split("|").flatMap((item) => lettersOf(item) ?? []);
  return found.map((item) => ({
    ...item,
    least: Math.max(item.least, minLength),
    most: Math.min(item.most, maxLength),
  }));
}

const lengthOf = ({ prefix, digits, hyphens }: Texts): number => prefix.length + digits + (hyphens ? 4 : 0);

/** Whether a schema accepts all texts generated this way. */
function takesTexts(schema: SpecSchema, texts: Texts): boolean {
  const { prefix, hyphens } = texts;
  if (![schema.type].flat().includes("string") || schema.format !== undefined || schema.enum) return false;
  return kindsOf(schema).some((letters) => {
    const rest = letters.prefix === prefix ? "" : letters.prefix === "" ? prefix : undefined;
    const isLong = lengthOf(texts) >= letters.least && lengthOf(texts) <= letters.most;
    return rest !== undefined && isLong && letters.takes(`${rest}0123456789abcdef${hyphens ? "-" : ""}`);
  });
}

/** Returns how to generate ids that a schema accepts; undefined if its rules differ. */
export function textsOf(schema: SpecSchema): Texts | undefined {
  const candidates: readonly Texts[] = [
    { prefix: "", digits: 32, hyphens: true },
    ...kindsOf(schema).map(({ prefix, most }) => ({
      prefix,
      digits: Math.min(32, most - prefix.length),
      hyphens: false,
    })),
  ];
  return candidates.find((item) => item.digits >= 16 && takesTexts(schema, item));
}
