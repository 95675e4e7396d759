import { type Kind, type Tokens, tokens } from "./tokens.ts";

/** A `def` or `class`, by token indices. */
export interface Block {
  readonly keyword: "def" | "class";
  readonly name: string;
  /** Its name with those of the enclosing blocks: `Class.method`. */
  readonly path: string;
  /** The enclosing classes and functions, outermost first. */
  readonly owners: readonly Pick<Block, "keyword" | "name" | "head">[];
  /** The first token, including decorators. */
  readonly first: number;
  /** The index of the keyword, and of its statement. */
  readonly head: number;
  readonly statement: number;
  /** The colon that ends the head. */
  readonly colon: number;
  /** The first token after its body. */
  readonly after: number;
}

export class Source {
  readonly text: string;
  readonly all: Tokens;
  // a weak map beside it would survive many garbage collections
  readonly #found = new Map<(source: Source) => unknown, unknown>();

  constructor(text: string, all: Tokens) {
    this.text = text;
    this.all = all;
  }

  /** Returns a parsed source; the last ones are cached, since each is queried several times. */
  static of(text: string): Source | undefined {
    const known = recent.find((item) => item.text === text);
    if (known) return known.source;
    const all = tokens(text);
    const source = all && new Source(text, all);
    recent.unshift({ text, source });
    recent.length = Math.min(recent.length, 3);
    return source;
  }

  /** Computes something about the source once and caches it. */
  once<T>(find: (source: Source) => T): T {
    if (!this.#found.has(find)) this.#found.set(find, find(this));
    return this.#found.get(find) as T; // the result of `find`
  }

  kind(index: number): Kind {
    return this.all.kind(index);
  }

  word(index: number): string {
    const start = this.all.start(index);
    return start === undefined ? "" : this.text.slice(start, this.all.end(index));
  }

  /** Whether a token is this word. The first letter usually decides, so no text is copied. */
  is(index: number, word: string): boolean {
    if (this.all.letter(index) !== word.charCodeAt(0)) return false;
    const start = this.start(index);
    return (
      this.end(index) - start === word.length && (word.length === 1 || this.text.startsWith(word, start))
    );
  }

  /** Returns the code of a token's first character, without copying its text. */
  code(index: number): number {
    return this.all.letter(index);
  }

  isDot(index: number): boolean {
    return this.is(index, ".");
  }

  start(index: number): number {
    return this.all.start(index) ?? this.text.length;
  }

  end(index: number): number {
    return this.all.end(index) ?? this.text.length;
  }

  /** Returns the text of a token range, without surrounding space. */
  between(from: number, to: number): string {
    const [start, end] = [this.all.start(from), this.all.end(to - 1)];
    return start !== undefined && end !== undefined && to > from ? this.text.slice(start, end) : "";
  }

  /**
   * Returns the index of the next token that is this word outside brackets, from `from` to before `to`; -1
   * if the line has none.
   */
  find(word: string, from: number, to = this.all.length): number {
    const letter = word.charCodeAt(0);
    let depth = 0;
    for (let index = from; index < to; index++) {
      const kind = this.kind(index);
      if (kind === "newline" && depth <= 0) return -1;
      if (kind !== "op" && (kind !== "name" || depth !== 0)) continue;
      if (depth === 0 && this.code(index) === letter && this.is(index, word)) return index;
      if (kind === "op") depth += this.bracket(index);
    }
    return -1;
  }

  /** As `find`, for the nearest of several words. */
  findAny(words: readonly string[], from: number, to = this.all.length): number {
    const found = words.map((word) => this.find(word, from, to)).filter((index) => index >= 0);
    return found.length ? Math.min(...found) : -1;
  }

  /** Returns 1 for an opening bracket, -1 for a closing one. */
  bracket(index: number): -1 | 0 | 1 {
    const letter = this.code(index);
    if (letter === 40 || letter === 91 || letter === 123) return 1;
    return letter === 41 || letter === 93 || letter === 125 ? -1 : 0;
  }

  /** Returns the index of the bracket that closes the one at `from`; `to` if none does. */
  closingOf(from: number, to = this.all.length): number {
    let depth = 0;
    for (let index = from; index < to; index++) {
      if (this.kind(index) !== "op") continue;
      depth += this.bracket(index);
      if (depth === 0) return index;
    }
    return to;
  }
}

/** First letters of a declaration or decorator: class, def, async, @. */
const declaring = new Set([..."cda@"].map((item) => item.charCodeAt(0)));

const recent: { readonly text: string; readonly source: Source | undefined }[] = [];

/** Returns the functions and classes outside function bodies. */
export const declaredBlocks = (source: Source): readonly Block[] =>
  blocksOf(source).filter(({ owners }) => owners.every(({ keyword }) => keyword === "class"));

/** Returns every function and class in source order. */
export const blocksOf = (source: Source): readonly Block[] => source.once(findBlocks);

interface Open {
  readonly block: Block;
  readonly depth: number;
  readonly at: number;
}

function findBlocks(source: Source): readonly Block[] {
  const { all } = source;
  const found: Block[] = [];
  const open: Open[] = [];
  let last = 0;
  let decorated: number | undefined;
  for (let place = 0; place <= all.statements; place++) {
    const index = all.statement(place);
    const depth = all.depth(place);
    for (let top = open.at(-1); top && top.depth >= depth; top = open.at(-1)) {
      // dedents precede the statement; a body on its head's line has none
      const after = index - (top.depth - depth) - (last > top.depth ? 1 : 0);
      found[top.at] = { ...top.block, after };
      open.pop();
    }
    last = depth;
    if (place === all.statements) break;
    if (source.is(index, "@")) {
      decorated ??= index;
      continue;
    }
    const first = decorated ?? index;
    decorated = undefined;
    if (!declaring.has(source.code(index))) continue;
    const head = source.is(index, "async") ? index + 1 : index;
    const keyword = source.is(head, "def") ? "def" : source.is(head, "class") ? "class" : undefined;
    const colon = keyword ? source.find(":", head + 1) : -1;
    if (!keyword || colon <= 0) continue;
    const name = source.word(head + 1);
    const around = open.at(-1)?.block;
    const block: Block = {
      keyword,
      name,
      path: around ? `${around.path}.${name}` : name,
      owners: around ? [...around.owners, around] : [],
      first,
      head,
      statement: place,
      colon,
      after: index,
    };
    open.push({ block, depth, at: found.push(block) - 1 });
  }
  return found;
}

/** Returns the index of a block's docstring token; -1 if there is none. Colon -1 means the module. */
export function docstringAt(source: Source, colon: number): number {
  let index = colon + 1;
  let kind = source.kind(index);
  for (; kind === "comment" || kind === "newline" || kind === "indent"; kind = source.kind(index)) index += 1;
  if (
    kind !== "string" ||
    /^[a-z]*[bf]/i.test(
      source
        .word(index)
        .slice(0, 2)
        .replaceAll(/["'].*/g, ""),
    )
  )
    return -1;
  const next = source.kind(index + 1);
  return next === "newline" || next === "comment" || next === "end" || source.is(index + 1, ";") ? index : -1;
}
