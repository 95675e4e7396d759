import type { Args, Known, Machine, ObjectValue, Value } from "../evaluate/types.ts";
import { each, native, nothing, object, textOf, unknown } from "../evaluate/value.ts";
import { type Framework, type Route, type Verb, FoundRoutes, usual } from "./contract.ts";
import { memberOf, type Members } from "./facts.ts";
import type { Seen } from "./middleware.ts";
import { braced, joined, parametersIn } from "./paths.ts";
import { routeOf } from "./route.ts";
import { along, onlyGuards, onlyPasses, throughFor, under, type Under } from "./under.ts";

export interface Entry {
  readonly kind: "use" | "route" | "param";
  readonly methods: readonly Verb[];
  /** Undefined: any path. */
  readonly paths: readonly string[] | undefined;
  /** Regular expressions in addition to the paths. */
  readonly patterns?: readonly Value[];
  /** Patterns must match whole paths, and only for the given methods. */
  readonly isWhole?: boolean;
  readonly handlers: readonly Value[];
  /** The path parameter that it is called for. */
  readonly name?: string;
  readonly file: string;
  readonly at: number;
  /** The schemas that the registration declares for its answers. */
  readonly written?: ReadonlyMap<string, Value>;
}

/** An application or a router, with its registrations. */
export interface Node {
  prefix: string;
  readonly isApp: boolean;
  readonly entries: Entry[];
}

/** The application or router whose method is called. */
export interface On {
  readonly self: ObjectValue;
  readonly node: Node;
  readonly m: Machine;
  readonly add: (entry: Entry) => void;
  /** Creates another router. */
  readonly make: () => ObjectValue;
}

export const placeOf = ({ file, at }: Args): Pick<Entry, "file" | "at"> => ({ file, at });

/** A method of applications and routers. */
export type Call = Members<On>[string];

/** A method that returns its router and otherwise changes nothing. */
export const itself: Call = (_given, { self }) => self;

/** `router.param("id", …handlers)` */
export const param: Call = (args, { self, add }) => {
  const [named, ...handlers] = args.list;
  const name = textOf(named);
  if (name !== undefined)
    add({ kind: "param", methods: [], paths: undefined, name, handlers, ...placeOf(args) });
  return self;
};

/** The differences between router-based frameworks. */
export interface Facts {
  readonly name: "Express" | "Koa" | "Hono";
  readonly members: Members<On>;
  readonly knows: Known;
  /** Flattens handlers as they are registered. */
  readonly flat: (handlers: readonly Value[]) => readonly Value[];
  /**
   * Whether a request that a router doesn't answer has passed through its middleware before reaching later handlers.
   */
  readonly passesOn: boolean;
}

/** A request to one endpoint. */
export interface Asked {
  readonly method: Verb;
  readonly path: string;
  readonly prefix: string;
  readonly app: ObjectValue;
  /** The router and those that it is mounted in, innermost first. */
  readonly around: readonly ObjectValue[];
  readonly entry: Entry;
  /** Middleware of the whole application. */
  readonly shared: readonly Value[];
  readonly before: readonly Under[];
  /** Functions that are called for a path parameter, with its name. */
  readonly params: ReadonlyMap<Value, string>;
  readonly handlers: readonly Value[];
}

interface Walk {
  readonly app: ObjectValue;
  readonly around: readonly ObjectValue[];
  readonly prefix: string;
  /** Middleware of the whole application. */
  readonly shared: Value[];
  readonly before: Under[];
  readonly params: readonly Entry[];
  readonly found: FoundRoutes;
  readonly m: Machine;
  readonly depth: number;
}

const deepest = 12;
const isRoot = (path: string): boolean => path === "/" || path === "";

/** Whether a path is a catch-all, which is no endpoint. */
const isRest = (path: string): boolean => /^\/?(?:\*\w*|\(\.\*\)|\{\*\w+\})$/.test(path);

/** Nested applications and routers, with middleware and routes in the order of registration. */
export abstract class Routers implements Framework {
  readonly #facts: Facts;
  readonly #nodes = new Map<ObjectValue, Node>();
  readonly #mounted = new Set<ObjectValue>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Creates an application or a router with initial registrations. */
  protected make(isApp: boolean, prefix = "", entries: readonly Entry[] = []): ObjectValue {
    const node: Node = { prefix, isApp, entries: [] };
    const { name: framework, members, knows } = this.#facts;
    const router = object([], {
      type: framework.toLowerCase(),
      knows,
      get: (name, self, m) =>
        self.props.get(name) ??
        memberOf(members, name, {
          self,
          node,
          m,
          add: (entry) => this.add(node, entry),
          make: () => this.make(false),
        }) ??
        (knows.has(name) ? native(name, () => unknown) : undefined),
      call: () => nothing,
    });
    this.#nodes.set(router, node);
    for (const entry of entries) this.add(node, entry);
    return router;
  }

