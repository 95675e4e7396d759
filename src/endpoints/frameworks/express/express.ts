import { ordinary } from "../../evaluate/errors.ts";
import { args } from "../../evaluate/machine.ts";
import type { ExternalValue, Machine, ObjectValue, Value, Args } from "../../evaluate/types.ts";
import { unknown, constant, items, native, object, texts } from "../../evaluate/value.ts";
import { type FrameworkEntry, type Verb, isVerb, usual, verbs } from "../contract.ts";
import { follow, type Chain, type Seen } from "../middleware.ts";
import { functionsIn, parameter } from "../observe.ts";
import { Routers, type Asked, type Entry, itself, param, placeOf, type Call, type On } from "../routers.ts";
import { baseOf, pathsBesidePatterns, patternsOf, usedFor } from "../under.ts";
import { request, response, errorHandlers, isErrorHandler, passOn } from "./http.ts";
import { knownBy, type Members } from "../facts.ts";

/** Whether a path is known only at run time, or is a pattern. */
const isOpen = (value: Value | undefined): boolean =>
  value?.kind === "unknown" || patternsOf(value).length > 0;

const flat = (handlers: readonly Value[]): readonly Value[] => items({ kind: "list", items: [...handlers] });

const unclear = ({ m }: On, args: Args): void => void m.unclear.push(placeOf(args));

/** Registers handlers for a path. An unknown path is skipped; handlers of a pattern act as middleware. */
function register(
  { add }: On,
  path: Value | undefined,
  entry: Pick<Entry, "methods" | "handlers" | "file" | "at">,
): void {
  const patterns = patternsOf(path);
  const paths = pathsBesidePatterns(path);
  if (path?.kind !== "unknown" && (!patterns.length || paths?.length))
    add({ kind: "route", paths, ...entry });
  if (patterns.length) add({ kind: "use", paths: [], patterns, isWhole: true, ...entry });
}

/** `app.get("/path", …handlers)` */
function route(on: On, args: Args, methods: readonly Verb[]): Value {
  const [path, ...rest] = args.list;
  if (isOpen(path)) unclear(on, args);
  const handlers = flat(pathsBesidePatterns(path) ? rest : args.list);
  register(on, path, { methods, handlers, ...placeOf(args) });
  return on.self;
}

/** `router.route("/path").get(…handlers)` */
const chain: Call = (at, on) => {
  const path = at.list[0] ?? constant("");
  if (isOpen(path)) unclear(on, at);
  if (path.kind === "unknown") return unknown;
  const under: ObjectValue = object([], {
    type: "express.route",
    get: (verb) => {
      const methods = verb === "all" ? usual : isVerb(verb) ? [verb] : undefined;
      if (!methods) return unknown;
      return native(verb, (args) => {
        register(on, path, { methods, handlers: flat(args.list), ...placeOf(args) });
        return under;
      });
    },
  });
  return under;
};

const setting = (name: string): string => `%setting ${name}`;

/** Names of packages' handlers that answer requests themselves; other middleware of packages passes them on. */
const serves = /rout(?:er|es)|serve|static|swagger|graphql|proxy|admin|docs|api[-_]?reference/i;

/** Methods of applications and routers. */
const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb): [string, Call] => [verb, (args, on) => route(on, args, [verb])])),
  // a setting: `app.get("env")`
  get(args, on) {
    const [name] = args.list.length === 1 ? texts(args.list[0]) : [];
    if (name === undefined) return route(on, args, ["get"]);
    return on.self.props.get(setting(name)) ?? unknown;
  },
  del: (args, on) => route(on, args, ["delete"]),
  all: (args, on) => route(on, args, usual),
  use(args, on) {
    const { paths, patterns, rest } = usedFor(args.list);
    const handlers = flat(rest);
    const isRouter = handlers.some((value) => value.kind === "object" && value.host?.knows);
    if (isRouter && patterns.some(({ kind }) => kind === "unknown")) unclear(on, args);
    const last = handlers.at(-1);
    for (const path of paths?.length === 0 ? [""] : (paths ?? []))
      if (last?.kind === "external" && serves.test(last.path))
        on.m.foreign.push({ name: last.path, path, ...placeOf(args) });
    on.add({ kind: "use", methods: [], paths, patterns, handlers, ...placeOf(args) });
    return on.self;
  },
  param,
  route: chain,
  set({ list: [name, value] }, { self, m }) {
    const [called] = texts(name);
    if (called !== undefined && value) m.set(self.props, setting(called), value);
    return self;
  },
  enable: itself,
  disable: itself,
  engine: itself,
};

