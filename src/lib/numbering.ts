/** Tells names apart by numbers. Each search goes on where the last one for its name ended: thousands may be alike. */
export class Numbering {
  readonly #last = new Map<string, number>();

  /** The first number by which a name isn't `taken`, from 1, which most leave out. Numbers that were taken stay so. */
  next(name: string, taken: (number: number) => boolean): number {
    let number = this.#last.get(name) ?? 1;
    while (taken(number)) number += 1;
    this.#last.set(name, number);
    return number;
  }
}

/** Names of which each is given out once, the same way each time. */
export class NamesTaken {
  readonly #taken: Set<string>;
  readonly #numbers = new Numbering();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Takes names with one stem, all of them free; gives what they were made of: the stem as `numbered` writes it, from 1 on. */
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
