import { limits } from "../limits.ts";
import { measure } from "../read/measure.ts";
import { read, type Registry } from "../read/index.ts";
import { SchemaError } from "../problem.ts";
import { CLOSED, stepChars, type Chars } from "./chars.ts";
import { Grammar } from "./grammar.ts";
import { NameState, type ObjectFrame } from "./frames.ts";
import { TextState } from "./language.ts";
import { Machine, nameThread, type Configuration, type Tape, type Thread } from "./machine.ts";
import type { Trie, Vocabulary } from "./vocabulary.ts";

export interface MaskOptions {
  readonly registry?: Registry;
  /** `assert` (default) keeps strings to the formats in `formatNames`; `annotate` ignores formats. */
  readonly formats?: "annotate" | "assert";
}

/** The position of one text under way: what may follow, token by token. */
export interface Mask {
  /** Whether the text so far is a whole value that fits the schema. */
  readonly complete: boolean;
  /** Whether nothing more may follow. */
  readonly ended: boolean;
  /** Characters that an open string still needs at least. */
  readonly left: number;
  /** Bytes so far. */
  readonly size: number;
  /** The text so far. */
  readonly text: string;
  /** Appends text or bytes if something that fits begins so; otherwise changes nothing and says false. */
  advance(text: string | Uint8Array): boolean;
  /** Appends a token of the vocabulary, likewise. */
  accept(token: number): boolean;
  allows(token: number): boolean;
  /** The tokens that may follow, a bit each from the lowest: valid until the next change, not to be changed. */
  allowed(): Uint32Array;
  /** An independent copy at the same position. */
  clone(): Mask;
}

/** A schema made ready to constrain any number of texts. */
export interface Constraint {
  begin(vocabulary: Vocabulary): Mask;
}

/**
 * Makes the mask of a schema, or throws SchemaError: for what `compile` refuses, for the few keywords that a mask
 * cannot follow, and for a schema that nothing can satisfy. Every text that it leads to an end fits the schema; every
 * value that fits has a text that passes: compact or with one space after commas and colons, keys in any order.
 */
export function constrain(schema: unknown, options: MaskOptions = {}): Constraint {
  measure(schema);
  const reading = read(schema, options.registry ?? {});
  const grammar = new Grammar(reading, options.formats !== "annotate");
  grammar.explore();
  const machine = new Machine(grammar);
  if (machine.start === machine.dead) throw new SchemaError([], "", "nothing can satisfy the schema");
  const sets = new WeakMap<Vocabulary, TokenSets>();
  return {
    begin: (vocabulary) => {
      let known = sets.get(vocabulary);
      if (!known) sets.set(vocabulary, (known = new TokenSets(machine, vocabulary)));
      return new Position(machine, known, vocabulary);
    },
  };
}

/** `constrain` and `begin` in one. */
export const mask = (schema: unknown, vocabulary: Vocabulary, options: MaskOptions = {}): Mask =>
  constrain(schema, options).begin(vocabulary);

class Position implements Mask {
  readonly #machine: Machine;
  readonly #sets: TokenSets;
  readonly #vocabulary: Vocabulary;
  #at: Configuration;
  readonly #tape: Tape = { bytes: new Uint8Array(256), length: 0 };

  constructor(machine: Machine, sets: TokenSets, vocabulary: Vocabulary) {
    this.#machine = machine;
    this.#sets = sets;
    this.#vocabulary = vocabulary;
    this.#at = machine.start;
  }

  get complete(): boolean {
    return this.#machine.complete(this.#at, this.#tape);
  }

  get ended(): boolean {
    return this.#at.threads.every(({ kind }) => kind === "end");
  }

  get left(): number {
    const open = this.#at.threads.map((thread) =>
      thread.kind === "string" || thread.kind === "name"
        ? thread.chars.inner.left + thread.chars.pending.length
        : 0,
    );
    return Math.min(...open);
  }

  get size(): number {
    return this.#tape.length;
  }

  get text(): string {
    return new TextDecoder().decode(this.#tape.bytes.subarray(0, this.#tape.length));
  }

  advance(text: string | Uint8Array): boolean {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const before = this.#tape.length;
    let at = this.#at;
    for (const byte of bytes) {
      push(this.#tape, byte);
      at = this.#machine.step(at, byte, this.#tape);
      if (at !== this.#machine.dead) continue;
      this.#tape.length = before;
      return false;
    }
    this.#at = at;
    return true;
  }

  accept(token: number): boolean {
    const bytes = this.#vocabulary.bytes(token);
    return bytes !== undefined && bytes.length > 0 && this.advance(bytes);
  }

  allows(token: number): boolean {
    return (((this.allowed()[token >> 5] ?? 0) >>> (token & 31)) & 1) === 1;
  }

  allowed(): Uint32Array {
    return this.#sets.of(this.#at, this.#tape);
  }

  clone(): Mask {
    const copy = new Position(this.#machine, this.#sets, this.#vocabulary);
    copy.#at = this.#at;
    copy.#tape.bytes = this.#tape.bytes.slice();
    copy.#tape.length = this.#tape.length;
    return copy;
  }
}

function push(tape: Tape, byte: number): void {
  if (tape.length === tape.bytes.length) {
    const more = new Uint8Array(tape.length * 2);
    more.set(tape.bytes);
    tape.bytes = more;
  }
  tape.bytes[tape.length++] = byte;
}

/** The tokens allowed in each configuration, kept as far as memory is given. */
class TokenSets {
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
