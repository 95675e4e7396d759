import type { SpecSchema } from "../../spec.ts";

/** Texts that are made: a prefix and so many hexadecimal digits, or a UUID. */
export interface Texts {
  readonly prefix: string;
  readonly digits: number;
  readonly hyphens: boolean;
}

/** What texts of one kind of letters may be. */
interface Letters {
  readonly prefix: string;
  readonly takes: (letters: string) => boolean;
  readonly least: number;
  readonly most: number;
}

/** Whether one letter is of a kind; a kind that can't be compiled has none. */
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

/** An alternative of a pattern that is nothing but letters of one kind, or a UUID's; undefined: it is something else. */
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

/** What texts of one kind of letters a schema takes, as far as its pattern tells. */
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

/** Whether a schema takes all texts that are made like that. */
function takesTexts(schema: SpecSchema, texts: Texts): boolean {
  const { prefix, hyphens } = texts;
  if (![schema.type].flat().includes("string") || schema.format !== undefined || schema.enum) return false;
  return kindsOf(schema).some((letters) => {
    const rest = letters.prefix === prefix ? "" : letters.prefix === "" ? prefix : undefined;
    const isLong = lengthOf(texts) >= letters.least && lengthOf(texts) <= letters.most;
    return rest !== undefined && isLong && letters.takes(`${rest}0123456789abcdef${hyphens ? "-" : ""}`);
  });
}

/** How the texts are made that a schema takes as ids; undefined where its rules are others. */
export function textsOf(schema: SpecSchema): Texts | undefined {
  const wanted: readonly Texts[] = [
    { prefix: "", digits: 32, hyphens: true },
    ...kindsOf(schema).map(({ prefix, most }) => ({
      prefix,
      digits: Math.min(32, most - prefix.length),
      hyphens: false,
    })),
  ];
  return wanted.find((item) => item.digits >= 16 && takesTexts(schema, item));
}
