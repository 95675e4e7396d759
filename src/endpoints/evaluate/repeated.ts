import { Stop, type Machine, type Run } from "./machine.ts";
import type { Args, FunctionValue, Scope, Value } from "./types.ts";
import { either } from "./value.ts";

/** Maximum number of times that a function is followed with the same arguments in one request. */
const most = 4;

/** Maximum number of argument sets that are distinguished for each function. */
const mostSets = 64;

/** After this many argument sets in a long request, calls of a function are distinguished by their place alone. */
const enough = 8;

const stop = new Stop();

/** Results of a repeated evaluation. */
export interface Known {
  times: number;
  readonly gave: Value[];
  readonly threw: Set<Value>;
}

export const unseen = (): Known => ({ times: 0, gave: [], threw: new Set<Value>() });

/** Calls of a function with the same arguments. */
interface Repeated extends Known {
  readonly scope: Scope;
  readonly self: Value | undefined;
  readonly callArgs: Args;
  /** What is known about the request. */
  readonly knows: string;
}

const all = new WeakMap<Run, Map<object, Repeated[]>>();

/** What is known about a request, as far as functions depend on it. */
export const knowsOf = (run: Run): string =>
  `${run.isSignedIn} ${run.isSomebody} ${run.isShared} ${run.isPersonal} ${run.overwritten.size}`;

/**
 * Follows a function, unless it was followed often enough with the same arguments in this request: then its earlier
 * results and errors are reused. Otherwise, guards that call their target in each branch would grow exponentially.
 */
export function followed(fn: FunctionValue, args: Args, { m, enter }: { m: Machine; enter(): Value }): Value {
  const known = m.run && knownOf(fn, args, { run: m.run, isLong: m.isLong() });
  return known ? again(known, { m, enter }) : enter();
}

/** Evaluates something, or reuses its earlier results and errors if it was evaluated often enough. */
export function again(known: Known, { m, enter }: { m: Machine; enter(): Value }): Value {
  if (known.times >= most) {
    m.throws.push(...known.threw);
    if (known.gave.length === 0) throw stop;
    return either(known.gave);
  }
  known.times += 1;
  const before = m.throws.length;
  try {
    const value = enter();
    if (!known.gave.includes(value)) known.gave.push(value);
    return value;
  } finally {
    const threw = new Set(m.throws.splice(before)); // each once: branches that throw the same error would grow exponentially
    m.throws.push(...threw);
    for (const value of threw) known.threw.add(value);
  }
}

function knownOf(
  fn: FunctionValue,
  args: Args,
  { run, isLong }: { run: Run; isLong: boolean },
): Repeated | undefined {
  const calls = all.get(run) ?? new Map<object, Repeated[]>();
  all.set(run, calls);
  const earlierCalls = calls.get(fn.fn) ?? [];
  calls.set(fn.fn, earlierCalls);
  const knows = knowsOf(run);
  const isOften = isLong && earlierCalls.length >= enough;
  const found = earlierCalls.find(
    (item) =>
      item.knows === knows &&
      (isOften
        ? item.callArgs.at === args.at && item.callArgs.file === args.file
        : item.scope === fn.scope && item.self === fn.self && isSameArgs(item.callArgs, args)),
  );
  if (found || earlierCalls.length >= mostSets) return found;
  const call = { ...unseen(), scope: fn.scope, self: fn.self, callArgs: args, knows };
  earlierCalls.push(call);
  return call;
}

const isSameArgs = (one: Args, other: Args): boolean =>
  one.open === other.open &&
  one.list.length === other.list.length &&
  one.named.size === other.named.size &&
  one.list.every((value, place) => isSame(value, other.list[place])) &&
  [...one.named].every(([name, value]) => isSame(value, other.named.get(name)));

function isSame(value: Value, other: Value | undefined): boolean {
  if (value === other) return true;
  if (value.kind === "const" && other?.kind === "const")
    return value.value === other.value && value.absent === other.absent;
  if (value.kind === "input" && other?.kind === "input")
    return value.part === other.part && value.path.join("\0") === other.path.join("\0");
  return value.kind === "unknown" && other?.kind === "unknown" && value.identity === other.identity;
}
