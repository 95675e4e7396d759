import { Column, Groups } from "./column.ts";

/**
 * Which places of a list lead to which, as two columns: a large project has a million of them, and lists of their own
 * would take several times the memory.
 */
export class Links {
  readonly #starts = new Column();
  readonly #ends = new Column();

  constructor() {
    this.#starts.push(0);
  }

  /** From the next place. */
  add(ends: readonly number[]): void {
    for (const end of ends) this.#ends.push(end);
    this.#starts.push(this.#ends.size);
  }

  at(place: number): readonly number[] {
    const found: number[] = [];
    for (let index = this.#starts.at(place); index < this.#starts.at(place + 1); index++)
      found.push(this.#ends.at(index));
    return found;
  }

  /** The other way round: to each place those that lead there, in their order. */
  reversed(): Reversed {
    const count = this.#starts.size - 1;
    const from = new Uint32Array(this.#ends.size);
    for (let place = 0; place < count; place++)
      from.fill(place, this.#starts.at(place), this.#starts.at(place + 1));
    const groups = new Groups(count, this.#ends.size, (link) => this.#ends.at(link));
    return { at: (place) => Array.from(groups.of(place), (link) => from[link] ?? 0) };
  }
}

export interface Reversed {
  at(place: number): readonly number[];
}
