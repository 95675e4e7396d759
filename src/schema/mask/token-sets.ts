import { limits } from "../limits.ts";
import { CLOSED, stepChars, type Chars } from "./chars.ts";
import { NameState, type ObjectFrame } from "./frames.ts";
import { TextState } from "./language.ts";
import type { Machine } from "./machine.ts";
import { nameThread, type Configuration, type Tape, type Thread } from "./threads.ts";
import type { Trie, Vocabulary } from "./vocabulary.ts";

/** Adds a byte to a tape. */
export function push(tape: Tape, byte: number): void {
  if (tape.length === tape.bytes.length) {
    const more = new Uint8Array(tape.length * 2);
    more.set(tape.bytes);
    tape.bytes = more;
  }
  tape.bytes[tape.length++] = byte;
}

/** The tokens allowed in each configuration, kept as far as memory is given. */
export class TokenSets {
  readonly #machine: Machine;
  readonly #vocabulary: Vocabulary;
  readonly #whole = new Map<Configuration, Uint32Array>();
  readonly #inside = new Map<string, Uint32Array>();
  readonly #single = new Map<Configuration, Uint32Array>();

  constructor(machine: Machine, vocabulary: Vocabulary) {
    this.#machine = machine;
    this.#vocabulary = vocabulary;
  }

  of(at: Configuration, tape: Tape): Uint32Array {
    const known = this.#whole.get(at);
    if (known) return known;
    const out = new Uint32Array((this.#vocabulary.size + 31) >> 5);
    const inside = at.threads.filter((thread) => thread.kind === "string" || thread.kind === "name");
    for (const thread of inside) this.#within(thread.chars, out);
    if (inside.length === at.threads.length && !inside.some(({ kind }) => kind === "name"))
      this.#walk(this.#vocabulary.quoted, at, { out, tape });
    else if (inside.length === 0) {
      this.#walk(this.#vocabulary.plain, at, { out, tape });
      this.#walk(this.#vocabulary.quoted, at, { out, tape });
    } else for (const thread of at.threads) this.#alone(thread, { out, tape });
    if (!at.volatile) keep(this.#whole, at, out);
    return out;
  }

  /** What one of several readings allows. */
  #alone(thread: Thread, to: Walk): void {
    const at = this.#machine.single(thread);
    const known = this.#single.get(at);
    if (known) return add(to.out, known);
    const out = new Uint32Array(to.out.length);
    if (thread.kind !== "string" && thread.kind !== "name")
      this.#walk(this.#vocabulary.plain, at, { ...to, out });
    this.#walk(this.#vocabulary.quoted, at, { ...to, out });
    if (!at.volatile) keep(this.#single, at, out);
    add(to.out, out);
  }

  /** The tokens that stay inside a string or a name. */
  #within(chars: Chars, out: Uint32Array): void {
    if (!(chars.inner instanceof NameState)) return add(out, this.#insideOf(chars));
    const parts = chars.inner.parts;
    if (parts) add(out, this.#insideOf({ inner: parts.others, pending: chars.pending }));
    this.#stay({ inner: parts?.listed ?? chars.inner, pending: chars.pending }, out);
  }

  /** The tokens that stay inside a string, which do not depend on what is around it. */
  #insideOf(chars: Chars): Uint32Array {
    const { inner, pending } = chars;
    const state = inner instanceof TextState ? inner.kin(this.#vocabulary.longest) : inner.id;
    const key = `${state}.${pending}`;
    const known = this.#inside.get(key);
    if (known) return known;
    const out = new Uint32Array((this.#vocabulary.size + 31) >> 5);
    this.#stay(chars, out);
    keep(this.#inside, key, out);
    return out;
  }

  #stay(chars: Chars, out: Uint32Array): void {
    const states: (Chars | undefined)[] = [chars];
    each(this.#vocabulary.plain, out, (depth, byte) => {
      const before = states[depth - 1];
      const next = before && stepChars(before, byte);
      states[depth] = next === CLOSED ? undefined : next;
      return states[depth] !== undefined;
    });
  }

  #walk(trie: Trie, from: Configuration, { out, tape }: Walk): void {
    const begin = tape.length;
    const states: (Configuration | Name)[] = [opened(from)];
    each(trie, out, (depth, byte, node) => {
      const before = states[depth - 1] ?? this.#machine.dead;
      tape.length = begin + depth - 1;
      push(tape, byte);
      if ("chars" in before) {
        const next = stepChars(before.chars, byte);
        if (next === undefined) return false;
        if (next !== CLOSED) {
          states[depth] = { chars: next, frame: before.frame };
          return true;
        }
        const last = trie.skip[node] === node + 1;
        if (last && before.frame.pending.length === 0) return true;
      }
      const at = "chars" in before ? this.#machine.single(nameThread(before.chars, before.frame)) : before;
      const next = this.#machine.step(at, byte, tape);
      states[depth] = opened(next);
      return next !== this.#machine.dead;
    });
    tape.length = begin;
  }
}

/** A name being read, and nothing else: read without a configuration for each of its characters. */
interface Name {
  readonly chars: Chars;
  readonly frame: ObjectFrame;
}

function opened(at: Configuration): Configuration | Name {
  const [thread, more] = at.threads;
  return thread?.kind === "name" && !more ? thread : at;
}

interface Walk {
  readonly out: Uint32Array;
  readonly tape: Tape;
}

/** Visits a trie's nodes as long as `lives` says so, and marks the tokens that end at them. */
function each(
  { byte, depth, skip, first, tokens }: Trie,
  out: Uint32Array,
  lives: (depth: number, byte: number, node: number) => boolean,
): void {
  for (let node = 1; node < byte.length;) {
    if (!lives(depth[node] ?? 0, byte[node] ?? 0, node)) {
      node = skip[node] ?? byte.length;
      continue;
    }
    const end = first[node + 1] ?? 0;
    for (let i = first[node] ?? 0; i < end; i++) {
      const token = tokens[i] ?? 0;
      out[token >> 5] = (out[token >> 5] ?? 0) | (1 << (token & 31));
    }
    node++;
  }
}

const add = (to: Uint32Array, from: Uint32Array): void => {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) | (from[i] ?? 0);
};

function keep<K>(map: Map<K, Uint32Array>, key: K, bits: Uint32Array): void {
  if (map.size >= limits.tokenSets) map.clear();
  map.set(key, bits);
}
