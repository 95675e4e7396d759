import { tagger } from "../language/index.ts";
import { anyOf } from "../lib/index.ts";

/** A word, number or mark of a sentence; parentheses with their contents are one token. */
export interface Token {
  readonly text: string;
  readonly low: string;
  readonly kind: "word" | "number" | "sign" | "group" | "quote";
  readonly start: number;
  readonly end: number;
  /** Parts of speech, as compromise names them. */
  tags: ReadonlySet<string>;
}

const shapes = new RegExp(
  anyOf(
    String.raw`["“][^"”]*["”]|[\p{L}_][\p{L}\p{N}_]*(?:['’./+&|-][\p{L}\p{N}_]+)*`,
    String.raw`-?\d+(?:[.,]\d+)*(?:\.\.\d+)?[\p{L}%]*|\.{2,3}|[-=]>|[<>]=|\S`,
  ),
  "gu",
);

const none: ReadonlySet<string> = new Set();

/** The index after the closing parenthesis for the one at an index; the text's length if it never closes. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === "(" || text[index] === "[" || text[index] === "{") depth += 1;
    if (text[index] === ")" || text[index] === "]" || text[index] === "}") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const add = (kind: Token["kind"], start: number, end: number): void => {
    const part = text.slice(start, end);
    tokens.push({ text: part, low: part.toLowerCase().replaceAll("’", "'"), kind, start, end, tags: none });
  };
  let index = 0;
  while (index < text.length) {
    const sign = text[index] ?? "";
    if (/\s/.test(sign)) {
      index += 1;
      continue;
    }
    if (sign === "(" || sign === "[" || sign === "{") {
      const end = closing(text, index);
      add("group", index, end);
      index = end;
      continue;
    }
    shapes.lastIndex = index;
    const match = shapes.exec(text);
    if (!match) break;
    const [word] = match;
    const kind = /^\p{L}/u.test(word)
      ? "word"
      : /^-?\d/.test(word)
        ? "number"
        : /^["“]./.test(word)
          ? "quote"
          : "sign";
    add(kind, match.index, match.index + word.length);
    index = match.index + word.length;
  }
  return tag(tokens);
}

/** Adds the parts of speech to the words. */
function tag(tokens: readonly Token[]): readonly Token[] {
  if (tokens.length === 0) return tokens;
  const words = tokens.map((token) => (token.kind === "group" ? "," : token.text)).join(" ");
  const terms = tagger()(words)
    .json()
    .flatMap((sentence) => sentence.terms)
    .filter(({ text }) => text);
  let next = 0;
  for (const token of tokens) {
    if (token.kind !== "word") continue;
    const near = terms.slice(next, next + 6);
    const ahead = near.findIndex(({ text }) => token.low.startsWith(text.toLowerCase()));
    if (ahead === -1) continue;
    token.tags = new Set(near[ahead]?.tags);
    next += ahead + 1;
  }
  return tokens;
}

/** The original text of some tokens. */
export const rawOf = (tokens: readonly Token[], text: string): string =>
  tokens.length ? text.slice(tokens[0]?.start, tokens.at(-1)?.end) : "";
