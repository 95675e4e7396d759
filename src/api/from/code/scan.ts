import type { Files } from "../../../workspace/index.ts";
import { start } from "./evaluate/index.ts";
import { args, Exhausted, Stop } from "./evaluate/machine.ts";
import type { Machine } from "./evaluate/types.ts";
import type { Framework, Route } from "./frameworks/contract.ts";
import { frameworks } from "./frameworks/table.ts";
import { node } from "./evaluate/node.ts";
import { withDependents } from "./program/dependents.ts";
import { identity } from "./frameworks/identity.ts";
import { statuses } from "./frameworks/statuses.ts";
import { web } from "./frameworks/web.ts";
import { load, type Loaded } from "./load.ts";
import { readJavaScript } from "./program/javascript/statements.ts";
import { readPython } from "./program/python/statements.ts";
import { marshmallowLibrary } from "./schema/marshmallow.ts";
import { validation } from "./schema/validate.ts";

/** A route with its place. */
export interface FoundRoute extends Route {
  readonly line: number;
  readonly framework: string;
}

export interface Scan {
  readonly routes: readonly FoundRoute[];
  /** Files whose routes may be missing, and why. */
  readonly left: readonly { readonly file: string; readonly why: string }[];
  /** Source files that were looked at. */
  readonly files: number;
}

const stepsEach = 50_000;

const lineOf = (text: string | undefined, at: number): number => (text ?? "").slice(0, at).split("\n").length;

const within = (path: string, folder: string): boolean =>
  folder === "" || path === folder || path.startsWith(`${folder}/`);

const makers =
  /\b(?:Flask|Quart|FastAPI|APIRouter|Blueprint|express|fastify|Fastify|Router)\(|new (?:Hono|OpenAPIHono|Koa|Router)\b/;

/** Functions that make an application and that nothing calls, as servers and tests do from outside. */
function callMakers(path: string, machine: Machine, text: string): void {
  const module = machine.module(path);
  for (const value of module?.scope.vars.values() ?? []) {
    if (value.kind !== "function" || value.fn.file !== path || machine.called.has(value.fn)) continue;
    const end = /\n(?=[^\s})])/.exec(text.slice(value.fn.at))?.index ?? text.length;
    if (!makers.test(text.slice(value.fn.at, value.fn.at + end))) continue;
    machine.allow(stepsEach);
    try {
      machine.call(value, { ...args([]), open: true });
    } catch (error) {
      if (!(error instanceof Stop) && !(error instanceof Exhausted)) throw error;
    }
  }
}

/** Finds the routes of one framework: runs the modules that use it, then asks it what was registered. */
function scanOne(name: string, { sources }: Loaded): Omit<Scan, "files"> {
  const entry = frameworks[name];
  const used = [...sources.texts].filter(([path, text]) => entry?.uses(path, text)).map(([path]) => path);
  if (!entry || !used.length) return { routes: [], left: [] };
  const framework: Framework = entry.open(sources.texts);
  const { machine, modules } = start({
    sources,
    libraries: [framework, validation, marshmallowLibrary, identity, web, statuses, node(sources.texts)],
    read: (path, text) => (path.endsWith(".py") ? readPython(path, text) : readJavaScript(path, text)),
  });
  const left: { file: string; why: string }[] = [];
  for (const path of withDependents(used, sources)) {
    machine.allow(stepsEach);
    try {
      machine.module(path);
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error;
      left.push({ file: path, why: "it does too much to be followed" });
    }
  }
  for (const path of used) callMakers(path, machine, sources.texts.get(path) ?? "");
  machine.allow(stepsEach);
  const routes = framework.routes(machine).map((route) => ({
    ...route,
    framework: name,
    line: lineOf(sources.texts.get(route.file), route.at),
  }));
  return {
    routes,
    left: [...left, ...modules.broken.map((file) => ({ file, why: "it has a syntax error" }))],
  };
}

/** One route a method and path: the first that was registered answers. */
function distinct(routes: readonly FoundRoute[]): readonly FoundRoute[] {
  const found = new Map<string, FoundRoute>();
  for (const route of routes) {
    const key = `${route.method} ${route.path.replaceAll(/\{[^{}]*\}/g, "{}")}`;
    if (!found.has(key)) found.set(key, route);
  }
  return [...found.values()];
}

/**
 * Finds the HTTP routes of a project by following its code, without running any of it.
 * @param folder A file or folder, relative; only routes registered there are given, though prefixes come from everywhere.
 */
export async function scanRoutes(files: Pick<Files, "find" | "tryRead">, folder = ""): Promise<Scan> {
  const loaded = await load(files);
  const all = Object.keys(frameworks).map((name) => scanOne(name, loaded));
  const routes = distinct(all.flatMap((one) => one.routes)).filter(({ file }) => within(file, folder));
  const left = [...loaded.left, ...all.flatMap((one) => one.left)].filter(({ file }) => within(file, folder));
  return {
    routes,
    left: [...new Map(left.map((one) => [one.file, one])).values()],
    files: loaded.sources.texts.size,
  };
}
