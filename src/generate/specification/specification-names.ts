import { capital, rememberedText, UsedNames } from "../../lib/index.ts";

const split = (text: string): readonly string[] =>
  text
    .normalize("NFC")
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}\p{Nl}]+/u)
    .filter(Boolean);

/** Returns the words of any spelling: `pet_store.v1`, `petStoreV1`, `HTTPServer`; names repeat within a document. */
export const wordsOf = rememberedText(split);

const signs: Readonly<Record<string, string>> = {
  "+": "plus",
  "-": "minus",
  "*": "star",
  "/": "slash",
  "%": "percent",
  "#": "hash",
  "@": "at",
  "&": "and",
  "|": "or",
  "!": "not",
  "=": "equal",
  "<": "less",
  ">": "greater",
  "?": "question",
  "~": "tilde",
  "^": "caret",
  $: "dollar",
  ".": "dot",
  ",": "comma",
  ":": "colon",
  ";": "semicolon",
  _: "underscore",
};

/** Returns words for a text without letters: the names of its characters, or their code points. */
export function spelled(text: string): readonly string[] {
  const words = [...text].slice(0, 8).map((sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return signs[sign] ?? (/[\p{L}\p{N}]/u.test(sign) ? sign : /\s/.test(sign) ? "" : `u${code}`);
  });
  const known = words.filter(Boolean);
  return known.length ? known : ["empty"];
}

/** Returns the words of a name; numbers with different signs get different words. */
export const namedWords = (text: string, words = wordsOf(text)): readonly string[] => {
  return words.some((word) => /\p{L}/u.test(word)) || (words.length && !/^[+-]/.test(text))
    ? words
    : spelled(text);
};

const safe = (name: string): string => {
  const prefix = name.slice(0, 150);
  return /^[\p{ID_Start}_$]/u.test(prefix) ? prefix : `_${prefix}`;
};

export const pascal = rememberedText((text): string => safe(namedWords(text).map(capital).join("")));

export const camel = rememberedText((text): string => {
  const [first = "", ...rest] = namedWords(text);
  const head = /^\p{Lu}+$/u.test(first)
    ? first.toLowerCase()
    : (first[0]?.toLowerCase() ?? "") + first.slice(1);
  return safe(head + rest.map(capital).join(""));
});

const reserved: ReadonlySet<string> = new Set(
  (
    "abstract any arguments as asserts async await bigint boolean break case catch class const continue debugger declare default delete do " +
    "else enum eval export extends false finally for from function get if implements import in infer instanceof interface is keyof let " +
    "module namespace never new null number object of package private protected public readonly require return satisfies set static " +
    "string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield constructor"
  ).split(" "),
);

/** Allocates unique names: the first request gets the plain name, later ones a number, deterministically. */
export class Scope {
  readonly #names: UsedNames;

  constructor(reservedNames: Iterable<string> = []) {
    this.#names = new UsedNames(reservedNames);
  }

  take(name: string): string {
    return this.family(name, [(stem) => stem]);
  }

  /** Returns the name of a member, which may be a keyword. */
  member(name: string): string {
    return this.#names.take(name, (n) => (n < 2 ? name : `${name}${n}`));
  }

  /** Allocates a family of names with one stem, all of which are free. */
  family(stem: string, members: readonly ((stem: string) => string)[]): string {
    const plain = reserved.has(stem) ? `${stem}_` : stem;
    return this.#names.take(stem, (n) => (n < 2 ? plain : `${stem}${n}`), members);
  }
}
