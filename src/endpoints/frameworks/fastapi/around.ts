import { member } from "../../evaluate/lookup.ts";
import { actOn, atGate } from "../../evaluate/blame.ts";
import { args, Stop } from "../../evaluate/machine.ts";
import type { Args, Machine, Run, Value, ObjectValue } from "../../evaluate/types.ts";
import {
  each,
  items,
  native,
  object,
  unknown,
  constant,
  nothing,
  numbers,
  propOf,
} from "../../evaluate/value.ts";
import { doubt } from "../../evaluate/uses.ts";
import { answerWith, answer, headers, holding, input, cookies, credentials, hosted } from "../observe.ts";
import { session } from "../session.ts";
import { does, membersOf, method, path } from "../facts.ts";
import { named } from "../../../lib/index.ts";

/** Starlette's authentication always provides a user; an anonymous one has no members. */
const userOf = (name: string, _self: ObjectValue, m: Machine): Value => {
  const who = credentials(m, "bearer");
  return name === "is_authenticated" ? (m.run?.absent ? constant(false) : unknown) : who;
};

const members = membersOf({
  url: () => hosted("starlette.url", membersOf({ path })),
  method,
  headers,
  cookies,
  session: session(),
  user: () => hosted("starlette.user", userOf),
  query_params: input("query"),
  path_params: input("path"),
  ...named(
    "json form body",
    does(() => input("body")),
  ),
});

export const requestOf = (): ObjectValue => hosted("starlette.request", members);

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
const serve = (application: Value, m: Machine): Value =>
  m.call(application, args([scope(), native("receive", () => unknown), send]));

/** An ASGI class: created with the inner application, its instances are called with `scope`, `receive` and `send`. */
function asgi(callArgs: Args, m: Machine): Layer | undefined {
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
        if (item.kind === "object" && item.host?.type === "fastapi.response") answerWith(item, m);
    };
    atGate(m, layer.fn, () => actOn(m, () => layer.call(next, m), answered));
  } finally {
    Object.assign(run, before);
  }
}
