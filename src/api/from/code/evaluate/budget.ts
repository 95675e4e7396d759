import { Exhausted } from "./machine.ts";

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

  /** @throws Exhausted when there is none left */
  spend(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new Exhausted("The project does too much to be followed.");
  }
}
