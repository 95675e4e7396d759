import { byPattern } from "./patterns.ts";
import { passesOn } from "./known.ts";
import { doubtHanded, doubtUnpassed, doubtWaiting } from "./uses.ts";
import type { Parameter } from "../program/ir.ts";
import { args, isRunning, type Machine } from "./machine.ts";
import {
  constant,
  nobody,
  result,
  texts,
  type Args,
  type ExternalValue,
  type FunctionValue,
  type Value,
} from "./value.ts";

/** Whether a value is missing credentials, or holds only those besides constants. */
export const isAbsent = (value: Value, depth = 0): boolean => {
  if (value.kind === "const") return value.absent === true;
  if (depth > 2) return false;
  if (value.kind === "object" && !value.cls && !value.host)
    return [...value.props.values()].some((prop) => isAbsent(prop, depth + 1));
  // a list with other values is a query on behalf of the caller, not for the caller: `query(sql, [slug, user?.id])`
  return (
    value.kind === "list" &&
    value.items.some((item) => isAbsent(item, depth + 1)) &&
    value.items.every((item) => item.kind === "const" || isAbsent(item, depth + 1))
  );
};

export const isIdentity = (value: Value, depth = 0): boolean =>
  value.kind === "unknown" || value.kind === "external"
    ? value.identity === true
    : value.kind === "object" && !value.cls && !value.host && depth < 2
      ? [...value.props.values()].some((prop) => isIdentity(prop, depth + 1))
      : value.kind === "either" && value.of.some((value) => isIdentity(value, depth + 1));

/** Calls a function of a library: by what the libraries know of it, otherwise by calling its callbacks. */
export function callExternal(callee: ExternalValue, callArgs: Args, m: Machine): Value {
  for (const library of m.libraries) {
    const known = library.call?.(callee, callArgs, m);
    if (known) return known;
  }
  if (!passesOn(callee.path)) m.run?.gate?.looks.add("state");
  const all = [...callArgs.list, ...callArgs.named.values()];
  const isTest = /^(?:test|match|fullmatch|search)$/.test(callee.name);
  const tested = isTest && callee.of && texts(callArgs.list[0])[0];
  const fits = tested && callArgs.list[0]?.kind === "const" && byPattern(tested, callee.name, [callee.of]);
  if (fits) return fits;
  for (const value of all) if (value.kind === "input") m.read(value);
  doubtHanded(callee, callArgs, m);
  callbacks(all, m);
  fill(callee.name, callArgs.list, m);
  goOn(callee, callArgs.list, m);
  if (m.run?.absent && !makes.test(callee.name) && all.some((value) => isAbsent(value))) {
    doubtUnpassed(callee.path, callArgs, m);
    return { ...nobody, foundBy: callee.path };
  }
  const identity = all.some((value) => isIdentity(value)) || callee.of?.identity;
  return { ...result(callee, callArgs), ...(identity ? { identity: true } : {}) };
}

/** Methods that create or announce something. They succeed even if credentials are missing. */
const makes =
  /^(?:create|insert|add|send|upsert|generate|emit|publish|dispatch|enqueue|notify|track)(?![a-z])/;

const streams = /^(?:pipe|pipeline|pump|write)$|stream/i;

/** Piping a stream into a response sends an answer. */
export function fill(name: string, values: readonly Value[], m: Machine): void {
  if (!m.run || !streams.test(name)) return;
  for (const value of values) if (value.kind === "object") value.host?.filled?.(value, m);
}

const nameOf = ({ to }: Parameter): string => (to.kind === "name" ? to.name : "");

/**
 * Whether it is a callback with an error first, as in `connect(url, (err, db) => …)`: called once, not by a request.
 */
const isForEnd = ({ fn: { params }, scope: { module } }: FunctionValue): boolean => {
  const [first, ...others] = params;
  if (!first || !others.length || module.language !== "javascript") return false;
  return (
    /^_?e(?:rr(?:or)?)?$/i.test(nameOf(first)) &&
    !others.some((parameter) => /^(?:req|res|request|response|ctx|next|done)$/.test(nameOf(parameter)))
  );
};

/**
 * Calls functions passed to unknown code, which may call them. At startup, only those with at most one parameter, and
 * completion callbacks.
 */
export function callbacks(all: readonly Value[], m: Machine): void {
  for (const value of all) {
    if (value.kind !== "function" || isRunning(value)) continue;
    const ends = !m.run && isForEnd(value);
    if (!m.run && value.fn.params.length > 1 && !ends) {
      doubtWaiting(value, m);
      continue;
    }
    const callArgs = { ...args(ends ? [constant(null)] : []), open: true };
    m.branches([() => undefined, () => m.call(value, callArgs)]);
  }
}

/** Methods that run a function in a context, as `AsyncLocalStorage.run(store, next)` does. */
const around = /^(?:run\w*|with[A-Z]\w*|trace|startActiveSpan)$/;

/** Passes the request on if a library's middleware is called by hand with a request and `next`. */
function goOn(callee: ExternalValue, values: readonly Value[], m: Machine): void {
  const next = values.at(-1);
  const callsNext =
    around.test(callee.name) || values.some((value) => value.kind === "object" && value.host !== undefined);
  if (m.run && callsNext && next?.kind === "native" && next.name === "next") m.call(next, args([]));
}
