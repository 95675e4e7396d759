import { CLOSED, stepChars, type Chars } from "./chars.ts";
import { TextState } from "./language.ts";
import { mark, setOf, setCache, visit, type Trie, type Vocabulary } from "./vocabulary.ts";

/** How the tokens below a node of a trie behave inside a string: independent of what surrounds the string. */
export interface Inside {
  /** Tokens that stay inside the string, or end with its closing quote. */
  readonly tokens: Uint32Array;
  /** Tokens that close the string and continue after it. */
  readonly exits: readonly Exit[];
}

export interface Exit {
  readonly node: number;
  /** The part of the token inside the string. */
  readonly bytes: Uint8Array;
}

/** Caches tokens of strings by language, independent of their place: all masks of a vocabulary share them. */
export class Insides {
  readonly #vocabulary: Vocabulary;
  readonly #most: number;
  readonly #known = new Map<string, Inside>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#most = setCache(vocabulary.size);
  }

  /** The tokens for a string that is at `chars` before the bytes below a node. */
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
