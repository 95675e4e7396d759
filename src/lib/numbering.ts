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
