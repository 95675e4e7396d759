import { atGate } from "../../evaluate/blame.ts";
import { args, Stop } from "../../evaluate/machine.ts";
import type { ExternalValue, Args, Machine, Value } from "../../evaluate/types.ts";
import { each, either, items, list, native, nothing, textOf, truth, unknown } from "../../evaluate/value.ts";
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

/**
 * Whether a pattern matches an endpoint's path for all values of its parameters; `undefined` if a regular expression
 * decides.
 */
function covers(pattern: string, path: string): boolean | undefined {
  const [parts, segments] = [pattern, path].map((text) => text.replace(/^\//, "").split("/"));
  if (!parts || !segments) return undefined;
  for (const [index, part] of parts.entries()) {
    const segment = segments[index];
    if (part.includes("{")) return undefined;
    if (part === "*" && index === parts.length - 1) return true;
    const isOpen = part === "*" || part.startsWith(":");
    if (isOpen && !segment) return part.endsWith("?");
    if (!isOpen && part !== segment) return false;
  }
  return parts.length === segments.length;
}

/** Whether a condition of `except` holds: a path, or a function. */
function holds(condition: Value, c: Value, m: Machine): boolean | undefined {
  const all = new Set(
    each(condition).map((value) => {
      const pattern = textOf(value);
      if (pattern === undefined) return truth(m.call(value, args([c])));
      return m.run?.path === undefined ? undefined : covers(pattern, m.run.path);
    }),
  );
  return all.size === 1 ? [...all][0] : undefined;
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
    const results = new Set(conditions.map((condition) => holds(condition, c ?? unknown, m)));
    if (results.has(true)) return goOn();
    return results.has(undefined) ? either(m.branches([goOn, guarded])) : guarded();
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
