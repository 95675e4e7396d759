import type { Expression } from "../program/ir.ts";
import { args, type Machine, type Scope } from "./machine.ts";
import { Store } from "./value.ts";
import type { FunctionValue, Value } from "./types.ts";

interface Where {
  readonly scope: Scope;
  readonly m: Machine;
}

/** What a function is after its decorators: those of the program are called, those of libraries are kept beside it. */
export function decorated(fn: FunctionValue, decorators: readonly Expression[], { scope, m }: Where): Value {
  let made: Value = fn;
  for (const decorator of decorators.toReversed()) {
    const value = m.evaluate(decorator, scope);
    if (value.kind === "external" || value.kind === "unknown") {
      made = kept(made, value, m);
      continue;
    }
    const result = m.call(value, args([made]));
    made = result.kind === "unknown" || result.kind === "const" ? made : carried(made, result);
  }
  return made;
}

function kept(made: Value, decorator: Value, m: Machine): Value {
  for (const library of m.libraries) {
    const known = library.decorate?.(decorator, made, m);
    if (known) return known;
  }
  return made.kind === "function" ? { ...made, decorators: [decorator, ...made.decorators] } : made;
}

/** A wrapper has the decorators of what it wraps, so that what a library is told of it stays known. */
const carried = (inner: Value, outer: Value): Value =>
  inner.kind === "function" && outer.kind === "function" && outer !== inner && !outer.decorators.length
    ? {
        ...outer,
        decorators: inner.decorators,
        props: new Store([...inner.props, ...outer.props, ["%wraps", inner]]),
      }
    : outer;
