import { remembered } from "../../lib/index.ts";
import { CLOSED, stepChars, type Chars } from "./chars.ts";
import type { NameState, ObjectFrame } from "./frames.ts";
import { Insides } from "./inside.ts";
import type { Machine } from "./machine.ts";
import { Listed, Taken } from "./taken.ts";
import {
  isInside,
  nameThread,
  reserve,
  type Configuration,
  type InsideThread,
  type Tape,
} from "./threads.ts";
import { mark, setOf, setCache, visit, type Trie, type Vocabulary } from "./vocabulary.ts";

/**
 * Below nodes with fewer descendants than this, tokens are read one by one; otherwise their effect inside strings is
 * looked up.
 */
const many = 64;

const QUOTE = 0x22;

/** The token sets that all masks of one vocabulary share. */
class Kept {
  readonly insides: Insides;
  readonly #most: number;
  #sets = new WeakMap<Configuration, Uint32Array>();
  #count = 0;

  constructor(vocabulary: Vocabulary) {
    this.#most = setCache(vocabulary.size);
    this.insides = new Insides(vocabulary);
  }

  get(configuration: Configuration): Uint32Array | undefined {
    return this.#sets.get(configuration);
  }

  set(configuration: Configuration, tokens: Uint32Array): void {
    if (++this.#count > this.#most) [this.#sets, this.#count] = [new WeakMap(), 1];
    this.#sets.set(configuration, tokens);
  }
}
const keptFor = remembered((vocabulary: Vocabulary) => new Kept(vocabulary));

/** The tokens allowed in each configuration of a machine. */
export class TokenSets {
  readonly #machine: Machine;
  readonly #vocabulary: Vocabulary;
  readonly #kept: Kept;

  constructor(machine: Machine, vocabulary: Vocabulary) {
    this.#machine = machine;
    this.#vocabulary = vocabulary;
    this.#kept = keptFor(vocabulary);
  }

  of(configuration: Configuration, tape: Tape): Uint32Array {
    const known = configuration.volatile ? undefined : this.#kept.get(configuration);
    if (known) return known;
    const out = setOf(this.#vocabulary.size);
    const { plain, quoted, longest } = this.#vocabulary;
    const walk: Walk = { out, tape, base: tape.length };
    reserve(tape, longest);
    for (const trie of [plain, quoted]) this.#below({ trie, node: 0 }, configuration, walk);
    tape.length = walk.base;
    if (!configuration.volatile) this.#kept.set(configuration, out);
    return out;
  }

  /** Adds the allowed tokens below a node, where the text is at this configuration. */
  #below(place: Place, configuration: Configuration, walk: Walk): void {
    const inside = configuration.threads.filter(isInside);
    if (inside.length === 0) return this.#walk(place, configuration, walk);
    for (const thread of inside)
      if (thread.ret.volatile && place.trie === this.#vocabulary.quoted) this.#repeated(place, thread, walk);
      else this.#inside(place, thread, walk);
    for (const thread of configuration.threads)
      if (!isInside(thread)) this.#alone(place, this.#machine.single(thread), walk);
  }

  /** Handles one of several readings, whose tokens are often known from elsewhere. */
  #alone(place: Place, configuration: Configuration, walk: Walk): void {
    if (place.node > 0 || configuration.volatile) return this.#walk(place, configuration, walk);
    if (place.trie !== this.#vocabulary.plain) return; // a set contains the tokens of both tries
    walk.tape.length = walk.base;
    add(walk.out, this.of(configuration, walk.tape));
  }

  /** Adds the tokens that a string or a name allows. */
  #inside({ trie, node }: Place, thread: InsideThread, walk: Walk): void {
    if (thread.kind === "name") return this.#name({ trie, node }, thread, walk);
    const { tokens, exits } = this.#kept.insides.of(trie, node, thread.chars);
    add(walk.out, tokens);
    if (exits.length === 0) return;
    const after = this.#machine.closed(thread, walk.tape);
    for (const exit of exits) this.#walk({ trie, node: exit.node }, after, walk);
  }

  /** Handles a string in an array with unique items: it is read along the tape, unless it isn't an item itself. */
  #repeated(place: Place, thread: InsideThread, walk: Walk): void {
    const [frame, more] = thread.ret.frames;
    const { trie, node } = place;
    if (thread.kind === "name" || !frame || more)
      return this.#walk(place, this.#machine.single(thread), walk);
    const { tokens, exits } = this.#kept.insides.of(trie, node, thread.chars);
    const allowed = tokens.slice();
    const { tape, base } = walk;
    if (frame.kind === "array" && frame.shape.facts.unique) {
      const items = frame.items
        .map((item): unknown => JSON.parse(item))
        .filter((item) => typeof item === "string");
      const bytes = tape.bytes.subarray(frame.begin + 1, base + (trie.depth[node] ?? 0));
      const inner = Taken.of(items, "");
      const repeats = inner && after({ inner, pending: "" }, bytes);
      if (repeats) unmarkClosing(place, repeats, allowed);
    }
    add(walk.out, allowed);
    for (const exit of exits) {
      tape.length = base + (trie.depth[exit.node] ?? 0);
      tape.bytes.set(exit.bytes, tape.length - exit.bytes.length - 1);
      tape.bytes[tape.length - 1] = QUOTE;
      this.#walk({ trie, node: exit.node }, this.#machine.closed(thread, tape), walk);
    }
  }

