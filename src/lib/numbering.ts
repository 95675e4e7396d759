/**
 * Numbers equal names to make them unique. Each search continues after the last number of that name, since thousands
 * may be equal.
 */
export class Numbering {
  readonly #last = new Map<string, number>();

  /** The first number, from 1, for which `isTaken` is false; names usually omit the 1. Taken numbers stay taken. */
  next(name: string, isTaken: (number: number) => boolean): number {
    let number = this.#last.get(name) ?? 1;
    while (isTaken(number)) number += 1;
    this.#last.set(name, number);
    return number;
  }
}

/** A set of names in which each is issued once, deterministically. */
export class UsedNames {
  readonly #taken: Set<string>;
  readonly #numbers = new Numbering();

  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved);
  }

  /**
   * Reserves names with one stem, all of them free. Returns the numbered stem that they were made of, counted from 1.
   */
  take(
    stem: string,
    numbered: (number: number) => string,
    members: readonly ((stem: string) => string)[] = [(stem) => stem],
  ): string {
    const isTaken = (n: number): boolean => members.some((member) => this.#taken.has(member(numbered(n))));
    const free = numbered(this.#numbers.next(stem, isTaken));
    for (const member of members) this.#taken.add(member(free));
    return free;
  }
}
