import { FoundRoutes } from "../found.ts";
import { args } from "../../evaluate/machine.ts";
import { ordinary } from "../../evaluate/errors.ts";
import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { each, nothing, object, unknown } from "../../evaluate/value.ts";
import type { Framework, FrameworkEntry, Route, Verb } from "../contract.ts";
import { Controllers } from "../controllers/controllers.ts";
import { ofExpress } from "../controllers/served.ts";
import { usual } from "../verbs.ts";
import { errorHandlers, isErrorHandler, passOn } from "./errors.ts";
import { request, response } from "./http.ts";
import { members, type Entry } from "./members.ts";
import { memberOf } from "../members.ts";
import { follow, type Chain } from "../middleware.ts";
import { braced, joined, parametersIn } from "../paths.ts";
import { routeOf } from "../route.ts";
import { functionsIn } from "../observe.ts";
import { along, baseOf, fits, isUnder, onlyPasses, under } from "../under.ts";

const type = "express";

class Express implements Framework {
  readonly #entries = new Map<ObjectValue, Entry[]>();
  readonly #apps = new Set<ObjectValue>();
  readonly #mounted = new Set<ObjectValue>();
  readonly #controllers = new Controllers("Express", ofExpress, {
    make: (isApp) => this.#make(isApp),
    add: (router, entry) => this.#add(this.#entries.get(router) ?? [], entry),
  });

  call(callee: ExternalValue, given: Args, m: Machine): Value | undefined {
    if (callee.path === "express") return this.#make(true);
    if (
      /^express(?:-promise-router)?(?:\.Router|\.default)?$/.test(callee.path) ||
      callee.path === "express-promise-router"
    )
      return this.#make(false);
    return this.#controllers.call(callee, given, m);
  }

  member(base: ExternalValue, name: string, self: Value): Value | undefined {
    return this.#controllers.member(base, name, self);
  }

  status(error: Value): number | undefined {
    return this.#controllers.status(error);
  }

  decorate(decorator: Value, on: Value): undefined {
    this.#controllers.decorate(decorator, on);
  }

  #make(isApp: boolean): ObjectValue {
    const entries: Entry[] = [];
    const router = object([], {
      type,
      get: (name, self, m) =>
        self.props.get(name) ??
        memberOf(members, name, { self, m, add: (entry) => this.#add(entries, entry) }),
      call: () => nothing,
    });
    this.#entries.set(router, entries);
    if (isApp) this.#apps.add(router);
    return router;
  }

  #add(entries: Entry[], entry: Entry): void {
    entries.push(entry);
    for (const child of entry.handlers.flatMap(each))
      if (child.kind === "object" && this.#entries.has(child)) this.#mounted.add(child);
  }

  routes(m: Machine): readonly Route[] {
    this.#controllers.fill(m);
    const roots = [...this.#apps].filter((app) => !this.#mounted.has(app));
    const lone = roots.length
      ? roots
      : [...this.#entries.keys()].filter((router) => !this.#mounted.has(router));
    const found = new FoundRoutes();
    for (const root of lone)
      this.#walk(root, {
        app: root,
        prefix: "",
        shared: [],
        before: [],
        params: [],
        ends: this.#ends(root),
        found,
        m,
        depth: 0,
      });
    return found.all;
  }

  /** Where errors of an application go, and requests that an error handler passes on without one. */
  #ends(app: ObjectValue): readonly Value[] {
    const uses = (this.#entries.get(app) ?? []).filter(({ kind }) => kind === "use");
    return uses.flatMap(({ handlers, paths }) =>
      handlers.flatMap((handler) => {
        if (handler.kind === "object" && this.#entries.has(handler)) return errorHandlers(this.#all(handler));
        return isErrorHandler(handler) || !paths || paths.some(isRoot) ? [handler] : [];
      }),
    );
  }

  /** Handlers in the order of registration, in all that is mounted. */
  #all(router: ObjectValue, seen: Set<ObjectValue> = new Set()): readonly Value[] {
    if (seen.has(router)) return [];
    seen.add(router);
    return (this.#entries.get(router) ?? [])
      .filter(({ kind }) => kind === "use")
      .flatMap(({ handlers }) =>
        handlers.flatMap((handler) =>
          handler.kind === "object" && this.#entries.has(handler) ? this.#all(handler, seen) : [handler],
        ),
      );
  }

  /** Finds what a router answers; gives the middleware that a request goes through which it doesn't answer. */
  #walk(router: ObjectValue, at: Walk): readonly Value[] {
    if (at.depth > 12) return [];
    const shared = [...at.shared];
    const before = [...at.before];
    const entries = this.#entries.get(router) ?? [];
    // they are called wherever their parameter is, also for routes that were registered before them
    const params = [...at.params, ...entries.filter(({ kind }) => kind === "param")];
    for (const entry of entries) {
      if (at.found.isFull) break;
      if (entry.kind === "use") this.#use(entry, { ...at, shared, before, params });
      else if (entry.kind === "route") this.#route(entry, { ...at, shared, before, params });
    }
    return before.slice(at.before.length);
  }

  #use(entry: Entry, at: Walk & { shared: Value[]; before: Value[] }): void {
    for (const handler of entry.handlers.flatMap(each)) {
      if (handler.kind === "object" && this.#entries.has(handler)) {
        const ahead = entry.handlers.slice(0, entry.handlers.indexOf(handler)).filter(isPlain);
        const passed = (entry.paths ?? [""]).flatMap((path) =>
          this.#walk(handler, {
            ...at,
            prefix: joined(at.prefix, braced(path)),
            before: [...at.before, ...ahead.map((fn) => under(fn, [path], at.prefix))],
            depth: at.depth + 1,
          }).map((fn) => (isUnder(fn) ? fn : under(fn, [path], at.prefix))),
        );
        at.before.push(...passed);
      } else if (isErrorHandler(handler)) continue;
      else if (at.depth === 0 && (!entry.paths || entry.paths.some(isRoot))) at.shared.push(handler);
      else at.before.push(under(handler, entry.paths ?? [""], at.prefix));
    }
  }

  #route(entry: Entry, at: Walk & { before: Value[] }): void {
    // a router among the handlers of a route is its middleware
    const all = entry.handlers.flatMap((one) =>
      one.kind === "object" && this.#entries.has(one) ? this.#all(one).filter(isPlain) : [one],
    );
    const handlers = all.filter(isPlain);
    const ends = [...errorHandlers(all), ...at.ends];
    for (const raw of entry.paths ?? []) {
      const isRest = /^\/?(?:\*\w*|\(\.\*\)|\{\*\w+\})$/.test(raw);
      if (isRest && entry.methods !== usual) continue;
      const path = joined(at.prefix, braced(raw));
      const made = entry.methods.map((method) =>
        endpoint({ entry, method, path, isRest, handlers, ends }, at),
      );
      // what `all` does before others answer is no endpoint
      if (made.includes("passes")) at.before.push(...along(handlers, raw, at.prefix));
    }
  }
}

