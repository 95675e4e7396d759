import { Column, Groups } from "./column.ts";

/**
 * A graph's edges in two columns: a large project has a million, and separate arrays would take several times the
 * memory.
 */
export class Links {
  readonly #starts = new Column();
  readonly #ends = new Column();

  constructor() {
    this.#starts.push(0);
  }

  /** Adds the edges of the next node. */
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

  /** The reversed graph: for each node those that lead to it, in order. */
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
