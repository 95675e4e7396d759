import { some } from "../../words/name-words.ts";
import { effect, matches, type Look } from "./seen.ts";
import { inTable, listed } from "../../../../lib/index.ts";
import type { Effect } from "../outside.ts";

const codes: Readonly<Record<string, string>> = {
  OK: "200",
  CREATED: "201",
  ACCEPTED: "202",
  NO_CONTENT: "204",
  BAD_REQUEST: "400",
  UNAUTHORIZED: "401",
  FORBIDDEN: "403",
  NOT_FOUND: "404",
  CONFLICT: "409",
  GONE: "410",
  UNPROCESSABLE_ENTITY: "422",
  TOO_MANY_REQUESTS: "429",
  INTERNAL_SERVER_ERROR: "500",
};

const named = [/\b(?:httpStatus|HttpStatus|StatusCodes|status|http)\.([A-Z][A-Z_]+)\b/g];
const numbered = [
  /\bres(?:ponse)?\.(?:status|sendStatus)\(\s*(?:[\w.]*?)(\d{3})\s*\)/g,
  /\breply\.(?:code|status)\(\s*(\d{3})\s*\)/g,
  /\bctx\.(?:response\.)?status\s*=\s*(\d{3})\b/g,
  /\b(?:ctx\.throw|abort)\(\s*(\d{3})\b/g,
  /\bHTTP_(\d{3})_[A-Z_]+/g,
  /\bjson\([^;]*?\{\s*status:\s*(\d{3})\b/g,
  /^\s*return\s[^\n]*,\s*([1-5]\d\d)\s*$/gm,
];
const handlers = /^(?:req|res|request|response|reply|ctx|context|c)$/;

/** Finds the statuses that a request handler sends, if there are others than 200. */
export const statuses: Look = ({ body, parameters }) => {
  const found = new Set([
    ...matches(body, named).flatMap((match) =>
      match.startsWith("HTTP_") ? [] : (inTable(codes, match) ?? []),
    ),
    ...matches(body, numbered),
  ]);
  const sorted = [...found].toSorted();
  const isHandler = parameters.some(({ name }) => handlers.test(name));
  return isHandler && sorted.some((status) => status !== "200")
    ? [effect(["answers", "answering"], `with ${listed(sorted, "or")}`)]
    : [];
};

const registering = (found: readonly string[]): readonly Effect[] =>
  found.length > 0
    ? [effect(["registers", "registering"], `the route${found.length > 1 ? "s" : ""} ${some(found, 12)}`)]
    : [];

/**
 * Finds `app.get("/things", …)` if there are several, or of a router mounted elsewhere: `app.use("/things",
 * route)`.
 */
export const routes: Look = ({ body, names }) => {
  const isKnown = (owner: string): boolean => names.has(owner) || /^(?:app|router|server|api)$/i.test(owner);
  const mounted = new Map(
    [...body.matchAll(/\b(\w+)\.use\(\s*["'](\/[\w/:.-]*)["']\s*,\s*(\w+)\s*\)/g)].flatMap(
      ([, owner = "", path = "", router = ""]) => (isKnown(owner) ? [[router, path] as const] : []),
    ),
  );
  const found = [
    ...body.matchAll(/\b(\w+)\.(get|post|put|patch|delete)\(\s*["'](\/[^"'\s]*)["']\s*,/g),
  ].flatMap(([, owner = "", method = "", path = ""]) => {
    const prefix = mounted.get(owner) ?? (isKnown(owner) ? "" : undefined);
    return prefix === undefined ? [] : [route(method, prefix + path)];
  });
  return found.length > 1 || mounted.size > 0 ? registering([...new Set(found)]) : [];
};

const route = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replaceAll(/(?<=:\w+)\([^()]*\)/g, "").replace(/(?<=\w)\/$/, "")}`;

/** Describes the routes a class registers on its own router: `this.router.get(`${this.path}/:id`, …)`. */
export function routesOfClass(source: string): string | undefined {
  const [, path] =
    /^[ \t]*(?:(?:public|private|protected|readonly) )*path(?:: string)? = ["'](\/[^"'\s]*)["']/m.exec(
      source,
    ) ?? [];
  const found = [
    ...source.matchAll(
      /\bthis\.(?:\w+\.)?\w*[rR]outer\s*\.(get|post|put|patch|delete)\(\s*(?:this\.path|(["'`])(\$\{this\.path\})?([^"'`$\s]*)\2)\s*,/g,
    ),
  ].flatMap(([, method = "", , ownPath, rest = ""]) => {
    const whole = rest.startsWith("/") && ownPath === undefined ? rest : path && path + rest;
    return whole ? [route(method, whole.replaceAll("\\\\", "\\"))] : [];
  });
  return registering([...new Set(found)])[0]?.does;
}

/** Finds the errors that a middleware passes on: `next(new Failure(401, "…"))`. */
export const passes: Look = ({ body, names }) => {
  if (!names.has("next")) return [];
  const found = matches(body, [/\bnext\(\s*new\s+([A-Z][\w.]*\([^()\n`]{0,50}\))\s*\)/g]);
  return found.length ? [effect(["passes", "passing"], `${some(found, 4)} to \`next\``)] : [];
};

/** Finds routes in `.forRoutes({ path: "feed", method: RequestMethod.GET }, …)`. */
function routesIn(body: string): string {
  const paths = [
    ...body.matchAll(/\bpath:\s*["']([\w/:*-]+)["']\s*,\s*method:\s*RequestMethod\.([A-Z]+)/g),
  ].map(([, path = "", method = ""]) => `${method} /${path.replace(/^\//, "")}`);
  return paths.length ? some(paths, 10) : "its routes";
}

/** Finds `consumer.apply(Guard).forRoutes(…)`. */
export const guards: Look = ({ body }) => {
  const found = matches(body, [/\.apply\((\w+)\)\s*\.forRoutes\(/g]);
  return found.length ? [effect(["applies", "applying"], `${some(found, 3)} to ${routesIn(body)}`)] : [];
};
