import { Exhausted } from "./machine.ts";

/** Steps for what makes applications, after all others. */
const reserve = 200_000;

/** Steps that a whole scan may take: what it costs is bounded, whatever the project does. */
export class Budget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get left(): number {
    return this.#left;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /**
   * @param isOutside Whether it is for what makes the application, and not for what a request would do: where handlers can't be followed any more, they are still found.
   * @throws Exhausted when there is none left
   */
  spend(isOutside: boolean): void {
    this.#left -= 1;
    if (this.#left < (isOutside ? -reserve : 0))
      throw new Exhausted("The project does too much to be followed.");
  }
}
