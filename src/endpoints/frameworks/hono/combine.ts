import { atGate } from "../../evaluate/blame.ts";
import { args, Stop } from "../../evaluate/machine.ts";
import type { ExternalValue, Args, Machine, Value } from "../../evaluate/types.ts";
import { either, items, list, native, nothing, textOf, truth, unknown } from "../../evaluate/value.ts";
import { outside } from "../outside.ts";

interface On {
  readonly c: Value;
  readonly end: () => Value;
  readonly m: Machine;
}

/** Runs nested middleware, and `end` inside the last. */
function through([first, ...rest]: readonly Value[], on: On): Value {
  const { c, end, m } = on;
  if (!first) return end();
  const next = (): Value => through(rest, on);
  if (first.kind === "external") {
    const { passes, throws } = outside(first, m);
    m.throws.push(...throws);
    return passes ? next() : nothing;
  }
  return atGate(m, first, () => m.call(first, args([c, native("next", next)])));
}

/** Whether middleware passes a request on. */
function passes(fn: Value, c: Value, m: Machine): boolean {
  let isPassed = false;
  try {
    const end = (): Value => {
      isPassed = true;
      return nothing;
    };
    through(items(fn), { c, end, m });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return isPassed;
}

/** Whether a middleware's pattern matches a path. */
function covers(pattern: string, path: string): boolean {
  const [a, b] = [pattern.split("/"), path.split("/")];
  for (const [index, part] of a.entries()) {
    if (part === "*" && index === a.length - 1) return true;
    const other = b[index];
    if (
      other === undefined ||
      (part !== other && part !== "*" && !part.startsWith(":") && !/^[:{]/.test(other))
    )
      return false;
  }
  return a.length === b.length;
}

/** Whether a condition of `except` holds: a path, several paths, or a function. */
function holds(conditions: readonly Value[], c: Value, m: Machine): boolean | undefined {
  const all = new Set(
    conditions.map((condition) => {
      const path = textOf(condition);
      if (path !== undefined) return m.run?.path !== undefined && covers(path, m.run.path);
      return truth(m.call(condition, args([c])));
    }),
  );
  return all.has(true) ? true : all.has(undefined) ? undefined : false;
}

/** `some`: the request goes on if any of the middleware passes it on. */
const some = (all: readonly Value[]): Value =>
  native("some", ({ list: [c, next] }, m) => {
    const passed = all.filter((fn) => passes(fn, c ?? unknown, m));
    return passed.length && next ? m.call(next, args([])) : nothing;
  });

/** `except`: applies all middleware, except to requests that match a condition. */
const except = (conditions: readonly Value[], all: readonly Value[]): Value =>
  native("except", ({ list: [c, next] }, m) => {
    const goOn = (): Value => (next ? m.call(next, args([])) : nothing);
    const guarded = (): Value => through(all, { c: c ?? unknown, end: goOn, m });
    const isExempt = holds(conditions, c ?? unknown, m);
    if (isExempt !== undefined) return isExempt ? goOn() : guarded();
    return either(m.branches([goOn, guarded]));
  });

/** `some(a, b)`, `every(a, b)` and `except("/public/*", a)` of Hono. */
export function combined({ path }: ExternalValue, { list: [first, ...rest] }: Args): Value | undefined {
  if (!first) return undefined;
  switch (path) {
    case "hono/combine.every":
      return list([first, ...rest]);
    case "hono/combine.some":
      return some([first, ...rest]);
    case "hono/combine.except":
      return except(
        items(first),
        rest.flatMap((value) => items(value)),
      );
    default:
      return undefined;
  }
}
