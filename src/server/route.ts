import type { IncomingHttpHeaders } from "node:http";
import type { MessagesRequest } from "../messages/index.ts";
import type { ReaderName } from "./work/index.ts";

/** The caller, once the key is known. */
export interface Caller {
  readonly key: string;
  readonly scopes: readonly Scope[];
  /** Whether it may use an endpoint, model or tool of this name. Omitted: everything. */
  may?(what: "endpoint" | "model" | "tool", name: string): boolean;
}
/** `use`: the service itself; `metrics`: monitoring; `admin`: keys and permissions. */
export type Scope = "use" | "metrics" | "admin";
/** A request to a route, after the checks of host, origin and key. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** Decoded values of the `{name}` parts of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** The URL's query string, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON of a POST or PUT; undefined otherwise, and if the route has `reads`. */
  readonly body: unknown;
  /** The result of `reads`. */
  readonly request?: MessagesRequest;
  readonly includeUsage?: boolean;
  readonly caller: Caller | undefined;
  /** The caller's key, or the client address if there is none. */
  readonly client: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Adds a header to the response, whatever it will be; only before its first byte. */
  header(name: string, value: string): void;
}
/** A response: a whole body, or one streamed chunk by chunk, with heartbeats if it is text/event-stream. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array>;
}
/** A route. `public` needs no key, the others need a key with the scope. Host and Origin are always checked. */
export interface Route {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  /** A part in braces matches any one path segment: `/v1/models/{id}`. */
  readonly path: string;
  readonly access: "public" | Scope;
  /** The endpoint's name in key permissions; keys limited to some endpoints are refused on routes without one. */
  readonly endpoint?: string;
  /** How the body is parsed and checked as a model request. */
  readonly reads?: ReaderName;
  handle(call: Call): Promise<Answer>;
}

/** Creates a response with a JSON body. */
export const json = (body: unknown, status = 200): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The values of a request's `anthropic-beta` header. */
export function betasOf(headers: IncomingHttpHeaders): readonly string[] {
  const header = headers["anthropic-beta"];
  if (header === undefined) return [];
  return [header]
    .flat()
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Returns the request that the handler parsed for a route with `reads`. */
export function requestOf({ request }: Pick<Call, "request">): MessagesRequest {
  if (!request) throw new Error("The route doesn't read its body as a request.");
  return request;
}

interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}
export interface Router {
  /** Returns the route, or the methods that the path supports (none: unknown path). */
  find(method: string, path: string): Found | readonly string[];
}

/** Fixed paths are found by one lookup, paths with parameters by trying them in turn. */
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
