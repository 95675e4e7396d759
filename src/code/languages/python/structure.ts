import { type Kind, type Tokens, tokens } from "./tokens.ts";

/** A `def` or `class`, by indices of the token list. */
export interface Block {
  readonly keyword: "def" | "class";
  readonly name: string;
  /** With the names of what is around it: `Class.method`. */
  readonly path: string;
  /** Names of the classes and functions around it, outermost first. */
  readonly owners: readonly { readonly keyword: "def" | "class"; readonly name: string }[];
  /** The first token, decorators included. */
  readonly first: number;
  /** The colon that ends the head. */
  readonly colon: number;
  /** The first token after the last of its body. */
  readonly after: number;
}

export class Source {
  readonly text: string;
  readonly all: Tokens;
  readonly #words: (string | undefined)[] = [];

  constructor(text: string, all: Tokens) {
    this.text = text;
    this.all = all;
    this.#words.length = all.length;
  }

  /** Remembers the last sources: several questions are asked about each. */
  static of(text: string): Source | undefined {
    const known = recent.find((one) => one.text === text);
    if (known) return known.source;
    const all = tokens(text);
    const source = all && new Source(text, all);
    recent.unshift({ text, source });
    recent.length = Math.min(recent.length, 3);
    return source;
  }

  kind(index: number): Kind {
    return this.all.kind(index);
  }

  word(index: number): string {
    const known = this.#words[index]; // each is asked for several times
    if (known !== undefined) return known;
    const start = this.all.start(index);
    return start === undefined ? "" : (this.#words[index] = this.text.slice(start, this.all.end(index)));
  }

  /** The first character of a token, without its word being cut out. */
  code(index: number): number {
    return this.all.letter(index);
  }

  isDot(index: number): boolean {
    return this.code(index) === dot && this.end(index) - this.start(index) === 1;
  }

  start(index: number): number {
    return this.all.start(index) ?? this.text.length;
  }

  end(index: number): number {
    return this.all.end(index) ?? this.text.length;
  }

  /** The text from one token to before another, without what lies around it. */
  between(from: number, to: number): string {
    const [start, end] = [this.all.start(from), this.all.end(to - 1)];
    return start !== undefined && end !== undefined && to > from ? this.text.slice(start, end) : "";
  }

  /** The next index from `from` of a token that is one of `words` outside brackets, before `to`. */
  find(words: readonly string[], from: number, to = this.all.length): number {
    const letters = new Set(words.map((word) => word.charCodeAt(0)));
    let depth = 0;
    for (let index = from; index < to; index++) {
      const kind = this.kind(index);
      if (kind === "newline" && depth <= 0) return -1;
      if (kind !== "op" && (kind !== "name" || depth !== 0)) continue;
      const letter = this.code(index);
      if (depth === 0 && letters.has(letter) && words.includes(this.word(index))) return index;
      if (kind !== "op") continue;
      if (opening.has(letter)) depth += 1;
      else if (closing.has(letter)) depth -= 1;
    }
    return -1;
  }
}

const dot = 46;
const codes = (letters: string): ReadonlySet<number> => new Set([...letters].map((one) => one.charCodeAt(0)));
const [opening, closing] = [codes("([{"), codes(")]}")];
/** How a statement begins that is a declaration or a decorator: class, def, async, @. */
const declaring = codes("cda@");

const recent: { readonly text: string; readonly source: Source | undefined }[] = [];

const blocks = new WeakMap<Source, readonly Block[]>();

/** The functions and classes that aren't part of a function's body. */
export const declaredBlocks = (source: Source): readonly Block[] =>
  blocksOf(source).filter(({ owners }) => owners.every(({ keyword }) => keyword === "class"));

/** Every function and class with its place, in the order of the source. */
export function blocksOf(source: Source): readonly Block[] {
  const known = blocks.get(source) ?? findBlocks(source);
  blocks.set(source, known);
  return known;
}

function findBlocks(source: Source): readonly Block[] {
  const found: Block[] = [];
  const open: { block: Omit<Block, "after">; depth: number; at: number }[] = [];
  let depth = 0;
  let decorated: number | undefined;
  let fresh = true;
  const closeTo = (least: number, after: number): void => {
    for (let top = open.at(-1); top && top.depth >= least; top = open.at(-1)) {
      found[top.at] = { ...top.block, after };
      open.pop();
    }
  };
  for (let index = 0; index < source.all.length; index++) {
    const kind = source.kind(index);
    if (kind === "indent") depth += 1;
    if (kind === "dedent") depth -= 1;
    if (kind === "dedent" || kind === "end") closeTo(kind === "end" ? -1 : depth, index);
    if (kind === "comment") continue;
    const starts = fresh && kind !== "indent" && kind !== "dedent" && kind !== "newline" && kind !== "end";
    fresh = kind === "newline" || kind === "indent" || kind === "dedent";
    if (!starts) continue;
    closeTo(depth, index); // its body was on its head's line
    if (!declaring.has(source.code(index))) {
      decorated = undefined;
      continue;
    }
    const word = source.word(index);
    if (word === "@") decorated ??= index;
    const head = word === "async" ? index + 1 : index;
    const keyword = source.word(head);
    if (keyword === "def" || keyword === "class") {
      const colon = source.find([":"], head + 1);
      const owners = open.map(({ block }) => ({ keyword: block.keyword, name: block.name }));
      const name = source.word(head + 1);
      const block = {
        keyword,
        name,
        path: [...owners.map((owner) => owner.name), name].join("."),
        owners,
        first: decorated ?? index,
        colon,
      } as const;
      if (colon > 0) open.push({ block, depth, at: found.push({ ...block, after: index }) - 1 });
    }
    if (word !== "@") decorated = undefined;
  }
  return found;
}

/** The index of the string that is a block's docstring; -1 where there is none. Colon -1 means the module. */
export function docstringAt(source: Source, colon: number): number {
  let index = colon + 1;
  while (["comment", "newline", "indent"].includes(source.kind(index))) index += 1;
  if (
    source.kind(index) !== "string" ||
    /^[a-z]*[bf]/i.test(
      source
        .word(index)
        .slice(0, 2)
        .replaceAll(/["'].*/g, ""),
    )
  )
    return -1;
  const next = source.kind(index + 1);
  return next === "newline" || next === "comment" || next === "end" || source.word(index + 1) === ";"
    ? index
    : -1;
}
