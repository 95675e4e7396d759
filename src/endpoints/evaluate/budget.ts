import { Exhausted } from "./machine.ts";

/** Extra steps for code that creates applications, once all others are spent. */
const reserve = 200_000;

/** Limits the steps of a whole scan, so that its cost is bounded whatever the project does. */
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
   * @param isOutside Whether the code creates the application rather than serving a request. It gets extra steps, so
   * that handlers are still found when they can no longer be followed.
   * @throws Exhausted when no steps are left
   */
  spend(isOutside: boolean): void {
    this.#left -= 1;
    if (this.#left < (isOutside ? -reserve : 0))
      throw new Exhausted("The project does too much to be followed.");
  }
}
