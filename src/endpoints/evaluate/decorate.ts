import type { Expression } from "../program/ir.ts";
import { args, type Machine, type Scope } from "./machine.ts";
import { Store, unknown } from "./value.ts";
import type { FunctionValue, Value } from "./types.ts";

interface Where {
  readonly scope: Scope;
  readonly m: Machine;
}

/** Applies decorators to a function: those of the program are called, those of libraries are stored with it. */
export function decorated(fn: FunctionValue, decorators: readonly Expression[], { scope, m }: Where): Value {
  let value: Value = fn;
  for (const decorator of decorators.toReversed()) value = wrapped(value, m.evaluate(decorator, scope), m);
  return value;
}

/** Applies one decorator to a function. */
export function wrapped(value: Value, decorator: Value, m: Machine): Value {
  if (decorator.kind === "external" || decorator.kind === "unknown") return keepOrDoubt(value, decorator, m);
  const result = unwrapped(m.call(decorator, args([value])));
  if (result.kind === "const") return value;
  // a result that can't be called is unusable here: how the decorator wraps the function stays unknown
  const isCalled = result.kind !== "list" && (result.kind !== "object" || result.cls || result.host?.call);
  return result.kind !== "unknown" && isCalled ? carried(value, result) : keepOrDoubt(value, unknown, m);
}

/** `decorator(option)(view)`, called as a function: returns the view with that decorator. */
function unwrapped(value: Value, depth = 0): Value {
  if (value.kind !== "external" || !value.args || !value.of || depth > 8) return value;
  const [first] = value.args.list;
  const inner = first && unwrapped(first, depth + 1);
  return inner?.kind === "function" ? { ...inner, decorators: [value.of, ...inner.decorators] } : value;
}

function keepOrDoubt(value: Value, decorator: Value, m: Machine): Value {
  for (const library of m.libraries) {
    const known = library.decorate?.(decorator, value, m);
    if (known) return known;
  }
  return value.kind === "function" ? { ...value, decorators: [decorator, ...value.decorators] } : value;
}

/** Copies the decorators of a function to its wrapper, so that libraries still see them. */
const carried = (inner: Value, outer: Value): Value =>
  inner.kind === "function" && outer.kind === "function" && outer !== inner && !outer.decorators.length
    ? {
        ...outer,
        decorators: inner.decorators,
        props: new Store([...inner.props, ["%wraps", inner], ...outer.props]),
      }
    : outer;