  #name(place: Place, { chars, frame }: Name, walk: Walk): void {
    const { trie, node } = place;
    const name = chars.inner as NameState; // names are always read by NameState
    const parts = frame.pending.length === 0 ? name.parts : undefined;
    if (!parts) return this.#walk(place, { chars, frame }, walk);
    const { tokens, exits } = this.#kept.insides.of(trie, node, {
      inner: parts.others,
      pending: chars.pending,
    });
    const others = tokens.slice();
    for (const inner of [name.trie && new Listed(name.trie), Taken.of(frame.others, name.text)])
      if (inner) unmarkClosing(place, { inner, pending: chars.pending }, others);
    add(walk.out, others);
    for (const exit of exits) {
      const closing = after(chars, exit.bytes);
      if (closing?.inner.done) {
        const next = this.#machine.closed(nameThread(closing, frame), walk.tape);
        this.#walk({ trie, node: exit.node }, next, walk);
      }
    }
    this.#walk(place, { chars: { inner: parts.listed, pending: chars.pending }, frame }, walk);
  }

  /** Reads the tokens below a node one by one. */
  #walk({ trie, node: from }: Place, at: Configuration | Name, walk: Walk): void {
    const { tape, out, base } = walk;
    const above = trie.depth[from] ?? 0;
    const states: (Configuration | Name)[] = [opened(at)];
    visit(trie, from, (depth, byte, node) => {
      const before = states[depth - above - 1] ?? this.#machine.dead;
      tape.length = base + depth;
      tape.bytes[tape.length - 1] = byte;
      const next = this.#step(before, byte, tape);
      if (next === this.#machine.dead) return false;
      mark(trie, node, out);
      const size = (trie.skip[node] ?? 0) - node;
      if (size === 1) return false;
      states[depth - above] = opened(next);
      if (size < many || "chars" in next || !next.threads.some(isInside)) return true;
      this.#below({ trie, node }, next, walk);
      return false;
    });
  }

  #step(before: Configuration | Name, byte: number, tape: Tape): Configuration | Name {
    if (!("chars" in before)) return this.#machine.step(before, byte, tape);
    const next = stepChars(before.chars, byte);
    if (next === undefined) return this.#machine.dead;
    return next === CLOSED
      ? this.#machine.closed(nameThread(before.chars, before.frame), tape)
      : { chars: next, frame: before.frame };
  }
}

interface Place {
  readonly trie: Trie;
  readonly node: number;
}

interface Walk {
  readonly out: Uint32Array;
  readonly tape: Tape;
  /** Where tokens begin on the tape. */
  readonly base: number;
}

/** A name that is being read: followed without a configuration for each of its characters. */
interface Name {
  readonly chars: Chars;
  readonly frame: ObjectFrame;
}

function opened(at: Configuration | Name): Configuration | Name {
  if ("chars" in at) return at;
  const [thread, more] = at.threads;
  return thread?.kind === "name" && !more ? thread : at;
}

/** The state of a string after some more bytes, if it is still open. */
function after(chars: Chars, bytes: Uint8Array): Chars | undefined {
  let at: Chars | typeof CLOSED | undefined = chars;
  for (const byte of bytes) {
    if (at === undefined || at === CLOSED) return undefined;
    at = stepChars(at, byte);
  }
  return at === CLOSED ? undefined : at;
}

/** Removes the tokens below a node that end with a closing quote. */
function unmarkClosing({ trie, node: from }: Place, chars: Chars, tokens: Uint32Array): void {
  const above = trie.depth[from] ?? 0;
  const states: Chars[] = [chars];
  visit(trie, from, (depth, byte, node) => {
    const next = stepChars(states[depth - above - 1] ?? chars, byte);
    if (next === undefined) return false;
    if (next !== CLOSED) states[depth - above] = next;
    else unmark(trie, node, tokens);
    return next !== CLOSED;
  });
}

function unmark({ first, tokens }: Trie, node: number, from: Uint32Array): void {
  for (let i = first[node] ?? 0; i < (first[node + 1] ?? 0); i++) {
    const token = tokens[i] ?? 0;
    from[token >> 5] = (from[token >> 5] ?? 0) & ~(1 << (token & 31));
  }
}

const add = (to: Uint32Array, from: Uint32Array): void => {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) | (from[i] ?? 0);
};
