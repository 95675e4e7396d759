import { actOn, answerEach, atGate } from "../../evaluate/blame.ts";
import { args } from "../../evaluate/machine.ts";
import type { Machine, Run, Value } from "../../evaluate/types.ts";
import { pattern } from "../../../schema/index.ts";
import { constant, object, propOf, truth, unknown, items, nothing, texts } from "../../evaluate/value.ts";
import { type Framework, type FrameworkEntry, type Route, type Verb, usual, verbs } from "../contract.ts";
import { request, response } from "../express/http.ts";
import { answer, functionsIn, exchange, hosted, input, newRun, credentials } from "../observe.ts";
import { authOf } from "../onion.ts";
import { parametersIn } from "../paths.ts";
import { routeOf, atHandler } from "../route.ts";
import { thrownStatus } from "../statuses.ts";
import { answered, webRequest, goesOn } from "../web.ts";
import { folderOf } from "../../program/imports.ts";
import { doubt } from "../../evaluate/uses.ts";

/** Whether a pattern of Next.js or of its libraries matches a path. */
export function covers(matcher: string, path: string): boolean {
  try {
    const source = matcher
      .replaceAll(/\/:\w+\*/g, "(?:/.*)?")
      .replaceAll(/\/:\w+\+/g, "/.+")
      .replaceAll(/:\w+/g, "[^/]+");
    return pattern(`^${source}$`).test(path);
  } catch {
    return false;
  }
}

interface Gate {
  readonly fn: Value;
  readonly matchers: readonly string[];
}

/** Whether a middleware file applies to an application: it is in its root folder, or above its `src` folder. */
function isBeside(path: string, base: string): boolean {
  const folder = folderOf(path);
  return folder === base || folder === base.replace(/(^|\/)src\/$/, "$1");
}

/** The middleware of a file, with its path patterns. */
function gateOf(path: string, m: Machine): readonly Gate[] {
  const module = m.module(path);
  if (!module) return [];
  const exports = m.load(`/${path}`, module);
  const fn = ["middleware", "proxy", "default"]
    .map((name) => m.get(exports, name))
    .find(({ kind }) => kind === "function" || kind === "external" || kind === "native");
  const matcher = propOf(m.get(exports, "config"), "matcher");
  const matchers = items(matcher).flatMap((item) => [...texts(item), ...texts(propOf(item, "source"))]);
  return fn ? [{ fn, matchers }] : [];
}

/** Runs the middleware; false if the request ends in it. */
function passes(gates: readonly Gate[], path: string, method: string, m: Machine): boolean {
  const { run } = m;
  const before = run?.isShared ?? false;
  // if it reads credentials, that says nothing about an endpoint unless it refuses
  if (run) run.isShared = true;
  try {
    return gates.every((gate) => letsThrough(gate, { path, method }, m));
  } finally {
    if (run) run.isShared = before;
  }
}

function letsThrough(
  { fn, matchers }: Gate,
  { path, method }: { readonly path: string; readonly method: string },
  m: Machine,
): boolean {
  if (matchers.length && !matchers.some((matcher) => covers(matcher, path))) return true;
  if (fn.kind === "external") {
    const isAuth = /next-auth|@auth\//.test(fn.path);
    if (!isAuth || !matchers.length) {
      doubt(fn, m, isAuth);
      return true;
    }
    credentials(m, "cookie:session");
    answer(m, 401);
    return m.run?.absent !== true;
  }
  const [inner] = functionsIn(fn);
  let isOpen = true;
  const asks = (): Value => (inner ? m.call(inner, args([webRequest(path, method), unknown])) : nothing);
  atGate(m, inner, () => actOn(m, asks, (value) => void (isOpen = goesOn(value, m))));
  return isOpen;
}

/** Route handlers, and API routes of the older router: files that are endpoints because of their location. */
export const appRoute = /(?:^|\/)app\/(?:(.*)\/)?route\.[mc]?[jt]sx?$/;
export const pageRoute = /(?:^|\/)pages\/(api\/.*|api)\.[mc]?[jt]sx?$/;

const edge = /^(?:.*\/)?(?:middleware|proxy)\.[mc]?[jt]s$/;

const segment = (part: string): readonly string[] => {
  if (/^\(.*\)$|^@/.test(part) || part === "") return [];
  const name = /^\[{1,2}(?:\.\.\.)?([^\]]+)\]{1,2}$/.exec(part)?.[1];
  return [name === undefined ? part : `{${name}}`];
};

const pathOf = (inside: string): string => `/${inside.split("/").flatMap(segment).join("/")}`;

