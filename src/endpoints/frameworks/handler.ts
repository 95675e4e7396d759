import { atGate } from "../evaluate/blame.ts";
import type { Machine, Value } from "../evaluate/types.ts";
import type { Route } from "./contract.ts";

/** Runs a handler; its decorators count as functions in front of it. */
export function atHandler<T>(m: Machine, fn: Value | undefined, body: () => T): T {
  if (m.run) m.run.handler = answering(fn);
  return atGate(m, fn, body);
}

/** The function that answers, inside wrappers by library calls or closures. */
export function answering(
  handler: Value | undefined,
  seen: ReadonlySet<Value> = new Set(),
): Route["handler"] {
  if (handler?.kind === "external" && handler.args) return answering(handler.args.list[0], seen);
  if (handler?.kind !== "function") return undefined;
  // `catchAsync(handler)` returns a closure that holds the handler in a parameter
  const around =
    handler.scope.kind === "function" && !seen.has(handler)
      ? [...handler.scope.vars].flatMap(([name, value]) =>
          value.kind === "function" && value.fn.name !== name && value.scope !== handler.scope ? [value] : [],
        )
      : [];
  const { file, at, name } = handler.fn;
  const [inner, other] = around;
  return inner && !other ? answering(inner, new Set([...seen, handler])) : { file, at, name };
}
