import { FoundRoutes } from "../found.ts";
import { args } from "../../evaluate/machine.ts";
import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, each, either, native, object, propOf, unknown } from "../../evaluate/value.ts";
import type { Framework, FrameworkEntry, Route } from "../contract.ts";
import { combined } from "./combine.ts";
import { context, honoFunctions } from "./context.ts";
import { covers } from "./covers.ts";
import { knows, members, type App, type Entry } from "./members.ts";
import { memberOf } from "../members.ts";
import { answer, dropFailures, newRun, observe } from "../observe.ts";
import { peel, type Layers } from "../onion.ts";
import { braced, joined } from "../paths.ts";
import { routeOf } from "../route.ts";
import { httpError } from "../statuses.ts";
import { thrownStatus } from "../thrown.ts";
import { onlyPasses } from "../under.ts";

const makers = /^(?:hono(?:\/(?:quick|tiny))?\.Hono|hono|@hono\/zod-openapi\.OpenAPIHono)$/;

const thrownByHono = /^hono(?:\/http-exception)?\.HTTPException$/;

/** `error.getResponse()` returns an answer with the error's status. */
const responseOf = (error: Value): Value =>
  native("getResponse", (_, m) => {
    for (const status of thrownStatus(error)) answer(m, status);
    return unknown;
  });

class Hono implements Framework {
  readonly #apps = new Map<ObjectValue, App>();
  readonly #mounted = new Set<ObjectValue>();
  /** Applications created by `basePath`, with the one they were created from. */
  readonly #above = new Map<ObjectValue, ObjectValue>();

  makes(path: string): boolean {
    return makers.test(path);
  }

  call(callee: ExternalValue, given: Args, m: Machine): Value | undefined {
    const known = honoFunctions.call?.(callee, given, m) ?? combined(callee, given);
    if (known) return known;
    if (makers.test(callee.path))
      return this.#make({
        base: "",
        entries: [],
        onError: undefined,
        hook: propOf(given.list[0], "defaultHook"),
      });
    if (callee.path === "hono/factory.createFactory")
      return object([], {
        type: "hono.factory",
        get: (name) => factory(name, () => this.#initialized(propOf(given.list[0], "initApp"), m)),
      });
    if (callee.path === "hono/factory.createMiddleware") return given.list[0];
    if (/^@hono\/zod-openapi\.createRoute$/.test(callee.path)) return given.list[0];
    if (thrownByHono.test(callee.path)) {
      const error = httpError(given.list[0] ?? 500, callee);
      error.props.set("getResponse", responseOf(error));
      return error;
    }
    if (callee.name === "Response" && callee.path === "Response" && m.run) {
      for (const status of numbersOf(propOf(given.list[1], "status"))) answer(m, status, given.list[0]);
      return object([], { type: "response" });
    }
    return undefined;
  }

  member(base: ExternalValue, name: string, self: Value): Value | undefined {
    if (!thrownByHono.test(base.path)) return undefined;
    if (name === "getResponse") return responseOf(self);
    return name === "status" ? either(thrownStatus(self).map((status) => constant(status))) : undefined;
  }

  #make(app: App): ObjectValue {
    const made = object([], {
      type: "hono",
      knows,
      get: (name, self, m) =>
        self.props.get(name) ??
        memberOf(members, name, {
          self,
          app,
          m,
          mount: (child) => this.#mount(child, self),
          below: (path) => this.#below({ app, self }, path),
        }),
    });
    this.#apps.set(made, app);
    return made;
  }

  /** `createApp` of a factory: an application that was passed to the factory's `initApp`. */
  #initialized(initApp: Value | undefined, m: Machine): ObjectValue {
    const made = this.#make({ base: "", entries: [], onError: undefined, hook: undefined });
    if (initApp) m.call(initApp, args([made]));
    return made;
  }

  /** `basePath`: an application mounted below this one, which inherits its hook and the middleware so far. */
  #below({ app, self }: { app: App; self: ObjectValue }, path: string): Value {
    const child = this.#make({ base: "", entries: [], onError: undefined, hook: app.hook });
    this.#mounted.add(child);
    this.#above.set(child, self);
    app.entries.push({ kind: "mount", methods: [], paths: [path], handlers: [], child, file: "", at: 0 });
    return child;
  }

  /** The applications in a value; they are marked as mounted below another. */
  #mount(child: Value, into: ObjectValue): readonly ObjectValue[] {
    const apps = each(child)
      .filter((value): value is ObjectValue => value.kind === "object" && this.#apps.has(value))
      .map((value) => this.#whole(value))
      .filter((value) => value !== this.#whole(into));
    for (const app of apps) this.#mounted.add(app);
    return apps;
  }

  /** The application from which `basePath` created this one. Mounting either mounts the whole, under its full path. */
  #whole(app: ObjectValue): ObjectValue {
    const above = this.#above.get(app);
    return above ? this.#whole(above) : app;
  }

  routes(m: Machine): readonly Route[] {
    const roots = [...this.#apps].filter(
      ([made, { entries }]) => !this.#mounted.has(made) && entries.length > 0,
    );
    const found = new FoundRoutes();
    for (const [, app] of roots) this.#walk(app, { prefix: "", before: [], errors: [], found, m, depth: 0 });
    return found.all;
  }

  /**
   * Finds the routes of an application. Returns the middleware it adds, which applies to its paths wherever they are
   * registered.
   */
  #walk(app: App, walk: Walk): Walk["before"] {
    if (walk.depth > 12) return [];
    const prefix = joined(walk.prefix, app.base);
    const errors = app.onError ? [app.onError, ...walk.errors] : walk.errors;
    const before = [...walk.before];
    for (const entry of app.entries) {
      if (walk.found.isFull) break;
      const paths = entry.paths.map((path) => joined(prefix, path));
      if (entry.kind === "use")
        for (const path of paths) {
          const isShared = walk.depth === 0 && /^\/?\*$/.test(path);
          before.push({ path, fns: entry.handlers, isShared });
        }
      else if (entry.kind === "mount" && entry.child) {
        const child = this.#apps.get(entry.child);
        for (const path of paths)
          if (child)
            before.push(
              ...this.#walk(child, {
                ...walk,
                prefix: path,
                before: [...before],
                errors,
                depth: walk.depth + 1,
              }),
            );
      } else
        for (const path of paths)
          if (route(entry, path, { ...walk, before, errors }) === "passes")
            before.push({ path, fns: entry.handlers, isShared: false });
    }
    return before.slice(walk.before.length);
  }
}

