import type { IncomingMessage, ServerResponse } from "node:http";
import { unserved } from "./methods.ts";
import { pathPattern } from "./parameters.ts";
import type { Route } from "./route.ts";
import { answerError, base, type Log } from "./serve.ts";

/** Serves a request, whatever becomes of it. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Serves routes that the framework has one path for: of each request the first whose own path and method it has. What
 * can be got can be asked for by HEAD.
 */
export function firstOf(
  log: Log,
  ...routes: readonly (readonly [Pick<Route<never, unknown>, "path" | "method">, Serve])[]
): Serve {
  const known = routes.map(([{ path, method }, serve]) => ({
    pattern: pathPattern(base + path),
    methods: method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
    serve,
  }));
  return async (request, response) => {
    const [path = ""] = (request.url ?? "/").split("?", 1);
    const first = known.find(
      ({ pattern, methods }) => methods.includes(request.method ?? "") && pattern.test(path),
    );
    if (first) await first.serve(request, response);
    else answerError(unserved(request), request, response, log);
  };
}
