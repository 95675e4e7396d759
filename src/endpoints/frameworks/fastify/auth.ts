import { atGate } from "../../evaluate/blame.ts";
import { args, Stop } from "../../evaluate/machine.ts";
import type { Args, Machine, Value } from "../../evaluate/types.ts";
import { isMissing, native, nothing, propOf, textOf, unknown } from "../../evaluate/value.ts";

interface Outcome {
  readonly passes: boolean;
  readonly errors: readonly Value[];
}

interface Asked {
  readonly callArgs: readonly Value[];
  readonly m: Machine;
}

/** Name of the function that combines several auth functions. */
export const through = "@fastify/auth";

/**
 * `fastify.auth([a, b])`: any of the functions may let the request through; in a nested list, all have to. `relation:
 * "and"` reverses this.
 */
export const auth = ({ list: [fns, options] }: Args): Value => {
  const isEach = textOf(propOf(options, "relation")) === "and";
  return native(through, ({ list: [req = unknown, reply = unknown, done = unknown] }, m) => {
    const { passes, errors } = group(fns, isEach, { callArgs: [req, reply], m });
    for (const error of errors) m.call(done, args([error]));
    return passes ? m.call(done, args([])) : nothing;
  });
};

function group(fns: Value | undefined, isEach: boolean, on: Asked): Outcome {
  const all = fns?.kind === "list" ? fns.items : fns ? [fns] : [];
  const errors: Value[] = [];
  let passes = isEach;
  for (const [index, fn] of all.entries()) {
    const outcome = fn.kind === "list" ? group(fn, !isEach, on) : ask(fn, on);
    // if all alternatives fail, the last one's error is reported
    if (isEach || index === all.length - 1) errors.push(...outcome.errors);
    if (isEach && !outcome.passes) return { passes: false, errors };
    if (!isEach && outcome.passes && !outcome.errors.length) return { passes: true, errors: [] };
    passes ||= outcome.passes;
  }
  return { passes, errors };
}

/** Whether a function lets the request through, and its errors if not. */
function ask(fn: Value, { callArgs, m }: Asked): Outcome {
  let passes = false;
  const errors: Value[] = [];
  const outer = m.throws;
  m.throws = [];
  const done = native("done", ({ list: [error] }) => {
    if (error && !isMissing(error)) errors.push(error);
    else passes = true;
    return nothing;
  });
  try {
    atGate(m, fn, () => m.call(fn, args([...callArgs, done])));
    if (fn.kind !== "function" || fn.fn.params.length < 3) passes = true;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  } finally {
    errors.push(...m.throws);
    m.throws = outer;
  }
  return { passes, errors };
}
