import { limits } from "../limits.ts";
import type { Core } from "./core.ts";

/** A set of texts: those that a core accepts, with bounds on their length. */
export class Language {
  readonly core: Core;
  readonly #min: number;
  readonly #max: number;
  /** By characters left: the states that can complete a text of exactly that length; empty if not planned. */
  readonly #exact: Uint8Array[] = [];
  readonly #states = new Map<number, TextState>();

  constructor(core: Core, min: number, max: number) {
    this.core = core;
    this.#min = min;
    this.#max = max;
    const gaps = max < Number.POSITIVE_INFINITY && min > core.shortest(core.start);
    if (gaps && max <= limits.plannedLength && core.states > 1 && core.states * max < 4_000_000) this.#plan();
  }

  get start(): TextState | undefined {
    const start = this.state(this.core.start, 0);
    return start.alive ? start : undefined;
  }

  state(index: number, count: number): TextState {
    const cap = this.#max < Number.POSITIVE_INFINITY ? this.#max + 1 : this.#min;
    const countState = Math.min(count, cap);
    const key = index * (cap + 1) + countState;
    let state = this.#states.get(key);
    if (!state) {
      if (this.#states.size > limits.languageStates) this.#states.clear();
      this.#states.set(key, (state = new TextState(this, index, countState)));
    }
    return state;
  }

  accepts(index: number, count: number): boolean {
    return count >= this.#min && count <= this.#max && this.core.accepts(index);
  }

  /** Whether neither bound can be reached within this many more characters, so that the count doesn't matter. */
  far(count: number, characters: number): boolean {
    return count >= this.#min && this.#max - count >= characters + this.core.reach;
  }

  left(index: number, count: number): number {
    return Math.max(this.core.shortest(index), this.#min - count);
  }

  /** Whether some text continues from here to the end. */
  alive(index: number, count: number): boolean {
    const { core } = this;
    if (core.longest(index) < 0) return false;
    if (count + core.shortest(index) > this.#max || count + core.longest(index) < this.#min) return false;
    if (count + core.shortest(index) >= this.#min || this.#exact.length === 0) return true;
    for (let left = Math.max(0, this.#min - count); left <= this.#max - count; left++)
      if (this.#exact[left]?.[index]) return true;
    return false;
  }

  #plan(): void {
    const { states } = this.core;
    this.#exact.push(Uint8Array.from({ length: states }, (_, index) => Number(this.core.accepts(index))));
    const after = Array.from({ length: states }, (_, index) => [...this.core.successors(index)]);
    for (let left = 1; left <= this.#max; left++) {
      const before = this.#exact[left - 1];
      this.#exact.push(Uint8Array.from(after, (next) => Number(next.some((index) => before?.[index]))));
    }
  }
}

let count = 0;

/** The position of a text in its language. */
export class TextState {
  readonly id = count++;
  readonly done: boolean;
  readonly alive: boolean;
  readonly #language: Language;
  readonly #at: number;
  readonly #count: number;
  readonly #ascii: (TextState | undefined)[] = [];

  constructor(language: Language, index: number, length: number) {
    this.#language = language;
    this.#at = index;
    this.#count = length;
    this.done = language.accepts(index, length);
    this.alive = language.alive(index, length);
  }

  get left(): number {
    return this.#language.left(this.#at, this.#count);
  }

  /** A key that is equal for states that no text of this many characters distinguishes. */
  kin(characters: number): string {
    const { core } = this.#language;
    return this.#language.far(this.#count, characters) ? `${core.id}:${this.#at}` : String(this.id);
  }

  /** The state after one more character; undefined if no text of the language continues like this. */
  step(code: number): TextState | undefined {
    const known = code < 128 ? this.#ascii[code] : undefined;
    const next = known ?? this.#language.state(this.#language.core.step(this.#at, code), this.#count + 1);
    if (code < 128) this.#ascii[code] = next;
    return next.alive ? next : undefined;
  }

  any(low: number, high: number): boolean {
    for (const index of this.#language.core.reached(this.#at, low, high))
      if (this.#language.alive(index, this.#count + 1)) return true;
    return false;
  }
}