  protected add(node: Node, entry: Entry): void {
    const handlers = this.#facts.flat(entry.handlers);
    node.entries.push({ ...entry, handlers });
    for (const child of handlers.flatMap(each))
      if (child.kind === "object" && this.#nodes.has(child)) this.#mounted.add(child);
  }

  /** The registrations of a router; `undefined` for any other value. */
  protected entriesOf(value: Value): readonly Entry[] | undefined {
    return value.kind === "object" ? this.#nodes.get(value)?.entries : undefined;
  }

  /** The handlers of a route, including the middleware of routers among them. */
  protected handlersOf({ handlers }: Entry): readonly Value[] {
    return handlers;
  }

  /** Whether a function handles only errors. */
  protected isForErrors(_handler: Value): boolean {
    return false;
  }

  /** Follows a request to an endpoint. */
  protected abstract follow(call: Asked, m: Machine): Seen;

  routes(m: Machine): readonly Route[] {
    const free = [...this.#nodes].filter(([router]) => !this.#mounted.has(router));
    const apps = free.filter(([, { isApp }]) => isApp);
    const found = new FoundRoutes();
    for (const [app, node] of apps.length ? apps : free)
      this.#walk(node, {
        app,
        around: [app],
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

  /** Finds the routes of a router. Returns its middleware, which requests pass through that it doesn't answer. */
  #walk(node: Node, walk: Walk): readonly Under[] {
    if (walk.depth > deepest) return [];
    const prefix = joined(walk.prefix, braced(node.prefix));
    // called for every route with their parameter, also for those registered before
    const params = [...walk.params, ...node.entries.filter(({ kind }) => kind === "param")];
    const on = { ...walk, prefix, shared: [...walk.shared], before: [...walk.before], params };
    for (const entry of node.entries) {
      if (walk.found.isFull) break;
      if (entry.kind === "use") this.#use(entry, on);
      else if (entry.kind === "route") this.#route(entry, on);
    }
    return on.before.slice(walk.before.length);
  }

  #use(entry: Entry, walk: Walk): void {
    const paths = entry.paths ?? [""];
    for (const handler of entry.handlers.flatMap(each)) {
      const child = handler.kind === "object" ? this.#nodes.get(handler) : undefined;
      if (child) {
        // where a pattern matches is unknown
        const passed = (paths.length ? paths : [""]).flatMap((path) =>
          this.#walk(child, {
            ...walk,
            around: [handler as ObjectValue, ...walk.around], // as `child` is its node
            prefix: joined(walk.prefix, braced(path)),
            depth: walk.depth + 1,
          }),
        );
        if (this.#facts.passesOn) walk.before.push(...passed);
      } else if (this.isForErrors(handler)) continue;
      else if (walk.depth === 0 && (!entry.paths || entry.paths.some(isRoot))) walk.shared.push(handler);
      else {
        const { patterns = [], isWhole: isExact = false } = entry;
        const methods = isExact ? entry.methods : undefined;
        walk.before.push(under(handler, paths, { prefix: walk.prefix, patterns, isExact, methods }));
      }
    }
  }

  #route(entry: Entry, walk: Walk): void {
    const handlers = this.handlersOf(entry).filter((value) => !this.isForErrors(value));
    for (const raw of entry.paths ?? []) {
      const isOpen = isRest(raw);
      const path = joined(walk.prefix, braced(raw));
      const passing = entry.methods.filter((method) =>
        this.#endpoint({ entry, method, path, handlers, isOpen }, walk),
      );
      // a registration that only runs before others is no endpoint
      const methods = entry.methods === usual ? undefined : passing;
      if (passing.length) walk.before.push(...along(handlers, raw, { prefix: walk.prefix, methods }));
    }
  }

  /** Adds one endpoint. Returns true if the registration only runs before others. */
  #endpoint(
    {
      isOpen,
      ...asked
    }: Pick<Asked, "entry" | "method" | "path" | "handlers"> & { readonly isOpen: boolean },
    { prefix, app, around, shared, before, params, found, m }: Walk,
  ): boolean {
    const { entry, method, path, handlers } = asked;
    const names = new Set(parametersIn(path));
    const pathParams = params.filter(({ name }) => name !== undefined && names.has(name));
    let passes = false;
    found.add({ ...entry, method, path }, () => {
      const followed = this.follow(
        {
          ...asked,
          prefix,
          app,
          around,
          shared,
          before: before.flatMap((middleware) => throughFor(middleware, path, method)),
          params: new Map(pathParams.flatMap(({ name = "", handlers }) => handlers.map((fn) => [fn, name]))),
        },
        m,
      );
      const { run, auth } = followed;
      passes = onlyPasses(entry.methods, followed) || onlyGuards(followed);
      if (passes || isOpen) return undefined;
      const { file, at, written } = entry;
      const handler = handlers.at(-1);
      return routeOf(
        {
          method,
          path,
          auth,
          run,
          file,
          at,
          handler,
          ...(written && { written }),
        },
        m,
      );
    });
    return passes;
  }
}
