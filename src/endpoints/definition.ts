import { createHash } from "node:crypto";
import type { JsonSchema } from "../schema/index.ts";
import type { ApiDefinition, Operation, Parameter, Response, SecurityScheme } from "../api/index.ts";
import { spell, wordsOf } from "../api/index.ts";
import type { Input } from "./frameworks/contract.ts";
import type { FoundRoute } from "./scan.ts";
import { capital, inTable } from "../lib/index.ts";

export interface About {
  readonly title: string;
  readonly version: string;
}

const titles: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No content",
  206: "Partial content",
  301: "Moved permanently",
  302: "Found",
  303: "See other",
  304: "Not modified",
  307: "Temporary redirect",
  308: "Permanent redirect",
  400: "Invalid request",
  401: "Unauthorized",
  402: "Payment required",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  406: "Not acceptable",
  408: "Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition failed",
  413: "Too large",
  415: "Unsupported media type",
  418: "I'm a teapot",
  422: "Unprocessable",
  423: "Locked",
  424: "Failed dependency",
  425: "Too early",
  429: "Too many requests",
  500: "Server error",
  501: "Not implemented",
  502: "Bad gateway",
  503: "Unavailable",
  504: "Gateway timeout",
};

const words = (text: string): string => spell(wordsOf(text)).words;
const fixed = (path: string): readonly string[] =>
  path.split("/").filter((part) => part && !part.startsWith("{") && !/^(?:api|v\d+)$/.test(part));

const verbs: Readonly<Record<string, string>> = {
  get: "Get",
  post: "Post to",
  put: "Update",
  patch: "Update",
  delete: "Delete",
};

const isName = (name: string): boolean =>
  /^[A-Za-z_]\w{2,}$/.test(name) &&
  !/^(?:handler|anonymous|default|get|post|put|patch|delete|wrapper|decorated|dispatch|view)$/i.test(name);

function summaryOf({ name, method, path, summary }: FoundRoute): string {
  if (summary !== undefined) return summary;
  if (isName(name)) return capital(words(name));
  const place = fixed(path).map(words).join(" ");
  return place
    ? `${inTable(verbs, method) ?? capital(method)} ${place}`
    : `${inTable(verbs, method) ?? capital(method)} the root`;
}

const parameter =
  (where: Parameter["in"]) =>
  ({ name, required, schema }: Input): Parameter => ({
    name,
    in: where,
    required: where === "path" || required,
    schema,
  });

/** The security scheme for how code reads credentials: `bearer`, `basic`, `cookie:name`, `header:name`. */
function schemeOf(text: string): readonly [string, SecurityScheme] {
  const [kind = "", name = ""] = text.split(":");
  if (kind === "cookie")
    return [`cookie_${name.replaceAll(/\W/g, "_")}`, { type: "apiKey", in: "cookie", name }];
  if (kind === "header")
    return [`header_${name.replaceAll(/\W/g, "_").toLowerCase()}`, { type: "apiKey", in: "header", name }];
  return kind === "basic"
    ? ["basic", { type: "http", scheme: "basic" }]
    : ["bearer", { type: "http", scheme: "bearer" }];
}

function responses(route: FoundRoute): Readonly<Record<string, Response>> {
  const found: Record<string, Response> = {};
  for (const { status, schema, type } of route.answers) {
    found[String(status)] = {
      description: titles[status] ?? `Status ${status}`,
      ...(schema ? { content: { [type ?? "application/json"]: schema } } : {}),
    };
  }
  const statuses = Object.keys(found);
  if (!statuses.some((status) => status.startsWith("2")))
    found["default"] = { description: "What its code answers otherwise" };
  if (!statuses.some((status) => status.startsWith("4")))
    found["4XX"] = { description: "What the framework answers to a request that it can't take" };
  return found;
}

