import { limits } from "../limits.ts";

const QUOTE = 0x22;

/** A tokeniser's vocabulary, prepared once for any number of masks. */
export interface Vocabulary {
  readonly size: number;
  /** Length of the longest token in bytes. */
  readonly longest: number;
  bytes(token: number): Uint8Array | undefined;
  /** Tokens without and with a quotation mark: only the latter can end a string. */
  readonly plain: Trie;
  readonly quoted: Trie;
}

/** A trie of tokens by their bytes. Arrays are indexed by nodes in depth-first order; node 0 is the root. */
export interface Trie {
  readonly byte: Uint8Array;
  /** The node after the whole subtree of a node. */
  readonly skip: Int32Array;
  readonly depth: Uint16Array;
  /** Tokens that end at a node: `tokens[first[node]]` up to `tokens[first[node + 1]]`. */
  readonly first: Int32Array;
  readonly tokens: Int32Array;
}

/**
 * Prepares a vocabulary. Tokens are strings or, if they are parts of characters, bytes; a mask never allows a token
 * that is empty, missing (such as a control token) or longer than 65,535 bytes.
 */
export function vocabulary(tokens: readonly (string | Uint8Array | undefined)[]): Vocabulary {
  const encoder = new TextEncoder();
  const all = tokens.map((token) => (typeof token === "string" ? encoder.encode(token) : token));
  const sortedTokens = all.flatMap((bytes, token) =>
    bytes && bytes.length > 0 && bytes.length < 65_536 ? [{ bytes, token }] : [],
  );
  sortedTokens.sort((a, b) => compare(a.bytes, b.bytes));
  return {
    size: tokens.length,
    longest: sortedTokens.reduce((most, { bytes }) => Math.max(most, bytes.length), 0),
    bytes: (token) => all[token],
    plain: trie(sortedTokens.filter(({ bytes }) => !bytes.includes(QUOTE))),
    quoted: trie(sortedTokens.filter(({ bytes }) => bytes.includes(QUOTE))),
  };
}

interface Entry {
  readonly bytes: Uint8Array;
  readonly token: number;
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0);
  return a.length - b.length;
}

function trie(sorted: readonly Entry[]): Trie {
  const byte = [0];
  const depth = [0];
  const skip = [0];
  const first = [0];
  const tokens: number[] = [];
  const open = [0]; // the nodes from the root to the last token
  let last: Uint8Array = new Uint8Array();
  for (const { bytes, token } of sorted) {
    let shared = 0;
    while (shared < last.length && shared < bytes.length && last[shared] === bytes[shared]) shared++;
    for (const node of open.splice(shared + 1)) skip[node] = byte.length;
    for (let i = shared; i < bytes.length; i++) {
      open.push(byte.length);
      depth.push(i + 1);
      first.push(tokens.length);
      skip.push(0);
      byte.push(bytes[i] ?? 0);
    }
    tokens.push(token);
    last = bytes;
  }
  for (const node of open) skip[node] = byte.length;
  first.push(tokens.length);
  return {
    byte: Uint8Array.from(byte),
    depth: Uint16Array.from(depth),
    skip: Int32Array.from(skip),
    first: Int32Array.from(first),
    tokens: Int32Array.from(tokens),
  };
}

/** An empty set for `size` tokens, one bit each. */
export const setOf = (size: number): Uint32Array => new Uint32Array((size + 31) >> 5);

/** How many sets of this size are cached. */
export const setCache = (size: number): number =>
  Math.min(limits.tokenSets, Math.ceil((8 * limits.tokenSetBytes) / (size + 1)));

/** Adds the tokens that end at a node. */
export function mark({ first, tokens }: Trie, node: number, to: Uint32Array): void {
  const end = first[node + 1] ?? 0;
  for (let i = first[node] ?? 0; i < end; i++) {
    const token = tokens[i] ?? 0;
    to[token >> 5] = (to[token >> 5] ?? 0) | (1 << (token & 31));
  }
}

/** Visits the nodes below a node of a trie in order, and descends where `below` returns true. */
export function visit(
  { byte, depth, skip }: Trie,
  from: number,
  below: (depth: number, byte: number, node: number) => boolean,
): void {
  const end = skip[from] ?? byte.length;
  for (let node = from + 1; node < end;)
    node = below(depth[node] ?? 0, byte[node] ?? 0, node) ? node + 1 : (skip[node] ?? end);
}