interface Endpoint {
  readonly entry: Entry;
  readonly method: Verb;
  readonly path: string;
  /** It takes whatever nothing else does, which is no endpoint. */
  readonly isRest: boolean;
  readonly handlers: readonly Value[];
  readonly ends: readonly Value[];
}

/** Follows a request to one endpoint; `passes` where a registration for all methods only stands before others. */
function endpoint(one: Endpoint, at: Walk): "passes" | undefined {
  const { entry, method, handlers, ends, path: full } = one;
  const through = at.before.filter((fn) => !isUnder(fn) || fits(fn, full));
  const before = through.map((fn) => (isUnder(fn) ? fn.fn : fn));
  const names = new Set(parametersIn(full));
  const params = at.params
    .filter(({ paths }) => paths?.some((name) => names.has(name)))
    .flatMap((param) => param.handlers);
  const bases = new Map<Value, string>();
  const mountAt = (fn: Value, base: string): void => {
    for (const one of [fn, ...functionsIn(fn)]) bases.set(one, base);
  };
  for (const fn of [...params, ...handlers]) mountAt(fn, at.prefix);
  for (const fn of through.filter(isUnder)) mountAt(fn.fn, baseOf(fn, full));
  const chain = (): Chain => ({
    ...expressChain(ends, { path: full, bases, app: at.app }),
    path: full,
    method,
  });
  let passes = false;
  at.found.add({ ...entry, method, path: full }, () => {
    const around = { shared: at.shared, own: [...before, ...params, ...handlers] };
    const followed = follow(around, chain, at.m);
    const { run, auth } = followed;
    passes = onlyPasses(entry.methods, followed);
    if (passes || one.isRest) return undefined;
    return routeOf(
      {
        method,
        path: full,
        auth,
        run,
        file: entry.file,
        at: entry.at,
        handler: handlers.at(-1),
        ...(entry.within && { within: entry.within, name: entry.within.name }),
      },
      at.m,
    );
  });
  return passes ? "passes" : undefined;
}

interface Walk {
  /** What a request belongs to. */
  readonly app: Value;
  readonly prefix: string;
  /** Middleware of the whole application. */
  readonly shared: readonly Value[];
  readonly before: readonly Value[];
  readonly params: readonly Entry[];
  /** Error handlers of the application, and what stands between and after them. */
  readonly ends: readonly Value[];
  readonly found: FoundRoutes;
  readonly m: Machine;
  readonly depth: number;
}

const isRoot = (path: string): boolean => path === "/" || path === "";
const isPlain = (value: Value): boolean => !isErrorHandler(value);

const isUnknown = (error: Value): boolean => error.kind === "unknown" && error.written === undefined;

/** How Express calls handlers, and where their errors go. */
function expressChain(
  ends: readonly Value[],
  { path, bases, app }: { path: string; bases: ReadonlyMap<Value, string>; app: Value },
): Chain {
  let base = "";
  const req = request(path, app, () => base);
  const res = response();
  /** The status that was set before an error was thrown, which error handlers may look at. */
  const set = new Map<Value, Value>();
  return {
    args(next, fn) {
      base = bases.get(fn) ?? "";
      return args([req, res, next, unknown, unknown]);
    },
    thrown(error) {
      const status = res.props.get("statusCode");
      if (status && !set.has(error)) set.set(error, status);
    },
    failed(error, m) {
      const again = response();
      const status = set.get(error);
      if (status) again.props.set("statusCode", status);
      passOn(isUnknown(error) ? ordinary() : error, ends, { m, req, res: again });
    },
  };
}

export const express: FrameworkEntry = {
  language: "javascript",
  uses: (_, text) => /["'](?:express|express-promise-router|routing-controllers)["']/.test(text),
  open: () => new Express(),
};
