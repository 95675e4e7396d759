/** Numbers per piece of a column, as a power of two. */
const piece = 14;
const within = (1 << piece) - 1;

/** A growing array of 4-byte numbers: a large project has millions. It grows in pieces, so nothing is copied. */
export class Column {
  readonly #pieces: Uint32Array[] = [];
  #size = 0;

  push(number: number): number {
    if ((this.#size & within) === 0) this.#pieces.push(new Uint32Array(within + 1));
    const place = this.#size++;
    this.set(place, number);
    return place;
  }

  at(place: number): number {
    return this.#pieces[place >>> piece]?.[place & within] ?? 0;
  }

  set(place: number, number: number): void {
    const uint32Array = this.#pieces[place >>> piece];
    if (uint32Array) uint32Array[place & within] = number;
  }

  get size(): number {
    return this.#size;
  }
}

/** Members grouped by number, in insertion order within each group. */
export class Groups {
  readonly #starts: Uint32Array;
  readonly #members: Uint32Array;

  /** `groupOf` returns the group of each of `count` members, from 0. */
  constructor(groups: number, count: number, groupOf: (member: number) => number) {
    const starts = new Uint32Array(groups + 1);
    for (let member = 0; member < count; member++) {
      const after = groupOf(member) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
    for (let group = 0; group < groups; group++)
      starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
    const next = starts.slice();
    const members = new Uint32Array(count);
    for (let member = 0; member < count; member++) {
      const group = groupOf(member);
      const place = next[group] ?? 0;
      members[place] = member;
      next[group] = place + 1;
    }
    this.#starts = starts;
    this.#members = members;
  }

  of(group: number): Uint32Array {
    const [from = 0, to = 0] = this.#starts.subarray(group, group + 2);
    return this.#members.subarray(from, Math.max(from, to));
  }
}
