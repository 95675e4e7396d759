import { member } from "../../evaluate/lookup.ts";
import { args } from "../../evaluate/machine.ts";
import type { Args, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, native, nothing, numbers, propOf, unknown } from "../../evaluate/value.ts";
import { answer, headers, holding, input } from "../observe.ts";

/** A layer around an endpoint: it takes a request, passes it on by calling `next`, and returns the answer. */
export interface Layer {
  readonly fn: Value;
  call(next: Value, m: Machine): Value;
}

/** The scope of a request, as in the ASGI specification. */
const scope = (): ObjectValue =>
  holding("asgi.scope", ["get", "setdefault"], (name, m) => {
    switch (name) {
      case "type":
        return constant("http");
      case "path":
        return m.run?.path === undefined ? unknown : constant(m.run.path);
      case "root_path":
        return constant("");
      case "method":
        return m.run?.method === undefined ? unknown : constant(m.run.method.toUpperCase());
      case "headers":
        return headers();
      case "query_string":
        return input("query");
      default:
        return unknown;
    }
  });

/** `Headers(scope=scope)`, `Headers(raw=scope["headers"])`: those of the request. Headers of an answer are unknown. */
export const headersOf = ({ list: [first], named }: Args): Value => {
  const from = named.get("scope") ?? named.get("raw") ?? first;
  const isSent = from?.kind === "object" && /^(?:asgi\.scope|headers)$/.test(from.host?.type ?? "");
  return isSent ? headers() : unknown;
};

/** Sends a part of an answer; the first part holds the status. */
const send = native("send", ({ list: [message] }, m) => {
  for (const status of numbers(propOf(message, "status"))) answer(m, status);
  return nothing;
});

/** Calls an ASGI application, such as a response, which answers the request. */
export const serve = (application: Value, m: Machine): Value =>
  m.call(application, args([scope(), native("receive", () => unknown), send]));

/** An ASGI class: created with the inner application, its instances are called with `scope`, `receive` and `send`. */
export function asgi(callArgs: Args, m: Machine): Layer | undefined {
  const [cls, ...others] = callArgs.list;
  if (cls?.kind !== "class" || !member(cls, "__call__")) return undefined;
  let onward: Value = unknown;
  const application = native("app", (message) => m.call(onward, message));
  const instance = m.construct(cls, { ...callArgs, list: [application, ...others] });
  return {
    fn: instance,
    call(next) {
      onward = next;
      return serve(instance, m);
    },
  };
}
