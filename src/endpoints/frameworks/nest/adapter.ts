import { args } from "../../evaluate/machine.ts";
import type { Value } from "../../evaluate/types.ts";
import { knownBy } from "../facts.ts";
import { native, nothing, object, textOf, unknown } from "../../evaluate/value.ts";

const knows = knownBy(
  {},
  "addHook use getInstance set disable enable get locals engine register decorateRequest decorateReply decorate log server " +
    "httpServer getHttpServer getType reply status setHeader isHeadersSent getRequestMethod getRequestUrl getRequestHostname " +
    "addContentTypeParser close listen ready options",
);

/** Hooks that run before a handler. */
const ahead = /^(?:onRequest|preParsing|preValidation|preHandler)$/;

/** Converts a Fastify hook to a middleware, which passes the request on unless it throws. */
const asMiddleware = (hook: Value): Value =>
  native("hook", ({ list: [req, res, next] }, m) => {
    m.call(hook, args([req ?? unknown, res ?? unknown, native("done", () => nothing)]));
    return next ? m.call(next, args([])) : nothing;
  });

/**
 * The server below a Nest application, as `app.getHttpAdapter().getInstance()` returns it: its hooks apply to all
 * routes.
 */
export function instance(middleware: Value[]): Value {
  const self: Value = object([], {
    type: "nest.instance",
    knows,
    get: (name) => {
      if (name === "use")
        return native(
          name,
          ({ list }) => (middleware.push(...list.filter(({ kind }) => kind !== "const")), self),
        );
      if (name === "addHook")
        return native(name, ({ list: [hook, fn] }) => {
          if (fn && ahead.test(textOf(hook) ?? "")) middleware.push(asMiddleware(fn));
          return self;
        });
      return native(name, () => (name === "getInstance" ? self : unknown));
    },
  });
  return self;
}
