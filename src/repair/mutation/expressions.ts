import { isName, isString, type Language, type Token, tokensOf } from "./tokens.ts";

/** A range of columns, end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Operands at the same bracket depth, with the operators between them. */
export interface Chain {
  readonly operands: readonly Span[];
  readonly operators: readonly Token[];
}

/** The expressions of a line, as far as they can be parsed from the line alone. */
export interface Expressions {
  readonly chains: readonly Chain[];
  /** Comma-separated parts of brackets with more than one part. */
  readonly lists: readonly (readonly Span[])[];
}

const strength: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "|| ?? or",
    "&& and",
    "== != === !== < <= > >= in is not-in is-not instanceof",
    "|",
    "^",
    "&",
    "<< >>",
    "+ -",
    "* / // %",
    "**",
  ].flatMap((words, i) => words.split(" ").map((word) => [word, i])),
);
const prefix = new Set(["-", "+", "!", "~", "not", "await", "new", "typeof", "*", "**", "..."]);
const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const most = 9;

class Reader {
  readonly chains: Chain[] = [];
  readonly lists: (readonly Span[])[] = [];
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string, language: Language) {
    this.#tokens = tokensOf(text, language);
  }

  /** Reads up to the bracket that closes this depth, or to the end. */
  read(close: string | undefined): void {
    const parts: Span[] = [];
    let operands: Span[] = [];
    let operators: Token[] = [];
    let open: { from: number; to: number; ready: boolean } | undefined;
    let part: Span | undefined;
    let looping = false;
    const flush = (target = false): void => {
      if (open?.ready) operands.push({ from: open.from, to: open.to });
      if (!target && operands.length > 0 && operands.length <= most)
        this.chains.push({ operands, operators: operators.slice(0, operands.length - 1) });
      [operands, operators, open] = [[], [], undefined];
    };
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at] ?? { word: "", at: 0 };
      const { word, at } = token;
      if (word === close) break;
      const next = this.#tokens[this.#at + 1];
      if (word === ",") {
        if (part) parts.push(part);
        part = undefined;
        flush();
        continue;
      }
      let to = at + word.length;
      if (Object.hasOwn(closing, word)) {
        const fresh = !open?.ready;
        this.#at++;
        this.read(closing[word]);
        to = (this.#tokens[this.#at]?.at ?? at) + 1;
        open = fresh
          ? { from: open?.from ?? at, to, ready: true }
          : { from: open?.from ?? at, to, ready: true };
      } else if (open?.ready && (word === "." || word === "?.") && next) {
        to = next.at + next.word.length;
        this.#at++;
        open = { ...open, to };
      } else if (
        open?.ready &&
        (Object.hasOwn(strength, word) || word === "not") &&
        !(word === "in" && looping)
      ) {
        const two = `${word}-${next?.word ?? ""}`;
        const pair = Object.hasOwn(strength, two) ? next : undefined;
        if (pair) this.#at++;
        operands.push({ from: open.from, to: open.to });
        const end = pair ? pair.at + pair.word.length : to;
        operators.push({ word: this.#slice(at, end), at });
        open = undefined;
        to = end;
      } else if (!open?.ready && prefix.has(word)) open = { from: open?.from ?? at, to, ready: false };
      else if (isValue(word)) {
        if (open?.ready) flush();
        open = { from: open?.from ?? at, to, ready: true };
      } else {
        looping = word === "for" || (looping && word !== "in");
        flush(/^(?:[-+*/%|&^]|\/\/|\*\*)?=$/.test(word) || word === "in");
        if (/^(?:[-+*/%|&^]|\/\/|\*\*)?=$/.test(word) && close === undefined) {
          part = undefined;
          parts.length = 0;
          continue;
        }
      }
      part = { from: part?.from ?? at, to };
    }
    flush();
    if (part) parts.push(part);
    if (parts.length > 1) this.lists.push(parts);
  }

  #slice(from: number, to: number): string {
    const words = this.#tokens.filter(({ at }) => at >= from && at < to).map(({ word }) => word);
    return words.join(" ");
  }
}

const isValue = (word: string): boolean =>
  isName(word) ||
  isString(word) ||
  /^\d/.test(word) ||
  /^(?:None|True|False|null|undefined|true|false|this|self)$/.test(word);

export function expressionsOf(text: string, language: Language): Expressions {
  const reader = new Reader(text, language);
  reader.read(undefined);
  return reader;
}

/** The parts of a chain that are values by themselves: `b * c` of `a + b * c`, not `a + b`. */
export function partsOf({ operands, operators }: Chain): readonly (Span & { readonly many: boolean })[] {
  const bond = (i: number): number => strength[(operators[i]?.word ?? "").replace(" ", "-")] ?? -1;
  return operands.flatMap((first, i) =>
    operands.slice(i).flatMap((last, count) => {
      const j = i + count;
      const within = Math.min(99, ...Array.from({ length: count }, (_, k) => bond(i + k)));
      return within > bond(i - 1) && within >= bond(j)
        ? [{ from: first.from, to: last.to, many: count > 0 }]
        : [];
    }),
  );
}
