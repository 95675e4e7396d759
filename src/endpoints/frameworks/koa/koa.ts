import { FoundRoutes } from "../found.ts";
import { args } from "../../evaluate/machine.ts";
import type {
  Args,
  ExternalValue,
  FunctionValue,
  Machine,
  ObjectValue,
  Value,
} from "../../evaluate/types.ts";
import { each, items, object, propOf, textOf, unknown } from "../../evaluate/value.ts";
import type { Framework, FrameworkEntry, Route, Verb } from "../contract.ts";
import { Controllers } from "../controllers/controllers.ts";
import { ofKoa } from "../controllers/served.ts";
import { context } from "./context.ts";
import { members, type Entry, type Node } from "./members.ts";
import { memberOf } from "../members.ts";
import { answer } from "../observe.ts";
import { peel, type Layers } from "../onion.ts";
import { braced, joined, parametersIn } from "../paths.ts";
import { routeOf } from "../route.ts";
import { thrownStatus } from "../thrown.ts";
import { along, fits, isUnder, onlyPasses, under } from "../under.ts";
import { usual } from "../verbs.ts";

const application = /^koa(?:\.Koa)?$/;
/** Routers of Koa, and what libraries for it make of them. */
const routers = /^(?:@koa\/router|koa-[\w-]*router)(?:\.\w*Router|\.default)?$|^koa-[\w-]+\.\w*Router$/;

class Koa implements Framework {
  readonly #nodes = new Map<ObjectValue, Node>();
  readonly #mounted = new Set<ObjectValue>();
  readonly #controllers = new Controllers("Koa", ofKoa, {
    make: (isApp) => this.#make(isApp, ""),
    add: (router, entry) => {
      const node = this.#nodes.get(router);
      if (node) this.#add(node, entry);
    },
  });

  makes(path: string): boolean {
    return application.test(path) || routers.test(path);
  }

  call(callee: ExternalValue, given: Args, m: Machine): Value | undefined {
    if (application.test(callee.path)) return this.#make(true, "");
    if (routers.test(callee.path)) {
      const prefix = propOf(given.list[0], "prefix");
      return this.#make(false, textOf(prefix) ?? "");
    }
    if (/^koa-mount$/.test(callee.path)) {
      const [first, second] = given.list;
      const node: Node = { prefix: second ? (textOf(first) ?? "") : "", isApp: false, entries: [] };
      const made = object([], { type: "koa" });
      this.#nodes.set(made, node);
      this.#add(node, {
        kind: "use",
        methods: [],
        paths: undefined,
        handlers: [second ?? first ?? unknown],
        file: given.file,
        at: given.at,
      });
      return made;
    }
    if (/^koa-compose$/.test(callee.path)) return given.list[0];
    return this.#controllers.call(callee, given, m);
  }

  member(base: ExternalValue, name: string, self: Value): Value | undefined {
    return this.#controllers.member(base, name, self);
  }

  decorate(decorator: Value, on: Value): undefined {
    this.#controllers.decorate(decorator, on);
  }

  #make(isApp: boolean, prefix: string): ObjectValue {
    const node: Node = { prefix, isApp, entries: [] };
    const made = object([], {
      type: "koa",
      get: (name, self, m) =>
        self.props.get(name) ??
        memberOf(members, name, { self, node, m, add: (entry) => this.#add(node, entry) }),
    });
    this.#nodes.set(made, node);
    return made;
  }

  #add(node: Node, entry: Entry): void {
    node.entries.push({ ...entry, handlers: entry.handlers.flatMap((one) => items(one)).flatMap(each) });
    for (const child of entry.handlers.flatMap((one) => items(one)).flatMap(each))
      if (child.kind === "object" && this.#nodes.has(child)) this.#mounted.add(child);
  }

  routes(m: Machine): readonly Route[] {
    this.#controllers.fill(m);
    const all = [...this.#nodes];
    const roots = all.filter(([made, { isApp }]) => isApp && !this.#mounted.has(made));
    const lone = roots.length ? roots : all.filter(([made]) => !this.#mounted.has(made));
    const found = new FoundRoutes();
    for (const [app, node] of lone)
      this.#walk(node, {
        app,
        prefix: "",
        shared: [],
        before: [],
        params: [],
        found,
        m,
        depth: 0,
      });
    return found.all;
  }

  #walk(node: Node, at: Walk): void {
    if (at.depth > 12) return;
    const prefix = joined(at.prefix, braced(node.prefix));
    const before = [...at.before];
    const shared = [...at.shared];
    const params = [...at.params, ...node.entries.filter(({ kind }) => kind === "param")];
    for (const entry of node.entries) {
      if (at.found.isFull) return;
      if (entry.kind === "use") this.#use(entry, { ...at, prefix, shared, before, params });
      else if (entry.kind === "route") route(entry, { ...at, prefix, shared, before, params });
    }
  }

  #use(entry: Entry, at: Walk): void {
    for (const handler of entry.handlers) {
      const child = handler.kind === "object" ? this.#nodes.get(handler) : undefined;
      if (child) {
        for (const path of entry.paths ?? [""])
          this.#walk(child, {
            ...at,
            prefix: joined(at.prefix, braced(path)),
            before: [...at.before],
            depth: at.depth + 1,
          });
      } else if (entry.paths) at.before.push(under(handler, entry.paths, at.prefix));
      else if (at.depth === 0) at.shared.push(handler);
      else at.before.push(handler);
    }
  }
}

