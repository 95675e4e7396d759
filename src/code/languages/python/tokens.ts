const kinds = ["end", "name", "number", "string", "op", "comment", "newline", "indent", "dedent"] as const;

export type Kind = (typeof kinds)[number];

const [end, name, number, string, op, comment, newline, indent, dedent] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const;
type Code = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** A list of tokens as columns: a file has thousands, and an object each would take most of the time. */
export class Tokens {
  #size = 0;
  #kinds: Uint8Array;
  #places: Int32Array;
  #letters: Uint16Array;
  /** The first token of each statement that begins a line, and how deeply it is indented. */
  readonly #statements: number[] = [];

  constructor(capacity: number) {
    [this.#places, this.#letters, this.#kinds] = columns(capacity);
  }

  get length(): number {
    return this.#size;
  }

  /** `end` beyond both ends of the list. */
  kind(index: number): Kind {
    return kinds[this.#kinds[index] ?? end] ?? "end";
  }

  start(index: number): number | undefined {
    return index < this.#size ? this.#places[index * 2] : undefined;
  }

  end(index: number): number | undefined {
    return index < this.#size ? this.#places[index * 2 + 1] : undefined;
  }

  /** The code of the first character; 0 where there is none. */
  letter(index: number): number {
    return this.#letters[index] ?? 0;
  }

  get statements(): number {
    return this.#statements.length >> 1;
  }

  /** The first token of a statement; the end of the list beyond the last. */
  statement(place: number): number {
    return this.#statements[place * 2] ?? this.#size - 1;
  }

  depth(place: number): number {
    return this.#statements[place * 2 + 1] ?? 0;
  }

  begin(depth: number): void {
    this.#statements.push(this.#size, depth);
  }

  add(kind: Code, start: number, to: number, letter = 0): void {
    const at = this.#size++;
    if (at === this.#kinds.length) this.#grow();
    this.#kinds[at] = kind;
    this.#letters[at] = letter;
    this.#places[at * 2] = start;
    this.#places[at * 2 + 1] = to;
  }

  #grow(): void {
    const [places, codes, letters] = [this.#places, this.#kinds, this.#letters];
    [this.#places, this.#letters, this.#kinds] = columns(codes.length * 2);
    this.#letters.set(letters);
    this.#kinds.set(codes);
    this.#places.set(places);
  }
}

/** In one piece of memory: to ask for three costs a small file more than to fill them. */
function columns(count: number): [places: Int32Array, letters: Uint16Array, kinds: Uint8Array] {
  const memory = new ArrayBuffer(count * 11);
  return [
    new Int32Array(memory, 0, count * 2),
    new Uint16Array(memory, count * 8, count),
    new Uint8Array(memory, count * 10, count),
  ];
}

const code = (letter: string): number => letter.charCodeAt(0);
const [space, tab, feed, line, back, hash, slash, dot, low] = [
  " ",
  "\t",
  "\f",
  "\n",
  "\r",
  "#",
  "\\",
  ".",
  "_",
].map(code) as [number, number, number, number, number, number, number, number, number]; // one each

const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isAscii = (c: number): boolean => (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === low;
const isQuote = (c: number): boolean => c === 34 || c === 39;

const wide = /\p{ID_Continue}*/uy;
const begins = /[\p{ID_Start}_]/u;
const prefix = /^(?:[rbu]|rb|br|[ft]r?|r[ft])$/i;
const operators = new Set(
  "**= //= >>= <<= ... != -> := == <= >= ** // << >> += -= *= /= %= @= &= |= ^= - + * / % @ & | ^ ~ < > ( ) [ ] { } , : . ; = !".split(
    " ",
  ),
);

/** Python's tokens, with indents and dedents as Python counts them; undefined for text that can't be Python. */
export function tokens(source: string): Tokens | undefined {
  const all = new Tokens((source.length >> 2) + 16);
  const indents = [0];
  let depth = 0;
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  let fresh = true;
  while (at < source.length) {
    if (fresh && depth === 0) {
      fresh = false;
      const width = indentAt(source, at);
      if (width >= 0 && !level(width, { indents, all, at })) return undefined;
    }
    const c = source.charCodeAt(at);
    const start = at;
    if (c === space || c === tab || c === feed) {
      at += 1;
      continue;
    }
    if (c === line || c === back) {
      at += c === back && source.charCodeAt(at + 1) === line ? 2 : 1;
      if (depth === 0) {
        if (endsStatement(all)) all.add(newline, start, at);
        fresh = true;
      }
      continue;
    }
    if (c === slash) {
      const next = source.charCodeAt(at + 1);
      const long = next === back && source.charCodeAt(at + 2) === line ? 3 : next === line ? 2 : 0;
      if (!long) return undefined;
      at += long;
      continue;
    }
    if (c === hash) {
      at = lineEnd(source, at);
      all.add(comment, start, at, c);
      continue;
    }
    const kind = isQuote(c)
      ? string
      : isAscii(c)
        ? name
        : isDigit(c) || (c === dot && isDigit(source.charCodeAt(at + 1)))
          ? number
          : c > 127
            ? name
            : op;
    const to: number | undefined =
      kind === string
        ? stringEnd(source, at, "")
        : kind === name
          ? nameEnd(source, at)
          : kind === number
            ? numberEnd(source, at)
            : operatorEnd(source, at);
    if (to === undefined) return undefined;
    if (
      kind === name &&
      to - at <= 2 &&
      isQuote(source.charCodeAt(to)) &&
      prefix.test(source.slice(at, to))
    ) {
      const close = stringEnd(source, to, source.slice(at, to));
      if (close === undefined) return undefined;
      at = close;
      all.add(string, start, at, c);
      continue;
    }
    at = to;
    all.add(kind, start, at, c);
    if (kind !== op) continue;
    if (c === 40 || c === 91 || c === 123) depth += 1;
    else if (c === 41 || c === 93 || c === 125) depth = Math.max(0, depth - 1);
  }
  if (depth > 0) return undefined;
  if (all.length && all.kind(all.length - 1) !== "newline") all.add(newline, at, at);
  for (let open = indents.length; open > 1; open--) all.add(dedent, at, at);
  all.add(end, at, at);
  return all;
}

function lineEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const c = source.charCodeAt(at);
    if (c === line || c === back) return at;
  }
  return source.length;
}

function nameEnd(source: string, from: number): number | undefined {
  let at = from;
  for (let c = source.charCodeAt(at); isAscii(c) || isDigit(c); c = source.charCodeAt(at)) at += 1;
  if (!(source.charCodeAt(at) > 127)) return at;
  if (at === from && !begins.test(String.fromCodePoint(source.codePointAt(at) ?? 0))) return undefined;
  wide.lastIndex = at;
  return at + (wide.exec(source)?.[0].length ?? 0);
}

function numberEnd(source: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const c = source.charCodeAt(at);
    const signed =
      (c === 101 || c === 69) && (source.charCodeAt(at + 1) === 43 || source.charCodeAt(at + 1) === 45);
    if (signed) at += 2;
    else if (isAscii(c) || isDigit(c) || c === dot) at += 1;
    else return at;
  }
}

const single = new Uint8Array(128);
for (const operator of operators) if (operator.length === 1) single[code(operator)] = 1;

function operatorEnd(source: string, at: number): number | undefined {
  const next = source.charCodeAt(at + 1);
  // longer operators go on with one of = * / < > .
  if (next === 61 || next === 42 || next === 47 || next === 60 || next === 62 || next === dot)
    for (let length = 3; length > 1; length--) {
      const text = source.slice(at, at + length);
      if (text.length === length && operators.has(text)) return at + length;
    }
  return single[source.charCodeAt(at)] === 1 ? at + 1 : undefined;
}

/** The end of a string whose quotes begin at `from`. */
function stringEnd(source: string, from: number, before: string): number | undefined {
  const quote = source.charCodeAt(from);
  const triple = source.charCodeAt(from + 1) === quote && source.charCodeAt(from + 2) === quote;
  if (/[ft]/i.test(before)) {
    const mark = source.slice(from, from + (triple ? 3 : 1));
    return formattedEnd(source, from + mark.length, { quote: mark, raw: /r/i.test(before) });
  }
  for (let at = from + (triple ? 3 : 1); at < source.length; at++) {
    const c = source.charCodeAt(at);
    if (c === slash) at += source.charCodeAt(at + 1) === back && source.charCodeAt(at + 2) === line ? 2 : 1;
    else if (c === quote) {
      if (!triple) return at + 1;
      if (source.charCodeAt(at + 1) === quote && source.charCodeAt(at + 2) === quote) return at + 3;
    } else if (!triple && (c === line || c === back)) return undefined;
  }
  return undefined;
}

/** Whether a line break here ends a statement: not after a blank line, nor after a comment alone. */
function endsStatement(all: Tokens): boolean {
  let at = all.length - 1;
  while (at >= 0 && all.kind(at) === "comment") at -= 1; // one alone on its line ends none
  if (at < 0) return false;
  const last = all.kind(at);
  return last !== "newline" && last !== "indent" && last !== "dedent";
}

/** The width of a line's indent, or -1 for a line without a statement. */
function indentAt(source: string, at: number): number {
  let width = 0;
  for (let index = at; ; index++) {
    const letter = source[index];
    if (letter === " ") width += 1;
    else if (letter === "\t") width = (Math.floor(width / 8) + 1) * 8;
    else if (letter === "\f") width = 0;
    else return letter === undefined || letter === "#" || letter === "\n" || letter === "\r" ? -1 : width;
  }
}

function level(width: number, { indents, all, at }: { indents: number[]; all: Tokens; at: number }): boolean {
  if (width > (indents.at(-1) ?? 0)) {
    indents.push(width);
    all.add(indent, at, at);
  }
  while (width < (indents.at(-1) ?? 0)) {
    indents.pop();
    all.add(dedent, at, at);
  }
  all.begin(indents.length - 1);
  return width === (indents.at(-1) ?? 0);
}

/** The end of an f-string, whose expressions may hold strings of their own, in the same quotes too. */
function formattedEnd(
  source: string,
  from: number,
  { quote, raw }: { quote: string; raw: boolean },
): number | undefined {
  let braces = 0;
  for (let at = from; at < source.length; at++) {
    const letter = source[at];
    if (letter === "\\" && (braces === 0 || !raw)) at += 1;
    else if (braces === 0 && source.startsWith(quote, at)) return at + quote.length;
    else if (letter === "{") {
      if (braces === 0 && source[at + 1] === "{") at += 1;
      else braces += 1;
    } else if (letter === "}") braces = Math.max(0, braces - 1);
    else if (braces > 0 && (letter === '"' || letter === "'")) {
      if (source.startsWith(quote, at) && quote.length === 3) return at + 3;
      const close = source.indexOf(letter, at + 1);
      if (close < 0) return undefined;
      const line = source.indexOf("\n", at);
      if (quote.length === 1 && (line < 0 || close < line) && letter !== quote) at = close;
      else if (letter === quote) {
        const before = source.slice(from, at);
        if (before.lastIndexOf("{") < 0) return at + 1;
        at = close;
      } else at = close;
    } else if (letter === "\n" && quote.length === 1 && braces === 0) return undefined;
  }
  return undefined;
}
