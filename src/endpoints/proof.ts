import type { Route } from "./frameworks/contract.ts";
import type { Place } from "./evaluate/types.ts";
import type { Expression, Fn, Program } from "./program/ir.ts";
import { rootOf, routers } from "./witness/forms.ts";
import { makers } from "./makers.ts";
import { folderOf, requests, type Imports } from "./program/imports.ts";

/** Names of methods that register something in front of endpoints. */
const gate = /^(?:use|addHook|add_middleware|middleware|(?:before|after)_(?:app_)?request|useGlobal\w+)$/;

/** Whether code registers something in front of endpoints, outside of functions that were followed. */
function putsGate(part: unknown, called: ReadonlySet<unknown>): boolean {
  if (Array.isArray(part)) return part.some((item) => putsGate(item, called));
  if (typeof part !== "object" || part === null || called.has(part)) return false;
  const { kind, name, of } = part as Partial<Extract<Expression, { kind: "get" }>>; // checked below
  if (kind === "get" && gate.test(name ?? "") && of && routers.test(rootOf(of))) return true;
  return Object.values(part).some((below) => putsGate(below, called));
}

/** Functions and files that register something in front of endpoints and were not followed. */
export function unfollowed(
  programs: Iterable<readonly [string, Program]>,
  { called, isRun }: { readonly called: ReadonlySet<Fn>; readonly isRun: (path: string) => boolean },
): readonly Place[] {
  const found: Place[] = [];
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(walk);
    if (typeof part !== "object" || part === null) return;
    const isFn = "params" in part && "body" in part;
    if (isFn && !called.has(part as Fn)) {
      const { file, at, body } = part as Fn; // only functions have both
      if (putsGate(body, called)) found.push({ file, at });
      return;
    }
    Object.values(part).forEach(walk);
  };
  for (const [file, { body }] of programs) {
    if (isRun(file)) walk(body);
    else if (putsGate(body, called)) found.push({ file, at: 0 });
  }
  return found;
}

/** An application created in CommonJS, as in `require("fastify")()`, or by Nest. */
const required = /require\(["'](?:express|fastify|koa|hono)["']\)\s*\(|NestFactory\.create\(/;
/** Names of files that fastify-cli starts; they export a plugin. */
const started = /(?:^|\/)(?:app|index|server|main)\.[mc]?[jt]s$/;
const plugin =
  /(?:module\.exports\s*=|export default)\s+(?:async\s+)?function\s*\w*\s*\((?:fastify|app|server)\b/;
const isApplication = (path: string, text: string): boolean =>
  makers.test(text) || required.test(text) || (started.test(path) && plugin.test(text));

/** Groups files that import each other, directly or indirectly. */
function groups(
  paths: Iterable<string>,
  texts: ReadonlyMap<string, string>,
  imports: Imports,
): (path: string) => string {
  const above = new Map<string, string>();
  const find = (path: string): string => {
    let at = path;
    for (let next = above.get(at); next !== undefined; next = above.get(at)) at = next;
    return at;
  };
  for (const path of paths)
    for (const request of requests(path, texts.get(path) ?? "")) {
      const to = imports.of(request, path);
      if (to === undefined) continue;
      const [a, b] = [find(path), find(to)];
      if (a !== b) above.set(a, b);
    }
  return find;
}

/**
 * Sets the auth of open routes to `unknown` where code that configures their server was not followed. Such code counts
 * for its own application; outside of any, for all applications in the nearest folder.
 */
export function proven<T extends Route>(
  routes: readonly T[],
  unread: readonly (Place & { readonly line: number })[],
  { texts, imports }: { readonly texts: ReadonlyMap<string, string>; readonly imports: Imports },
): readonly (T & { readonly undecided?: string })[] {
  if (!unread.length) return routes;
  const groupOf = groups(texts.keys(), texts, imports);
  const own = new Set(routes.map(({ file }) => groupOf(file)));
  for (const [path, text] of texts) if (isApplication(path, text)) own.add(groupOf(path));
  /** The applications in the nearest enclosing folder that has any. */
  const around = (file: string): ReadonlySet<string> => {
    for (let folder = folderOf(file); ; folder = folderOf(folder.slice(0, -1))) {
      const found = [...texts.keys()]
        .filter((path) => path.startsWith(folder))
        .map(groupOf)
        .filter((group) => own.has(group));
      if (found.length || !folder) return new Set(found);
    }
  };
  const first = new Map<string, (typeof unread)[number]>();
  for (const place of unread) {
    const group = groupOf(place.file);
    for (const key of own.has(group) ? [group] : around(place.file))
      if (!first.has(key)) first.set(key, place);
  }
  return routes.map((route) => {
    const place = first.get(groupOf(route.file));
    if (!place || (route.auth.level !== "none" && route.auth.level !== "optional")) return route;
    const { schemes } = route.auth;
    return {
      ...route,
      auth: { level: "unknown", schemes: schemes.length ? schemes : ["bearer"], see: place },
      undecided: `${place.file}:${place.line}`,
    };
  });
}