const knows = knownBy(
  members,
  "listen locals mountpath enabled disabled render path on once emit off setMaxListeners address close server io name default",
);

const routers = /^express(?:-promise-router)?(?:\.Router|\.default)?$|^express-promise-router$/;

class Express extends Routers {
  constructor() {
    super({ name: "Express", members, knows, flat, passesOn: true });
  }

  call({ path }: ExternalValue): Value | undefined {
    return routers.test(path) ? this.make(path === "express") : undefined;
  }

  protected override isForErrors(handler: Value): boolean {
    return isErrorHandler(handler);
  }

  protected override handlersOf({ handlers }: Entry): readonly Value[] {
    return handlers.flatMap((handler) =>
      this.entriesOf(handler) ? this.#all(handler).filter((fn) => !isErrorHandler(fn)) : [handler],
    );
  }

  /** The handlers that receive an application's errors, and requests that an error handler passes on without one. */
  #ends(app: ObjectValue): readonly Value[] {
    const uses = (this.entriesOf(app) ?? []).filter(({ kind }) => kind === "use");
    return uses.flatMap(({ handlers, paths }) =>
      handlers.flatMap((handler) => {
        if (this.entriesOf(handler)) return errorHandlers(this.#all(handler));
        return isErrorHandler(handler) || !paths || paths.some(isRoot) ? [handler] : [];
      }),
    );
  }

  /** All handlers in the order of registration, including those of mounted routers. */
  #all(router: Value, seen: Set<Value> = new Set()): readonly Value[] {
    if (seen.has(router)) return [];
    seen.add(router);
    return (this.entriesOf(router) ?? [])
      .filter(({ kind }) => kind === "use")
      .flatMap(({ handlers }) =>
        handlers.flatMap((handler) => (this.entriesOf(handler) ? this.#all(handler, seen) : [handler])),
      );
  }

  protected override follow(call: Asked, m: Machine): Seen {
    const { entry, path, prefix, app, method, shared, before, params, handlers } = call;
    const ends = [...errorHandlers(entry.handlers), ...this.#ends(app)];
    const bases = new Map<Value, string>();
    const mountAt = (fn: Value, base: string): void => {
      for (const value of [fn, ...functionsIn(fn)]) bases.set(value, base);
    };
    for (const fn of [...params.keys(), ...handlers]) mountAt(fn, prefix);
    for (const under of before) mountAt(under.fn, baseOf(under, path));
    const own = new Set(handlers.flatMap((handler) => [handler, ...functionsIn(handler)]));
    const routeHandlers = [...params.keys(), ...handlers];
    const entries = this.entriesOf(call.around[0] ?? app) ?? [];
    const isFollowed = entries
      .slice(entries.indexOf(entry) + 1)
      .some((later) => answersToo(later, entry, method));
    return follow(
      { shared: [...shared, ...before.map(({ fn }) => fn)], local: routeHandlers },
      () => ({
        ...expressChain(ends, { path, bases, app, params }),
        isOfRoute: (fn) => own.has(fn),
        isFollowed,
        path,
        method,
      }),
      m,
    );
  }
}

/** Paths whose parameters have any names, compared as Express does by default. */
const unnamed = (path: string): string => path.replaceAll(/:\w+/g, ":").toLowerCase();

/** Whether a route answers requests that another one leaves. */
function answersToo(later: Entry, { paths = [] }: Entry, method: Verb): boolean {
  const own = new Set(paths.map(unnamed));
  return (
    later.kind === "route" &&
    later.methods.includes(method) &&
    later.paths?.some((path) => own.has(unnamed(path))) === true
  );
}

const isRoot = (path: string): boolean => path === "/" || path === "";
const isUnknown = (error: Value): boolean => error.kind === "unknown" && error.written === undefined;

/** How Express calls handlers and passes on their errors. */
function expressChain(
  ends: readonly Value[],
  {
    path,
    bases,
    app,
    params,
  }: Pick<Asked, "path" | "app" | "params"> & { readonly bases: ReadonlyMap<Value, string> },
): Chain {
  let base = "";
  const req = request(path, app, () => base);
  const res = response();
  /** The status set before an error was thrown, which error handlers may read. */
  const set = new Map<Value, Value>();
  return {
    args(next, fn, m) {
      base = bases.get(fn) ?? "";
      const name = params.get(fn);
      return args([req, res, next, name === undefined ? unknown : parameter(name, m), unknown]);
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
