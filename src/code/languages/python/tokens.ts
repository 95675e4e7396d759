const kinds = ["end", "name", "number", "string", "op", "comment", "newline", "indent", "dedent"] as const;

export type Kind = (typeof kinds)[number];

const [end, name, number, string, op, comment, newline, indent, dedent] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const;
type Code = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** A list of tokens in columns: a file has thousands, and one object each would be slow. */
export class Tokens {
  #size = 0;
  #kinds: Uint8Array;
  #places: Int32Array;
  #letters: Uint16Array;
  /** The first token of each statement that begins a line, and its indent depth. */
  readonly #statements: number[] = [];

  constructor(capacity: number) {
    [this.#places, this.#letters, this.#kinds] = columns(capacity);
  }

  get length(): number {
    return this.#size;
  }

  /** Returns a token's kind; `end` outside the list. */
  kind(index: number): Kind {
    return kinds[this.#kinds[index] ?? end] ?? "end";
  }

  start(index: number): number | undefined {
    return index < this.#size ? this.#places[index * 2] : undefined;
  }

  end(index: number): number | undefined {
    return index < this.#size ? this.#places[index * 2 + 1] : undefined;
  }

  /** Returns the code of the first character; 0 outside the list. */
  letter(index: number): number {
    return this.#letters[index] ?? 0;
  }

  get statements(): number {
    return this.#statements.length >> 1;
  }

  /** Returns the first token of a statement; the end of the list after the last. */
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
    const index = this.#size++;
    if (index === this.#kinds.length) this.#grow();
    this.#kinds[index] = kind;
    this.#letters[index] = letter;
    this.#places[index * 2] = start;
    this.#places[index * 2 + 1] = to;
  }

  #grow(): void {
    const [places, codes, letters] = [this.#places, this.#kinds, this.#letters];
    [this.#places, this.#letters, this.#kinds] = columns(codes.length * 2);
    this.#letters.set(letters);
    this.#kinds.set(codes);
    this.#places.set(places);
  }
}

/** Allocates the columns in one buffer: for a small file, three allocations cost more than filling them. */
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

/** Tokenizes Python, with indents and dedents; undefined for text that can't be Python. */
export function tokens(source: string): Tokens | undefined {
  const all = new Tokens((source.length >> 2) + 16);
  const indents = [0];
  let depth = 0;
  let index = source.charCodeAt(0) === 0xfeff ? 1 : 0;
  let fresh = true;
  while (index < source.length) {
    if (fresh && depth === 0) {
      fresh = false;
      const width = indentAt(source, index);
      if (width >= 0 && !level(width, { indents, all, at: index })) return undefined;
    }
    const c = source.charCodeAt(index);
    const start = index;
    if (c === space || c === tab || c === feed) {
      index += 1;
      continue;
    }
    if (c === line || c === back) {
      index += c === back && source.charCodeAt(index + 1) === line ? 2 : 1;
      if (depth === 0) {
        if (endsStatement(all)) all.add(newline, start, index);
        fresh = true;
      }
      continue;
    }
    if (c === slash) {
      const next = source.charCodeAt(index + 1);
      const long = next === back && source.charCodeAt(index + 2) === line ? 3 : next === line ? 2 : 0;
      if (!long) return undefined;
      index += long;
      continue;
    }
    if (c === hash) {
      index = lineEnd(source, index);
      all.add(comment, start, index, c);
      continue;
    }
    const kind = isQuote(c)
      ? string
      : isAscii(c)
        ? name
        : isDigit(c) || (c === dot && isDigit(source.charCodeAt(index + 1)))
          ? number
          : c > 127
            ? name
            : op;
    const to: number | undefined =
      kind === string
        ? stringEnd(source, index, "")
        : kind === name
          ? nameEnd(source, index)
          : kind === number
            ? numberEnd(source, index)
            : operatorEnd(source, index);
    if (to === undefined) return undefined;
    if (
      kind === name &&
      to - index <= 2 &&
      isQuote(source.charCodeAt(to)) &&
      prefix.test(source.slice(index, to))
    ) {
      const close = stringEnd(source, to, source.slice(index, to));
      if (close === undefined) return undefined;
      index = close;
      all.add(string, start, index, c);
      continue;
    }
    index = to;
    all.add(kind, start, index, c);
    if (kind !== op) continue;
    if (c === 40 || c === 91 || c === 123) depth += 1;
    else if (c === 41 || c === 93 || c === 125) depth = Math.max(0, depth - 1);
  }
  if (depth > 0) return undefined;
  if (all.length && all.kind(all.length - 1) !== "newline") all.add(newline, index, index);
  for (let open = indents.length; open > 1; open--) all.add(dedent, index, index);
  all.add(end, index, index);
  return all;
}

function lineEnd(source: string, from: number): number {
  for (let index = from; index < source.length; index++) {
    const c = source.charCodeAt(index);
    if (c === line || c === back) return index;
  }
  return source.length;
}

function nameEnd(source: string, from: number): number | undefined {
  let index = from;
  for (let c = source.charCodeAt(index); isAscii(c) || isDigit(c); c = source.charCodeAt(index)) index += 1;
  if (!(source.charCodeAt(index) > 127)) return index;
  if (index === from && !begins.test(String.fromCodePoint(source.codePointAt(index) ?? 0))) return undefined;
  wide.lastIndex = index;
  return index + (wide.exec(source)?.[0].length ?? 0);
}

function numberEnd(source: string, from: number): number {
  let index = from + 1;
  for (;;) {
    const c = source.charCodeAt(index);
    const signed =
      (c === 101 || c === 69) && (source.charCodeAt(index + 1) === 43 || source.charCodeAt(index + 1) === 45);
    if (signed) index += 2;
    else if (isAscii(c) || isDigit(c) || c === dot) index += 1;
    else return index;
  }
}

const single = new Uint8Array(128);
for (const operator of operators) if (operator.length === 1) single[code(operator)] = 1;

function operatorEnd(source: string, index: number): number | undefined {
  const next = source.charCodeAt(index + 1);
  // longer operators go on with one of = * / < > .
  if (next === 61 || next === 42 || next === 47 || next === 60 || next === 62 || next === dot)
    for (let length = 3; length > 1; length--) {
      const text = source.slice(index, index + length);
      if (text.length === length && operators.has(text)) return index + length;
    }
  return single[source.charCodeAt(index)] === 1 ? index + 1 : undefined;
}

/** Returns the end of a string whose quotes begin at `from`. */
function stringEnd(source: string, from: number, before: string): number | undefined {
  const quote = source.charCodeAt(from);
  const triple = source.charCodeAt(from + 1) === quote && source.charCodeAt(from + 2) === quote;
  if (/[ft]/i.test(before)) {
    const mark = source.slice(from, from + (triple ? 3 : 1));
    return formattedEnd(source, from + mark.length, { quote: mark, raw: /r/i.test(before) });
  }
  for (let index = from + (triple ? 3 : 1); index < source.length; index++) {
    const c = source.charCodeAt(index);
    if (c === slash)
      index += source.charCodeAt(index + 1) === back && source.charCodeAt(index + 2) === line ? 2 : 1;
    else if (c === quote) {
      if (!triple) return index + 1;
      if (source.charCodeAt(index + 1) === quote && source.charCodeAt(index + 2) === quote) return index + 3;
    } else if (!triple && (c === line || c === back)) return undefined;
  }
  return undefined;
}

/** Whether a line break here ends a statement: not after a blank line or a comment on its own line. */
function endsStatement(all: Tokens): boolean {
  let index = all.length - 1;
  while (index >= 0 && all.kind(index) === "comment") index -= 1; // a comment on its own line ends no statement
  if (index < 0) return false;
  const last = all.kind(index);
  return last !== "newline" && last !== "indent" && last !== "dedent";
}

/** Returns the width of a line's indent, or -1 for a line without a statement. */
function indentAt(source: string, position: number): number {
  let width = 0;
  for (let index = position; ; index++) {
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

/** Returns the end of an f-string, whose expressions may contain strings, even with the same quotes. */
function formattedEnd(
  source: string,
  from: number,
  { quote, raw }: { quote: string; raw: boolean },
): number | undefined {
  let braces = 0;
  for (let index = from; index < source.length; index++) {
    const letter = source[index];
    if (letter === "\\" && (braces === 0 || !raw)) index += 1;
    else if (braces === 0 && source.startsWith(quote, index)) return index + quote.length;
    else if (letter === "{") {
      if (braces === 0 && source[index + 1] === "{") index += 1;
      else braces += 1;
    } else if (letter === "}") braces = Math.max(0, braces - 1);
    else if (braces > 0 && (letter === '"' || letter === "'")) {
      if (source.startsWith(quote, index) && quote.length === 3) return index + 3;
      const close = source.indexOf(letter, index + 1);
      if (close < 0) return undefined;
      const line = source.indexOf("\n", index);
      if (quote.length === 1 && (line < 0 || close < line) && letter !== quote) index = close;
      else if (letter === quote) {
        const before = source.slice(from, index);
        if (before.lastIndexOf("{") < 0) return index + 1;
        index = close;
      } else index = close;
    } else if (letter === "\n" && quote.length === 1 && braces === 0) return undefined;
  }
  return undefined;
}