function operationIds(routes: readonly FoundRoute[]): ReadonlyMap<FoundRoute, string> {
  const countByName = new Map<string, number>();
  return new Map(
    routes.map((route) => {
      const plain = isName(route.name)
        ? route.name
        : spell([route.method, ...route.path.split(/\W+/).filter(Boolean)]).camel;
      const times = countByName.get(plain) ?? 0;
      countByName.set(plain, times + 1);
      const unique = times ? spell([route.method, ...route.path.split(/\W+/).filter(Boolean)]).camel : plain;
      const again = countByName.get(unique) ?? 0;
      if (times) countByName.set(unique, again + 1);
      return [
        route,
        times && again
          ? `${unique}${createHash("sha256").update(route.path).digest("hex").slice(0, 6)}`
          : unique,
      ] as const;
    }),
  );
}

const template = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, "{}");

/** Merges paths that differ only in their parameter names; the first one's names are used. */
function unified(routes: readonly FoundRoute[]): readonly FoundRoute[] {
  const names = new Map<string, FoundRoute>();
  return routes.map((route) => {
    const first = names.get(template(route.path)) ?? route;
    names.set(template(route.path), first);
    if (first.path === route.path) return route;
    return {
      ...route,
      path: first.path,
      params: route.params.map((param, index) => ({
        ...param,
        name: first.params[index]?.name ?? param.name,
      })),
    };
  });
}

/** Whether only a library answers this OPTIONS request (a CORS preflight): that is no endpoint of the program. */
const isPreflight = ({ method, handler }: FoundRoute): boolean => method === "options" && !handler;

/** Whether this is the `HEAD` of a `GET` endpoint. Frameworks serve it by default, so it is not listed separately. */
const isEcho = (route: FoundRoute, all: readonly FoundRoute[]): boolean =>
  route.method === "head" &&
  all.some(
    (other) =>
      other.method === "get" &&
      other.path === route.path &&
      ((other.at === route.at && other.file === route.file) || isSameHandler(route, other)),
  );

/**
 * Whether both routes have the same named handler. Unnamed functions created in one place may close over different
 * values.
 */
const isSameHandler = ({ handler }: FoundRoute, other: FoundRoute): boolean =>
  handler !== undefined &&
  handler.name !== "" &&
  handler.at === other.handler?.at &&
  handler.file === other.handler.file;

/** Default ports of frameworks. */
const ports: Readonly<Record<string, number>> = { flask: 5000, django: 8000, fastapi: 8000 };

/** The default URL of a project's development server, by the framework of most of its routes. */
function usualServer(routes: readonly FoundRoute[]): string {
  const counts = Map.groupBy(routes, ({ framework }) => framework);
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  return `http://localhost:${inTable(ports, most?.[0] ?? "") ?? 3000}`;
}

/** Builds an API definition from the routes found; what the code doesn't show is omitted. */
export function definitionOf(found: readonly FoundRoute[], about: About): ApiDefinition {
  const routes = unified(found.filter((route) => !isPreflight(route) && !isEcho(route, found)));
  const ids = operationIds(routes);
  const schemes = new Map<string, SecurityScheme>();
  const operations = routes.map((route): Operation => {
    const security = route.auth.schemes.map((schemeText) => {
      const [name, scheme] = schemeOf(schemeText);
      schemes.set(name, scheme);
      return name;
    });
    const body: JsonSchema | undefined = route.body?.schema;
    return {
      operationId: ids.get(route) ?? "",
      method: route.method,
      path: route.path as `/${string}`, // `joined` always starts with a slash
      summary: summaryOf(route),
      tags: [capital(words(fixed(route.path)[0] ?? "general"))],
      parameters: [
        ...route.params.map(parameter("path")),
        ...route.query.map(parameter("query")),
        ...route.headers.map(parameter("header")),
      ],
      ...(body
        ? {
            requestBody: {
              required: (body.required ?? []).length > 0,
              content: { [route.body?.type ?? "application/json"]: body },
            },
          }
        : {}),
      responses: responses(route),
      security,
      ...(route.auth.level === "optional" ? { anonymous: true } : {}),
      ...(route.undecided === undefined ? {} : { undecided: route.undecided }),
      source: { file: route.file, line: route.line },
    };
  });
  return {
    info: { ...about, server: usualServer(found) },
    resources: [],
    operations,
    schemas: {},
    securitySchemes: Object.fromEntries(schemes),
  };
}
