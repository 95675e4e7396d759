import type { Args, FunctionValue, Value } from "./types.ts";

export type { Checked, Library, Machine, Module, Run, Scope } from "./types.ts";

/** Ends a path through the program: by return, throw or break. */
export class Stop extends Error {}
/** Ends a path up to the enclosing loop or switch. */
export class Leave extends Stop {}
/** Ends a path by an uncaught error. */
export class Raised extends Stop {}
/** Ends the whole evaluation: the program exceeds a limit. */
export class Exhausted extends Error {}
/** Whether the program exceeds a limit, or is nested too deeply for the stack. */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof Exhausted || (error instanceof RangeError && error.message.includes("call stack"));

export const args = (list: readonly Value[], named: Iterable<readonly [string, Value]> = []): Args => ({
  list,
  named: new Map(named),
  open: false,
  file: "",
  at: 0,
});

/** Functions that are running, to detect recursion. */
export const running: FunctionValue[] = [];

export const isRunning = ({ fn }: FunctionValue): boolean => running.some((value) => value.fn === fn);

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
