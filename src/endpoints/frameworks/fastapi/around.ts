import { member } from "../../evaluate/lookup.ts";
import { args, Stop } from "../../evaluate/machine.ts";
import type { Args, Machine, Run, Value } from "../../evaluate/types.ts";
import { each, items, native, numbers, object, propOf, unknown } from "../../evaluate/value.ts";
import { inject } from "./inject.ts";
import { answer } from "../observe.ts";

/** The function of a class that `add_middleware` is given, or the one beside it: `dispatch(request, call_next)`. */
export function dispatchOf({ list: [given], named }: Args, m: Machine): Value | undefined {
  if (named.has("dispatch")) return named.get("dispatch");
  if (given?.kind !== "class" || !member(given, "dispatch")) return undefined;
  const instance = m.construct(given, args([unknown]));
  return m.get(instance, "dispatch");
}

/** The functions of `middleware=[Middleware(Class)]`, in the order in which adding them one by one would be. */
export const listed = (middleware: Value | undefined, m: Machine): Value[] =>
  items(middleware)
    .toReversed()
    .flatMap((one) => (one.kind === "external" && one.args ? (dispatchOf(one.args, m) ?? []) : []));

/** Calls what lies around an endpoint, the outermost first, and the endpoint where they pass the request on. */
export function around(
  [fn, ...rest]: readonly Value[],
  endpoint: () => void,
  on: { m: Machine; run: Run },
): void {
  const { m, run } = on;
  if (!fn) return endpoint();
  const before = { isShared: run.isShared ?? false, isAhead: run.isAhead };
  const passed = object([], { type: "fastapi.passed", get: (name) => native(name, () => unknown) });
  const next = native("call_next", () => {
    run.isShared = false;
    run.isAhead = undefined;
    try {
      around(rest, endpoint, on);
    } catch (error) {
      if (!(error instanceof Stop)) throw error; // an error of the endpoint is answered within
    } finally {
      answersItself();
    }
    return passed;
  });
  // what it answers itself says nothing of whether the endpoint lets somebody in
  const answersItself = (): void => void Object.assign(run, { isShared: true, isAhead: () => true });
  answersItself();
  try {
    for (const one of each(m.call(fn, args([inject.request(), next]))))
      if (one.kind === "object" && one.host?.type === "fastapi.response")
        for (const status of numbers(propOf(one, "status_code"))) answer(m, status, propOf(one, "%body"));
  } finally {
    Object.assign(run, before);
  }
}