/** What the first Koa calls with the context as `this`. */
const isGenerator = (fn: Value): fn is FunctionValue => fn.kind === "function" && fn.fn.generator === true;

interface Walk {
  readonly app: Value;
  readonly prefix: string;
  /** Middleware of the whole application. */
  readonly shared: Value[];
  readonly before: Value[];
  readonly params: readonly Entry[];
  readonly found: FoundRoutes;
  readonly m: Machine;
  readonly depth: number;
}

function route(entry: Entry, at: Walk): void {
  for (const raw of entry.paths ?? []) {
    const isRest = /^\/?(?:\*|\(\.\*\)|\{\*\w+\})$/.test(raw);
    if (isRest && entry.methods !== usual) continue;
    const path = joined(at.prefix, braced(raw));
    const made = entry.methods.map((method) => endpoint({ entry, method, path, isRest }, at));
    // what `all` does before others answer is no endpoint
    if (made.includes("passes")) at.before.push(...along(entry.handlers, raw, at.prefix));
  }
}

interface Endpoint {
  readonly entry: Entry;
  readonly method: Verb;
  readonly path: string;
  /** It takes whatever nothing else does, which is no endpoint. */
  readonly isRest: boolean;
}

/** Follows a request to one endpoint; `passes` where a registration for all methods only stands before others. */
function endpoint({ entry, method, path, isRest }: Endpoint, at: Walk): "passes" | undefined {
  const names = new Set(parametersIn(path));
  const params = at.params
    .filter(({ name }) => name !== undefined && names.has(name))
    .flatMap(({ handlers }) => handlers);
  const layers = (): Layers => {
    const ctx = context(path, at.m, at.app);
    return {
      method,
      path,
      call: (fn, next, m) =>
        isGenerator(fn)
          ? m.call({ ...fn, self: ctx }, args(params.includes(fn) ? [unknown, next] : [next]))
          : m.call(fn, args(params.includes(fn) ? [unknown, ctx, next] : [ctx, next])),
      failed: (error, m) => {
        for (const status of thrownStatus(error)) answer(m, status);
      },
    };
  };
  const before = at.before.flatMap((fn) => (isUnder(fn) ? (fits(fn, path) ? [fn.fn] : []) : [fn]));
  let passes = false;
  at.found.add({ ...entry, method, path }, () => {
    const own = [...before, ...params, ...entry.handlers];
    const followed = peel({ shared: at.shared, own }, layers, at.m);
    const { run, auth } = followed;
    passes = onlyPasses(entry.methods, followed);
    if (passes || isRest) return undefined;
    return routeOf(
      {
        method,
        path,
        auth,
        run,
        file: entry.file,
        at: entry.at,
        handler: entry.handlers.at(-1),
        ...(entry.within && { within: entry.within, name: entry.within.name }),
      },
      at.m,
    );
  });
  return passes ? "passes" : undefined;
}

export const koa: FrameworkEntry = {
  language: "javascript",
  uses: (_, text) => /["'](?:koa|koa-router|@koa\/router|routing-controllers)["']/.test(text),
  open: () => new Koa(),
};
