import { member } from "../../evaluate/lookup.ts";
import { actOn, atGate } from "../../evaluate/blame.ts";
import { args, Stop } from "../../evaluate/machine.ts";
import type { Args, Machine, Run, Value } from "../../evaluate/types.ts";
import { each, items, native, numbers, object, propOf, unknown } from "../../evaluate/value.ts";
import { asgi, type Layer } from "./asgi.ts";
import { requestOf } from "./request.ts";
import { doubt } from "../../evaluate/uses.ts";
import { answer } from "../observe.ts";

/** A middleware function `dispatch(request, call_next)`. */
export const dispatching = (fn: Value): Layer => ({
  fn,
  call: (next, m) => m.call(fn, args([requestOf(), next])),
});

/** Middleware that can't be followed: it is assumed to pass requests on. */
export const foreign = (fn: Value): Layer => ({
  fn,
  call(next, m) {
    doubt(fn.kind === "external" ? fn : unknown, m);
    return m.call(next, args([]));
  },
});

/** The layer of `add_middleware`: a function, a class with `dispatch`, or an ASGI class. */
export function layerOf(callArgs: Args, m: Machine): Layer | undefined {
  const fn = callArgs.named.get("dispatch");
  if (fn) return dispatching(fn);
  const [cls] = callArgs.list;
  if (cls && cls.kind !== "class") return foreign(cls);
  if (!cls) return undefined;
  if (!member(cls, "dispatch")) return asgi(callArgs, m);
  return dispatching(m.get(m.construct(cls, args([unknown])), "dispatch"));
}

/** The layers of `middleware=[Middleware(Class)]`, in the order of adding them one by one. */
export const listed = (middleware: Value | undefined, m: Machine): Layer[] =>
  items(middleware)
    .toReversed()
    .flatMap((item) =>
      item.kind === "external" && item.args ? (layerOf(item.args, m) ?? []) : foreign(item),
    );

/** Calls the layers around an endpoint, the outermost first, and then the endpoint if they pass the request on. */
export function around(
  [layer, ...rest]: readonly Layer[],
  endpoint: () => void,
  on: { m: Machine; run: Run },
): void {
  const { m, run } = on;
  if (!layer) return endpoint();
  const before = { isShared: run.isShared ?? false, isAhead: run.isAhead };
  const passed = object([], { type: "fastapi.passed", get: (name) => native(name, () => unknown) });
  const next = native("call_next", () => {
    run.isShared = false;
    run.isAhead = undefined;
    try {
      atGate(m, undefined, () => around(rest, endpoint, on));
    } catch (error) {
      if (!(error instanceof Stop)) throw error; // an error of the endpoint is answered within it
    } finally {
      answersItself();
    }
    return passed;
  });
  // an answer of the middleware itself doesn't show whether the endpoint requires credentials
  const answersItself = (): void => void Object.assign(run, { isShared: true, isAhead: () => true });
  answersItself();
  try {
    const answered = (value: Value): void => {
      for (const item of each(value))
        if (item.kind === "object" && item.host?.type === "fastapi.response")
          for (const status of numbers(propOf(item, "status_code"))) answer(m, status, propOf(item, "%body"));
    };
    atGate(m, layer.fn, () => actOn(m, () => layer.call(next, m), answered));
  } finally {
    Object.assign(run, before);
  }
}
