import { Column } from "./column.ts";

/** Entries of the deduplication cache of `Lists`: a miss only stores something twice. */
const remembered = 1 << 16;

/**
 * Growing linked lists by index. Lists with the same beginning share their links: what a function raises reaches all
 * its callers in the same order.
 */
export class Lists {
  readonly #last: Uint32Array;
  /** The last link when `fresh` was called. */
  readonly #seen: Uint32Array;
  readonly #values = new Column();
  readonly #before = new Column();
  readonly #links = new Uint32Array(remembered);

  constructor(count: number) {
    this.#last = new Uint32Array(count);
    this.#seen = new Uint32Array(count);
    this.#values.push(0);
    this.#before.push(0);
  }

  add(place: number, value: number): void {
    this.#last[place] = this.#link(this.#last[place] ?? 0, value);
  }

  #link(before: number, value: number): number {
    const slot = (Math.imul(before, 0x9e3779b1) ^ Math.imul(value, 0x85ebca6b)) >>> 16;
    const known = this.#links[slot] ?? 0;
    if (known && this.#before.at(known) === before && this.#values.at(known) === value) return known;
    this.#before.push(before);
    return (this.#links[slot] = this.#values.push(value));
  }

  count(place: number): number {
    let count = 0;
    for (let index = this.#last[place] ?? 0; index; index = this.#before.at(index)) count += 1;
    return count;
  }

  includes(place: number, value: number): boolean {
    let index = this.#last[place] ?? 0;
    while (index && this.#values.at(index) !== value) index = this.#before.at(index);
    return index > 0;
  }

  of(place: number): readonly number[] {
    return this.#since(place, 0);
  }

  /** The last link: equal for equal shared lists. */
  last(place: number): number {
    return this.#last[place] ?? 0;
  }

  /** What was added since the last call. */
  fresh(place: number): readonly number[] {
    const found = this.#since(place, this.#seen[place] ?? 0);
    this.#seen[place] = this.#last[place] ?? 0;
    return found;
  }

  #since(place: number, link: number): readonly number[] {
    const found: number[] = [];
    for (let index = this.#last[place] ?? 0; index !== link; index = this.#before.at(index))
      found.push(this.#values.at(index));
    return found.length > 1 ? found.reverse() : found;
  }
}
