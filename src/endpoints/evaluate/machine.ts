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

/** Returns an argument by position or by name. */
export const arg = (callArgs: Args, index: number, name?: string): Value | undefined =>
  (name === undefined ? undefined : callArgs.named.get(name)) ??
  (index < 0 ? undefined : callArgs.list[index]);

/** Functions that are running, to detect recursion. */
export const running: FunctionValue[] = [];

export const isRunning = ({ fn }: FunctionValue): boolean => running.some((value) => value.fn === fn);
