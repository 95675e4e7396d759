import type { Route } from "./frameworks/contract.ts";
import type { Place } from "./evaluate/types.ts";
import type { Expression, Fn, Program, Statement } from "./program/ir.ts";
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

/** Members that pass a request on to an application: `app.fetch(request)`. */
const door = /^(?:fetch|handle|callback|emit)$/;
const applications = /^(?:server|hono|koa|fastify|express)$|app$/i;

/** Names in conditions that depend only on where a request goes. */
const places = new Set(
  (
    "req request ctx context scope event env url nexturl path pathname method type " +
    "startswith endswith match test includes"
  ).split(" "),
);

/** Whether a part, apart from functions within it, contains a node for which `holds` is true. */
const has = (part: unknown, holds: (part: object) => boolean): boolean =>
  typeof part === "object" &&
  part !== null &&
  (holds(part) || Object.values(part).some((below) => !isFn(below) && has(below, holds)));

const isFn = (part: unknown): part is Fn =>
  typeof part === "object" && part !== null && "params" in part && "body" in part;

const leaves = (part: object): boolean => "kind" in part && /^(?:return|throw)$/.test(String(part.kind));
const saysMore = (part: object): boolean =>
  "name" in part && typeof part.name === "string" && !places.has(part.name.toLowerCase());

/** Whether a function passes requests on only under a condition on more than where they go. */
function guardsDoor(fn: Fn): boolean {
  const parameterNames = new Set<string>();
  let isGuarded = false;
  const branch = (test: unknown, parts: readonly unknown[]): boolean => {
    const before = isGuarded;
    isGuarded ||= has(test, saysMore);
    const found = walk(test) || parts.some(walk);
    isGuarded &&= before || has(parts, leaves);
    return found;
  };
  const walk = (part: unknown): boolean => {
    if (Array.isArray(part)) return part.some(walk);
    if (typeof part !== "object" || part === null) return false;
    if (isFn(part)) for (const { to } of part.params) if (to.kind === "name") parameterNames.add(to.name);
    const of = part as Expression | Statement | { readonly kind?: undefined }; // parts of these have no kind
    if (of.kind === "if" || of.kind === "choose") return branch(of.test, [of.yes, of.no]);
    if (of.kind === "logic") return branch(of.left, [of.right]);
    if (of.kind === "call") {
      const { callee, args } = of;
      if (
        callee.kind === "name" &&
        args.length > 1 &&
        applications.test(callee.name) &&
        !parameterNames.has(callee.name)
      )
        return isGuarded;
      if (callee.kind === "get" && door.test(callee.name) && applications.test(rootOf(callee.of)))
        return isGuarded;
    }
    return Object.values(part).some(walk);
  };
  return walk(fn);
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
    if (isFn(part) && !called.has(part)) {
      const { file, at, body } = part;
      if (putsGate(body, called) || guardsDoor(part)) found.push({ file, at });
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
  const provenGroups = new Set(routes.map(({ file }) => groupOf(file)));
  for (const [path, text] of texts) if (isApplication(path, text)) provenGroups.add(groupOf(path));
  /** The applications in the nearest enclosing folder that has any. */
  const around = (file: string): ReadonlySet<string> => {
    for (let folder = folderOf(file); ; folder = folderOf(folder.slice(0, -1))) {
      const found = [...texts.keys()]
        .filter((path) => path.startsWith(folder))
        .map(groupOf)
        .filter((group) => provenGroups.has(group));
      if (found.length || !folder) return new Set(found);
    }
  };
  const first = new Map<string, (typeof unread)[number]>();
  const seen = new Set<string>();
  for (const place of unread) {
    if (seen.has(place.file)) continue; // its applications already have the file's first place
    seen.add(place.file);
    const group = groupOf(place.file);
    for (const key of provenGroups.has(group) ? [group] : around(place.file))
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