class Next implements Framework {
  readonly #texts: ReadonlyMap<string, string>;

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  routes(m: Machine): readonly Route[] {
    const gate = [...this.#texts.keys()].filter(
      (path) => edge.test(path) && /next/.test(this.#texts.get(path) ?? ""),
    );
    const found: Route[] = [];
    for (const file of this.#texts.keys()) {
      const app = appRoute.exec(file);
      const page = app ? null : pageRoute.exec(file);
      if (!app && !page) continue;
      const module = m.module(file);
      if (!module) continue;
      const exports = m.load(`/${file}`, module);
      const base = file.slice(0, (app ?? page)?.index ?? 0).replace(/[^/]$/, "$&/");
      const gates = gate.filter((path) => isBeside(path, base)).flatMap((path) => gateOf(path, m));
      const at = { file, exports, m, gates };
      const ofApp = app
        ? appRoutes(pathOf(app[1] ?? ""), at)
        : pageRoutes(pathOf((page?.[1] ?? "").replace(/\/index$/, "")), at);
      const below = this.#basePath(base);
      found.push(...(below ? ofApp.map((route) => ({ ...route, path: `${below}${route.path}` })) : ofApp));
    }
    return found;
  }

  /** The literal `basePath` in the settings of the application in `base`. */
  #basePath(base: string): string | undefined {
    const root = base.replace(/(^|\/)src\/$/, "$1");
    for (const ending of ["js", "mjs", "cjs", "ts", "mts"]) {
      const text = this.#texts.get(`${root}next.config.${ending}`);
      const bare = text?.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      const [wording, other] = bare?.match(/\bbasePath\s*:\s*(["'`])\/[\w./-]+\1/g) ?? [];
      if (wording && !other) return /\/[\w./-]+/.exec(wording)?.[0].replace(/\/+$/, "");
    }
    return undefined;
  }
}

interface At {
  readonly file: string;
  readonly exports: Value;
  readonly m: Machine;
  readonly gates: readonly Gate[];
}

/** Answers an uncaught error with 500, except for those that Next.js itself throws. */
function failed(error: Value, m: Machine): void {
  const isOwn = error.kind === "object" && error.base?.path.startsWith("next/") === true;
  for (const status of isOwn ? thrownStatus(error) : [500]) answer(m, status);
}

const paramsOf = (path: string): Value => {
  const known = new Set(parametersIn(path));
  return hosted("next.params", (name, _self, m) => (known.has(name) ? m.get(input("path"), name) : unknown));
};

function appRoutes(path: string, { file, exports, m, gates }: At): readonly Route[] {
  return verbs.flatMap((method): readonly Route[] => {
    const exported = m.get(exports, method.toUpperCase());
    const [handler] = functionsIn(exported);
    if (!handler || (handler.kind !== "function" && handler.kind !== "native" && handler.kind !== "external"))
      return [];
    // an application that receives all requests has routes of its own
    if (handler.kind === "external" && handler.path.startsWith("hono/")) return [];
    const follow = (): void => {
      if (!passes(gates, path, method, m)) return;
      const callArgs = args([webRequest(path, method), object([["params", paramsOf(path)]])]);
      const answerOne = (value: Value): void => {
        answered(value, m);
        // a value that a library created is an answer, too
        if (value.kind === "external" && value.args) answer(m, 200);
      };
      const answerAll = (value: Value): void => answerEach(value, handler, { m, answer: answerOne });
      atHandler(m, handler, () => actOn(m, () => m.call(handler, callArgs), answerAll));
    };
    const through = (run: Run): Run => exchange(m, run, follow, (error) => failed(error, m));
    const run = through(newRun(false));
    const auth = authOf(run, through);
    const index = handler.kind === "function" && handler.fn.file === file ? handler.fn.at : 0;
    return [routeOf({ method, path, auth, run, file, at: index, handler }, m)];
  });
}

function pageRoutes(path: string, { file, exports, m, gates }: At): readonly Route[] {
  const [handler] = functionsIn(m.get(exports, "default"));
  if (handler?.kind === "external") m.foreign.push({ name: handler.path, path, file, at: 0 });
  if (!handler || (handler.kind !== "function" && handler.kind !== "native" && handler.kind !== "object"))
    return [];
  let asks = false;
  const statusesByVerb = new Map<Verb, readonly number[]>();
  const through = (run: Run, method: Verb): Run => {
    let before = 0;
    const follow = (): void => {
      if (!passes(gates, path, method, m)) return;
      before = run.answers.length;
      const req = request(path);
      const plain = req.host;
      const watched = object([...req.props], {
        type: "next.request",
        get: (name, self, machine) => {
          if (name !== "method") return self.props.get(name) ?? plain?.get?.(name, self, machine);
          asks = true;
          return constant(method.toUpperCase());
        },
      });
      atHandler(m, handler, () => m.call(handler, args([watched, response()])));
    };
    exchange(m, run, follow, (error) => failed(error, m));
    // answers of the middleware don't show which methods are served
    if (!run.absent)
      statusesByVerb.set(
        method,
        run.answers.slice(before).map(({ status }) => status),
      );
    return run;
  };
  const names = new Set(parametersIn(path));
  const found = usual.flatMap((method): readonly Route[] => {
    const run = through(newRun(false), method);
    const statuses = statusesByVerb.get(method) ?? [];
    const isGood = statuses.some((status) => status < 400);
    if (!isGood && (!statuses.length || statuses.includes(405))) return [];
    const auth = authOf(run, (fresh) => through(fresh, method));
    toPath(run, path);
    const index = handler.kind === "function" && handler.fn.file === file ? handler.fn.at : 0;
    const route = routeOf({ method, path, auth, run, file, at: index, handler }, m);
    return [{ ...route, query: route.query.filter(({ name }) => !names.has(name) && name !== "nextauth") }];
  });
  const answers = (route: Route): boolean =>
    (statusesByVerb.get(route.method) ?? []).some((status) => status < 400);
  if (asks) return found.some(answers) ? found.filter(answers) : found;
  // a handler that doesn't check the method serves all alike: whether a body is read shows the intended one
  const bodyParser = propOf(propOf(m.get(exports, "config"), "api"), "bodyParser");
  const readsItself = bodyParser !== undefined && truth(bodyParser) === false;
  const pageMethod = found.some(({ body }) => body) || readsItself || /webhook/i.test(path) ? "post" : "get";
  return found.filter(({ method }) => method === pageMethod);
}

/** Removes path parameters from the query: `req.query` holds both. */
function toPath(run: Run, path: string): void {
  const query = run.reads.get("query");
  if (!query) return;
  for (const name of parametersIn(path)) query.delete(name);
}

export const next: FrameworkEntry = {
  language: "javascript",
  uses: (path) => appRoute.test(path) || pageRoute.test(path),
  open: (texts) => new Next(texts),
};