interface Walk {
  readonly prefix: string;
  readonly before: readonly {
    readonly path: string;
    readonly fns: readonly Value[];
    /** Applies to the whole application. */
    readonly isShared: boolean;
  }[];
  readonly errors: readonly Value[];
  readonly found: FoundRoutes;
  readonly m: Machine;
  readonly depth: number;
}

const numbersOf = (value: Value | undefined): readonly number[] =>
  value?.kind === "const" && typeof value.value === "number" ? [value.value] : value ? [] : [200];

const factory = (name: string, make: () => Value): Value =>
  native(name, ({ list }) =>
    name === "createMiddleware"
      ? (list[0] ?? unknown)
      : name === "createApp"
        ? make()
        : name === "createHandlers"
          ? { kind: "list", items: [...list] }
          : unknown,
  );

/** Whether static files are served: `app.get("/static/*", serveStatic({ … }))`. */
function isFiles({ handlers }: Entry, path: string): boolean {
  const last = handlers.at(-1);
  return path.endsWith("*") && last?.kind === "external" && last.of?.name === "serveStatic";
}

/** Follows requests to a registration. Returns `passes` if it is for all methods and only passes requests on. */
function route(entry: Entry, raw: string, { before, errors, found, m }: Walk): "passes" | undefined {
  const isRest = /^\/?\*$/.test(raw);
  if ((isRest && entry.methods.length === 1) || isFiles(entry, raw)) return undefined;
  const path = braced(raw);
  const around = before.filter((item) => covers(item.path, raw));
  const shared = around.filter(({ isShared }) => isShared).flatMap(({ fns }) => fns);
  const own = around.filter(({ isShared }) => !isShared).flatMap(({ fns }) => fns);
  let passes = false;
  for (const method of entry.methods) {
    const layers = (): Layers => {
      const c = context(path);
      return {
        method,
        path,
        call: (fn, next) => m.call(fn, args([c, next])),
        failed: (error) => fail(error, errors, { c, m }),
      };
    };
    found.add({ ...entry, method, path }, () => {
      const followed = peel({ shared, own: [...own, ...entry.handlers] }, layers, m);
      const { run, auth } = followed;
      passes ||= onlyPasses(entry.methods, followed);
      if (passes || isRest) return undefined;
      const { file, at, written } = entry;
      const handler = entry.handlers.at(-1);
      return routeOf({ method, path, auth, run, file, at, handler, ...(written && { written }) }, m);
    });
  }
  return passes ? "passes" : undefined;
}

function fail(error: Value, [handler]: readonly Value[], { c, m }: { c: Value; m: Machine }): void {
  if (handler && (handler.kind === "function" || handler.kind === "native")) {
    const before = m.run?.answers.length ?? 0;
    observe(m, m.run ?? newRun(false), () => m.call(handler, args([error, c])));
    if (error.kind !== "object" && m.run) dropFailures(m.run, (_, index) => index >= before);
    return;
  }
  for (const status of thrownStatus(error)) answer(m, status);
}

export const hono: FrameworkEntry = {
  language: "javascript",
  uses: (_, text) => /["'](?:hono(?:\/quick|\/tiny|\/factory)?|@hono\/zod-openapi)["']/.test(text),
  open: () => new Hono(),
};
