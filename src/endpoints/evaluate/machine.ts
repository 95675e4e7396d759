import type { Args, FunctionValue, Value } from "./types.ts";

export type { Checked, Library, Machine, Module, Run, Scope } from "./types.ts";

/** Ends a path of the program: return, throw, break. */
export class Stop extends Error {}
/** Ends a path of the program up to the loop or switch around it. */
export class Leave extends Stop {}
/** Ends a path by an error that nothing has caught. */
export class Raised extends Stop {}
/** Ends all: the program does too much. */
export class Exhausted extends Error {}
/** Whether the program does too much, or is nested too deeply for the stack. */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof Exhausted || (error instanceof RangeError && error.message.includes("call stack"));

export const args = (list: readonly Value[], named: Iterable<readonly [string, Value]> = []): Args => ({
  list,
  named: new Map(named),
  open: false,
  file: "",
  at: 0,
});

/** An argument by its place, or by its name. */
export const arg = (given: Args, index: number, name?: string): Value | undefined =>
  (name === undefined ? undefined : given.named.get(name)) ?? (index < 0 ? undefined : given.list[index]);

/** Functions that are running, so that none is entered again without end. */
export const running: FunctionValue[] = [];

export const isRunning = ({ fn }: FunctionValue): boolean => running.some((value) => value.fn === fn);
