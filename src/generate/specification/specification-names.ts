import { capital, NamesTaken } from "../../lib/index.ts";

const split = (text: string): readonly string[] =>
  text
    .normalize("NFC")
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}\p{Nl}]+/u)
    .filter(Boolean);

/** The words of names, which a document has again and again; forgotten when they are too many. */
const splits = new Map<string, readonly string[]>();
const mostKnown = 20_000;

/** Words of any spelling: `pet_store.v1`, `petStoreV1`, `HTTPServer`. */
export function wordsOf(text: string): readonly string[] {
  const words = splits.get(text) ?? split(text);
  if (splits.size >= mostKnown) splits.clear();
  splits.set(text, words);
  return words;
}

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

/** Words for a text that has no letter: the names of its signs, or their numbers. */
export function spelled(text: string): readonly string[] {
  const words = [...text].slice(0, 8).map((sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return signs[sign] ?? (/[\p{L}\p{N}]/u.test(sign) ? sign : /\s/.test(sign) ? "" : `u${code}`);
  });
  const known = words.filter(Boolean);
  return known.length ? known : ["empty"];
}

/** Words of a name: a number with a sign before it is told from one with another. */
export const namedWords = (text: string, words = wordsOf(text)): readonly string[] => {
  return words.some((word) => /\p{L}/u.test(word)) || (words.length && !/^[+-]/.test(text))
    ? words
    : spelled(text);
};

const safe = (name: string): string => {
  const shown = name.slice(0, 150);
  return /^[\p{ID_Start}_$]/u.test(shown) ? shown : `_${shown}`;
};

export const pascal = (text: string): string => safe(namedWords(text).map(capital).join(""));

export const camel = (text: string): string => {
  const [first = "", ...rest] = namedWords(text);
  const head = /^\p{Lu}+$/u.test(first)
    ? first.toLowerCase()
    : (first[0]?.toLowerCase() ?? "") + first.slice(1);
  return safe(head + rest.map(capital).join(""));
};

const reserved: ReadonlySet<string> = new Set(
  (
    "abstract any arguments as asserts async await bigint boolean break case catch class const continue debugger declare default delete do " +
    "else enum eval export extends false finally for from function get if implements import in infer instanceof interface is keyof let " +
    "module namespace never new null number object of package private protected public readonly require return satisfies set static " +
    "string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield constructor"
  ).split(" "),
);

/** Gives out names, each once; the first asker gets the plain one, later ones a number, the same way each time. */
export class Scope {
  readonly #names: NamesTaken;

  constructor(taken: Iterable<string> = []) {
    this.#names = new NamesTaken(taken);
  }

  take(name: string): string {
    return this.family(name, [(stem) => stem]);
  }

  /** The name of a member, which may be a word of the language. */
  member(name: string): string {
    return this.#names.take(name, (n) => (n < 2 ? name : `${name}${n}`));
  }

  /** Takes a family of names with one stem, so that all its members are free. */
  family(stem: string, members: readonly ((stem: string) => string)[]): string {
    const plain = reserved.has(stem) ? `${stem}_` : stem;
    return this.#names.take(stem, (n) => (n < 2 ? plain : `${stem}${n}`), members);
  }
}
