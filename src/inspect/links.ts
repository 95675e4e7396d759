/**
 * Which places of a list lead to which, as two columns: a large project has a million of them, and lists of their own
 * would take several times the memory.
 */
export class Links {
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(starts: Uint32Array, ends: Uint32Array) {
    this.#starts = starts;
    this.#ends = ends;
  }

  /** From each of `count` places, in their order. */
  static of(count: number, from: (place: number) => readonly number[]): Links {
    const starts = new Uint32Array(count + 1);
    let ends = new Uint32Array(count * 2 + 16);
    let size = 0;
    for (let place = 0; place < count; place++) {
      for (const end of from(place)) {
        if (size === ends.length) {
          const wider = new Uint32Array(size * 2);
          wider.set(ends);
          ends = wider;
        }
        ends[size++] = end;
      }
      starts[place + 1] = size;
    }
    return new Links(starts, ends.slice(0, size));
  }

  at(place: number): readonly number[] {
    return [...this.#ends.subarray(this.#starts[place], this.#starts[place + 1])];
  }

  /** The other way round. */
  reversed(): Links {
    const count = this.#starts.length - 1;
    const starts = new Uint32Array(count + 1);
    for (const end of this.#ends) starts[end + 1] = (starts[end + 1] ?? 0) + 1;
    for (let place = 0; place < count; place++)
      starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
    const next = starts.slice();
    const ends = new Uint32Array(this.#ends.length);
    for (let place = 0; place < count; place++)
      for (const end of this.at(place)) {
        const at = next[end] ?? 0;
        ends[at] = place;
        next[end] = at + 1;
      }
    return new Links(starts, ends);
  }
}
