import { stem } from "../../../language/index.ts";
import { stopWords } from "../knowledge/stop-words.ts";

export interface Token {
  readonly text: string;
  readonly lower: string;
  /** The common part of inflected forms: `prices` and `price`. */
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "number" | "mark";
  /** Whether it is a function word, which relates others and has no topic of its own. */
  readonly stop: boolean;
  readonly capital: boolean;
}

const shape =
  /\p{Lu}(?:\.\p{Lu})+\.?|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*(?:\.(?:\p{Lu}\.)+)?|\d+(?:[.,:]\d+)*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s]/gu;

/** `it'll`, `there'd`: a function word stays one. */
const contraction = /['’](?:ll|d|ve|re|m|s)$/;

/** Splits a text into words, numbers and marks with their places. */
export function tokenise(text: string): readonly Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(shape)) {
    const lower = match[0].toLowerCase();
    const first = match[0].codePointAt(0) ?? 0;
    const kind = /^\d/.test(lower) ? "number" : /^\p{L}/u.test(lower) ? "word" : "mark";
    found.push({
      text: match[0],
      lower,
      stem: kind === "word" ? stem(lower) : lower,
      start: match.index,
      end: match.index + match[0].length,
      kind,
      stop: kind === "mark" || stopWords.has(lower) || stopWords.has(lower.replace(contraction, "")),
      capital: first !== lower.codePointAt(0),
    });
  }
  return found;
}

/** The words of an identifier: `turnsPerMeter` and `turns_per_meter` have the same. */
export const words = (identifier: string): readonly string[] =>
  identifier
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(/(\p{L})(\d)/gu, "$1 $2")
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

/** The stems of a text's content words, in order. */
export const content = (text: string): readonly string[] =>
  tokenise(text)
    .filter((token) => !token.stop && token.kind === "word")
    .map((token) => token.stem);
