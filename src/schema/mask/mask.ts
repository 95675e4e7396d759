import { remembered } from "../../lib/index.ts";
import { spend } from "../budget.ts";
import { measure } from "../read/measure.ts";
import { read, type Registry } from "../read/index.ts";
import { SchemaError } from "../problem.ts";
import { Grammar } from "./grammar.ts";
import { Machine } from "./machine.ts";
import { owedNames, wantedName } from "./outlook.ts";
import { isInside, reserve, type Configuration, type Tape } from "./threads.ts";
import { TokenSets } from "./token-sets.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Options of `constrain` and `mask`. */
export interface MaskOptions {
  readonly registry?: Registry;
  /** `assert` (default) restricts strings to the formats in `formatNames`; `annotate` ignores formats. */
  readonly formats?: "annotate" | "assert";
}

/** The position in one text: determines what may follow, token by token. */
export interface Mask {
  /** Whether the text so far is a complete value that matches the schema. */
  readonly complete: boolean;
  /** Whether nothing may follow. */
  readonly ended: boolean;
  /** Minimum characters that an open string still needs; 0 outside of strings. */
  readonly left: number;
  /** The rest of a required property name that has been started, including the closing quote. */
  readonly wanted: string | undefined;
  /** Characters of the required names that open objects still lack. */
  readonly owed: number;
  /** The number of bytes so far. */
  readonly size: number;
  readonly text: string;
  /** Appends text or bytes if a matching value can begin like this; otherwise changes nothing and returns false. */
  advance(text: string | Uint8Array): boolean;
  /** Appends a token of the vocabulary, in the same way. */
  accept(token: number): boolean;
  allows(token: number): boolean;
  /** The tokens that may follow, one bit each from the lowest. Read-only, and valid until the next change. */
  allowed(): Uint32Array;
  /** An independent copy at the same position. */
  clone(): Mask;
}

/** A compiled schema that can constrain any number of texts. */
export interface Constraint {
  begin(vocabulary: Vocabulary): Mask;
}

/**
 * Compiles a schema to a constraint. Throws SchemaError for what `compile` rejects, for the few keywords that a mask
 * doesn't support, and for a schema that nothing can satisfy. Every completed text matches the schema, and every
 * matching value has an accepted text: compact or with one space after commas and colons, keys in any order.
 */
export function constrain(schema: unknown, options: MaskOptions = {}): Constraint {
  measure(schema);
  const reading = read(schema, options.registry ?? {});
  const grammar = new Grammar(reading, options.formats !== "annotate");
  grammar.explore();
  const machine = new Machine(grammar);
  if (machine.start === machine.dead) throw new SchemaError([], "", "nothing can satisfy the schema");
  const setsFor = remembered((vocabulary: Vocabulary) => new TokenSets(machine, vocabulary));
  return { begin: (vocabulary) => new Position(machine, setsFor(vocabulary), vocabulary) };
}

/** `constrain` and `begin` in one call. */
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
      isInside(thread) ? thread.chars.inner.left + thread.chars.pending.length : 0,
    );
    return Math.min(...open);
  }

  get wanted(): string | undefined {
    return wantedName(this.#at);
  }

  get owed(): number {
    return owedNames(this.#at);
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
    let configuration = this.#at;
    reserve(this.#tape, bytes.length);
    for (const byte of bytes) {
      this.#tape.bytes[this.#tape.length++] = byte;
      configuration = this.#machine.step(configuration, byte, this.#tape);
      if (configuration !== this.#machine.dead) continue;
      this.#tape.length = before;
      return false;
    }
    this.#at = configuration;
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
    spend(2 + (this.#tape.bytes.length >> 7));
    const copy = new Position(this.#machine, this.#sets, this.#vocabulary);
    copy.#at = this.#at;
    copy.#tape.bytes = this.#tape.bytes.slice();
    copy.#tape.length = this.#tape.length;
    return copy;
  }
}
