import type { Fn } from "../program/ir.ts";
import { running, type Machine } from "./machine.ts";
import type { Value } from "./types.ts";

/** The innermost running function of this middleware or handler that looked at credentials. */
export function looker(m: Machine): Fn | undefined {
  const { run } = m;
  return run && running.slice(run.depth ?? 0).findLast(({ fn }) => run.lookers.has(fn))?.fn;
}

/** Notes which function, having looked at credentials, throws an error. */
export function blame(error: Value, m: Machine): void {
  const fn = looker(m);
  if (fn) m.run?.refusals.set(error, fn);
}
