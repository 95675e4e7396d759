import type { IncomingHttpHeaders } from "node:http";
import type { MessagesRequest } from "../messages/index.ts";
import type { ReaderName } from "./work/index.ts";

/** Who calls, once the key is known. */
export interface Caller {
  readonly key: string;
  readonly scopes: readonly Scope[];
  /** Whether it may use an endpoint, a model or a tool of this name. Left out: everything. */
  may?(what: "endpoint" | "model" | "tool", name: string): boolean;
}
/** `use`: the service itself; `metrics`: what a monitor reads; `admin`: keys and what they may. */
export type Scope = "use" | "metrics" | "admin";
/** A request to a route, behind the checks of host, origin and key. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** Values of `{name}` parts of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** What follows the question mark in the URL. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON of a POST, otherwise undefined; also where the route reads it as a request of a model. */
  readonly body: unknown;
  /** What `reads` made of the body. */
  readonly request?: MessagesRequest;
  readonly caller: Caller | undefined;
  /** The caller's key, or the address where none is known. */
  readonly client: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Adds a header to the answer, whatever it will be; before its first byte. */
  header(name: string, value: string): void;
}
/** A body that streams is written chunk by chunk, with heartbeats where it is text/event-stream. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<string | Uint8Array>;
}
/** `public` needs no key, others a key with the scope. Host and Origin are checked on every route. */
export interface Route {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  /** Parts in braces match any one part: `/v1/models/{id}`. */
  readonly path: string;
  readonly access: "public" | Scope;
  /** How the endpoint is called in what a key may use; a key of some endpoints only is refused where it is missing. */
  readonly endpoint?: string;
  /** How the body becomes a request of a model, checked. */
  readonly reads?: ReaderName;
  handle(call: Call): Promise<Answer>;
}

/** An answer with a body of JSON. */
export const json = (body: unknown, status = 200): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** What a request asks for in `anthropic-beta`. */
export function betasOf(headers: IncomingHttpHeaders): readonly string[] {
  const header = headers["anthropic-beta"];
  if (header === undefined) return [];
  return [header]
    .flat()
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** What the handler read for a route that has `reads`. */
export function requestOf({ request }: Pick<Call, "request">): MessagesRequest {
  if (!request) throw new Error("The route doesn't read its body as a request.");
  return request;
}

interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}
export interface Router {
  /** The route, or the methods that the path would take (none: no such path). */
  find(method: string, path: string): Found | readonly string[];
}

/** Fixed paths by one look-up; those with parameters one after the other. */
export function router(routes: readonly Route[]): Router {
  const fixed = new Map<string, Found>();
  const open: { readonly route: Route; readonly pattern: RegExp }[] = [];
  for (const route of routes) {
    if (!route.path.includes("{")) fixed.set(`${route.method} ${route.path}`, { route, params: {} });
    else open.push({ route, pattern: patternOf(route.path) });
  }
  return {
    find(method, path) {
      const found = fixed.get(`${method} ${path}`);
      if (found) return found;
      for (const { route, pattern } of open) {
        const match = route.method === method ? pattern.exec(path) : null;
        if (match) return { route, params: decoded(match.groups ?? {}) };
      }
      return routes
        .filter(
          (route) => route.path === path || (route.path.includes("{") && patternOf(route.path).test(path)),
        )
        .map((route) => route.method);
    },
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split("/")
      .map((part) => {
        const name = /^\{(\w+)\}$/.exec(part)?.[1];
        return name === undefined ? part.replaceAll(/[^\w-]/g, "\\$&") : `(?<${name}>[^/]+)`;
      })
      .join("/")}$`,
  );

function decoded(groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );
}
