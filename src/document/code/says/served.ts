import { type FoundRoute, scanRoutes } from "../../../endpoints/index.ts";
import type { Declared, Symbol } from "../../../inspect/index.ts";
import { lastName, listed } from "../../../lib/index.ts";
import type { Files } from "../../../workspace/index.ts";
import { code } from "../words/name-words.ts";

/** Requests related to a declaration. */
export interface Requests {
  /** Requests it handles. */
  readonly answers: readonly FoundRoute[];
  /** Requests whose body or query it describes. */
  readonly body: readonly FoundRoute[];
  readonly query: readonly FoundRoute[];
  /** For a constant: requests that its file registers. */
  readonly registered: readonly FoundRoute[];
}

export type RequestsOf = (symbol: Symbol) => Requests | undefined;

const none: RequestsOf = () => undefined;

/** Larger projects are skipped: following a program takes time. */
const mostFiles = 4000;
const steps = 600_000;

/**
 * Returns which requests a project's functions and methods handle, with full paths, and what NestJS
 * handlers receive.
 */
export async function requestsIn(files: Files, index: Declared): Promise<RequestsOf> {
  if (index.files.length > mostFiles) return none;
  const { routes } = await scanRoutes(files, "", steps);
  const found = new Map<number, { -readonly [key in keyof Requests]: FoundRoute[] }>();
  const put = (symbol: Symbol, part: keyof Requests, route: FoundRoute): void => {
    const routesOfSymbol = found.get(symbol.place) ?? { answers: [], body: [], query: [], registered: [] };
    routesOfSymbol[part].push(route);
    found.set(symbol.place, routesOfSymbol);
  };
  for (const [file, fileRoutes] of Map.groupBy(routes, ({ handler }) => handler?.file)) {
    const text = file === undefined ? null : await files.tryRead(file).catch(() => null);
    if (file === undefined || text === null || !index.holds(file, text)) continue;
    for (const route of fileRoutes) {
      const symbol = index.in(file).find((item) => isHandler(item, route, text));
      if (!symbol) continue;
      put(symbol, "answers", route);
      const { start, end } = symbol.declaration.range;
      for (const [, part, type = ""] of text.slice(start, end).matchAll(parameterPattern)) {
        const meant = index.meaning(type, file);
        if (meant) put(meant, part === "Body" ? "body" : "query", route);
      }
    }
  }
  const origins = routes.flatMap((route) => route.origins.map((origin) => ({ ...origin, route })));
  for (const [file, fileOrigins] of Map.groupBy(origins, (one) => one.file)) {
    const text = await files.tryRead(file).catch(() => null);
    if (text === null || !index.holds(file, text)) continue;
    for (const { part, at, route } of fileOrigins) {
      const symbol = index.in(file).find((item) => isDescription(item, at, text));
      if (symbol && !found.get(symbol.place)?.[part].includes(route)) put(symbol, part, route);
    }
  }
  const byFile = Map.groupBy(routes, ({ file }) => file);
  for (const [file, fileRoutes] of byFile)
    for (const symbol of index.in(file))
      if (symbol.declaration.kind === "constant")
        for (const route of fileRoutes) put(symbol, "registered", route);
  return ({ place }) => found.get(place);
}

/** Matches `@Body() user: CreateUserDto`. */
const parameterPattern =
  /@(Body|Query)\(\s*(?:new \w+\([^()]*\)\s*)?\)\s*(?:readonly\s+)?\w+\??\s*:\s*([A-Z]\w*)\s*[,)=\n]/g;

/** Whether a declaration is the handler function itself, not one that contains or creates it. */
function isHandler({ declaration }: Symbol, { handler }: FoundRoute, text: string): boolean {
  const { range, kind, name } = declaration;
  if (!handler || kind === "class" || kind === "type") return false;
  if (handler.at < range.start || handler.at >= range.end) return false;
  if (kind === "method" || handler.file.endsWith(".py")) return lastName(name) === handler.name;
  return !/=>|\{/.test(text.slice(range.start, handler.at));
}

/** Whether a declaration is a class, or only a schema whose last call is at a position. */
function isDescription({ declaration: { kind, range } }: Symbol, index: number, text: string): boolean {
  if (index < range.start || index >= range.end) return false;
  if (kind === "class") return !text.slice(range.start, index).includes(":");
  return (
    kind === "constant" && /^[\w$.]+\(/.test(text.slice(index, range.end)) && closes(text, index, range.end)
  );
}

/** Whether nothing follows the call that begins at a position. */
function closes(text: string, index: number, end: number): boolean {
  let depth = 0;
  const tokens = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|\/\/[^\n]*|[()]/g;
  tokens.lastIndex = index;
  for (let match = tokens.exec(text); match && match.index < end; match = tokens.exec(text)) {
    if (match[0] === "(") depth += 1;
    else if (match[0] === ")" && --depth === 0) return /^[\s;]*$/.test(text.slice(match.index + 1, end));
  }
  return false;
}

const requestOf = ({ method, path }: FoundRoute): string => `${method.toUpperCase()} ${path}`;

/** Returns the requests a router's file registers, as clients write them. */
export const wholePaths = ({ registered }: Requests): readonly string[] => [
  ...new Set(registered.map(requestOf)),
];

/** Formats requests: `GET` and `POST /login`, `GET /logout`. */
function routesText(routes: readonly FoundRoute[]): string | undefined {
  const paths = [...Map.groupBy(routes, ({ path }) => path)];
  const phrases = paths.map(([path, pathRoutes]) => {
    const methods = [...new Set(pathRoutes.map(({ method }) => method.toUpperCase()))];
    const last = code(`${methods.pop() ?? ""} ${path}`, 90);
    return last && listed([...methods.map((method) => `\`${method}\``), last], "and");
  });
  const whole = phrases.filter((item) => item !== undefined);
  return whole.length > 0 && whole.length === paths.length && whole.length < 5 ? listed(whole) : undefined;
}

/** Describes the handled request as a client writes it, and whether it requires authentication. */
export function answered({ answers }: Requests, status = ""): string | undefined {
  const routes = routesText(answers);
  if (!routes) return undefined;
  const levels = new Set(answers.map(({ auth }) => auth.level));
  const asks =
    levels.size > 1 || levels.has("none")
      ? ""
      : levels.has("required")
        ? "; needs authentication"
        : answers.every(({ file }) => file.endsWith(".py")) // pages that know who is signed in
          ? ""
          : "; authentication is optional";
  return `answers ${routes}${status}${asks}`;
}

/** Describes which requests use a class or type. */
export function described({ body, query }: Requests): string | undefined {
  const [sent, queryRoutes] = [routesText(body), routesText(query)];
  if (sent && query.length === 0) return `the body of ${sent}`;
  return queryRoutes && body.length === 0 ? `the query of ${queryRoutes}` : undefined;
}
