import { args } from "../../evaluate/machine.ts";
import type { Machine, Value } from "../../evaluate/types.ts";
import { native, nothing, numbers } from "../../evaluate/value.ts";
import { answer } from "../observe.ts";

/** Whether Express treats a function as an error handler: it takes four parameters. */
export const isErrorHandler = (value: Value): boolean =>
  value.kind === "function" && value.fn.params.length === 4;
export const errorHandlers = (all: readonly Value[]): readonly Value[] => all.filter(isErrorHandler);

interface Failed {
  readonly m: Machine;
  readonly req: Value;
  readonly res: Value;
}

/** Calls the next handler for an error, or for none; what that passes on goes to the remaining handlers. */
export function passOn(error: Value | undefined, ends: readonly Value[], on: Failed): void {
  const { m, req, res } = on;
  const index = ends.findIndex((value) => isErrorHandler(value) === (error !== undefined));
  const handler = ends[index];
  if (!handler) {
    for (const status of error ? statusOf(error) : []) answer(m, status);
    return;
  }
  const onward = new Set<Value | undefined>();
  const next = native("next", ({ list: [again] }) => {
    onward.add(again);
    return nothing;
  });
  m.branches([() => nothing, () => m.call(handler, args([...(error ? [error] : []), req, res, next]))]);
  for (const again of onward) passOn(again, ends.slice(index + 1), on);
}

/** The statuses that Express itself answers an error with. */
const statusOf = (error: Value): readonly number[] =>
  error.kind === "object"
    ? numbers(error.props.get("status") ?? error.props.get("statusCode")).filter((n) => n >= 400)
    : [];
