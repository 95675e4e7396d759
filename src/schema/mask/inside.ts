import { CLOSED, stepChars, type Chars } from "./chars.ts";
import { TextState } from "./language.ts";
import { mark, setOf, setsKept, visit, type Trie, type Vocabulary } from "./vocabulary.ts";

/** What the tokens below a node of a trie do inside a string: nothing in it depends on what is around the string. */
export interface Inside {
  /** The tokens that stay inside the string, or end with the mark that closes it. */
  readonly tokens: Uint32Array;
  /** Where tokens close the string and go on. */
  readonly exits: readonly Exit[];
}

export interface Exit {
  readonly node: number;
  /** What the token says inside the string. */
  readonly bytes: Uint8Array;
}

/** Strings of the same language have the same tokens wherever they stand: all masks of a vocabulary share them. */
export class Insides {
  readonly #vocabulary: Vocabulary;
  readonly #most: number;
  readonly #known = new Map<string, Inside>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#most = setsKept(vocabulary.size);
  }

  /** For a string that stands at `chars` before the bytes below a node. */
  of(trie: Trie, node: number, chars: Chars): Inside {
    const { inner, pending } = chars;
    const state = inner instanceof TextState ? inner.kin(this.#vocabulary.longest) : inner.id;
    const key = `${trie === this.#vocabulary.plain ? "" : '"'}${node}.${state}.${pending}`;
    let found = this.#known.get(key);
    if (found) return found;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= this.#most && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, (found = sweep(trie, node, { chars, size: this.#vocabulary.size })));
    return found;
  }
}

function sweep(
  trie: Trie,
  from: number,
  { chars, size }: { readonly chars: Chars; readonly size: number },
): Inside {
  const tokens = setOf(size);
  const exits: Exit[] = [];
  const above = trie.depth[from] ?? 0;
  const states: Chars[] = [chars];
  const path: number[] = [];
  visit(trie, from, (depth, byte, node) => {
    const next = stepChars(states[depth - above - 1] ?? chars, byte);
    if (next === undefined) return false;
    mark(trie, node, tokens);
    path[depth - above - 1] = byte;
    if (next !== CLOSED) states[depth - above] = next;
    else if ((trie.skip[node] ?? 0) > node + 1)
      exits.push({ node, bytes: Uint8Array.from(path.slice(0, depth - above - 1)) });
    return next !== CLOSED;
  });
  return { tokens, exits };
}
