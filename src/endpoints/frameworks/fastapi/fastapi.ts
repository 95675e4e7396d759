import { ancestry } from "../../evaluate/classes.ts";
import { member } from "../../evaluate/lookup.ts";
import { args, isTooMuch, Stop } from "../../evaluate/machine.ts";
import type {
  Args,
  ClassValue,
  ExternalValue,
  Machine,
  ObjectValue,
  Scope,
  Value,
} from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  items,
  native,
  nothing,
  numbers,
  object,
  propOf,
  result,
  textOf,
  unknown,
} from "../../evaluate/value.ts";
import { type Framework, type FrameworkEntry, type Route, FoundRoutes } from "../contract.ts";
import { foreign, listed, headersOf, type Layer, requestOf } from "./around.ts";
import { registerMethods } from "./asked.ts";
import { isScheme, scheme } from "./errors.ts";
import { dependenciesIn, knows, routerMember, type Router } from "./members.ts";
import { file, page, sendOn } from "../observe.ts";
import { joined } from "../paths.ts";
import { httpError, statusNamed, pythonResponse } from "../statuses.ts";
import { endpoint, type Walk } from "./serve.ts";

const responses = /(?:^|\.)(?:\w*Response)$/;

/**
 * The status of a library's error that extends FastAPI's, by name:
 * `fastcrud.exceptions.http_exceptions.NotFoundException`.
 */
function libraryError(path: string, name: string): number | undefined {
  if (!/(?:^|\.)http_exceptions\.\w+Exception$/.test(path)) return undefined;
  const others: Readonly<Record<string, number>> = { DuplicateValueException: 422, RateLimitException: 429 };
  return statusNamed(name) ?? (Object.hasOwn(others, name) ? others[name] : 500);
}

const application = /^fastapi(?:\.applications)?\.FastAPI$/;
const router =
  /^(?:fastapi(?:\.routing|\.routers)?\.APIRouter|fastapi_(?:utils|restful)\.inferring_router\.InferringRouter)$/;

/** The functions in place of dependencies. Only assignments with functions as keys are followed. */
const newOverrides = (): ObjectValue =>
  object([], { type: "fastapi.overrides", knows: { has: (name) => name.startsWith("%") } });

class FastApi implements Framework {
  readonly #routers = new Map<ObjectValue, Router>();
  readonly #mounted = new Set<ObjectValue>();
  /** The handler that a route class of the program calls. */
  #handler: Value = unknown;

  makes(path: string): boolean {
    return application.test(path) || router.test(path);
  }

  call(callee: ExternalValue, callArgs: Args, m: Machine): Value | undefined {
    const { path, name } = callee;
    if (application.test(path)) return this.#make(true, callArgs, m);
    if (router.test(path)) return this.#make(false, callArgs, m);
    if (/^(?:fastapi|starlette)(?:\.exceptions)?\.(?:HTTPException|StarletteHTTPException)$/.test(path)) {
      sendOn(propOf(callArgs.named.get("headers") ?? callArgs.list[2], "Location"), m);
      return httpError(
        callArgs.named.get("status_code") ?? callArgs.list[0] ?? 500,
        callee,
        callArgs.named.get("detail") ?? callArgs.list[1],
      );
    }
    const named = libraryError(path, name);
    if (named !== undefined)
      return httpError(
        callArgs.named.get("status_code") ?? named,
        external("fastapi.HTTPException"),
        callArgs.named.get("detail") ?? callArgs.list[0],
      );
    if (/^(?:fastapi|starlette)(?:\.responses)?\./.test(path) && responses.test(name)) {
      if (name === "RedirectResponse") sendOn(callArgs.named.get("url") ?? callArgs.list[0], m);
      return response(callee, callArgs);
    }
    if (/^starlette\.datastructures\.(?:Mutable)?Headers$/.test(path) && m.run) return headersOf(callArgs);
    if (/^fastapi(?:\.params|\.param_functions)?\.(?:Depends|Security)$/.test(path))
      return result(callee, callArgs);
    if (callee.args && callee.of && isScheme(callee.of.name)) return scheme(callee.of.name, callee.args, m);
    return undefined;
  }

  define(cls: ClassValue, scope: Scope, m: Machine): void {
    if (!this.#routers.size) return;
    registerMethods(cls, {
      scope,
      m,
      isRouter: (value) => value.kind === "object" && this.#routers.has(value),
    });
  }

  member(base: ExternalValue, name: string, self: Value, m: Machine): Value | undefined {
    const baseArgs = self.kind === "object" ? self.base?.args : undefined;
    // an error class of the program carries the status that it passes to its base
    if (name === "status_code" && base.name.endsWith("HTTPException"))
      return baseArgs?.named.get(name) ?? baseArgs?.list[0];
    if (name === "get_route_handler" && base.name === "APIRoute") return native(name, () => this.#handler);
    if (!isScheme(base.name)) return undefined;
    // a subclass reads the name of its header from `model`
    if (name === "model") return object([["name", baseArgs?.named.get("name") ?? unknown]]);
    if (name !== "__call__") return undefined;
    return native(name, () => scheme(base.name, baseArgs ?? args([]), m));
  }

  init(self: ObjectValue, _base: ExternalValue, callArgs: Args, m: Machine): void {
    const router = this.#routers.get(self);
    if (router) this.#routers.set(self, { ...routerOf(router.isApp, callArgs, m), entries: router.entries });
  }

  #make(isApp: boolean, callArgs: Args, m: Machine): ObjectValue {
    const routerObject = object([["dependency_overrides", newOverrides()]], {
      type: "fastapi",
      knows,
      set: (name, value) => {
        const router = this.#routers.get(routerObject);
        if (router && name === "route_class")
          this.#routers.set(routerObject, { ...router, routeClass: value });
      },
      get: (name, self, m) => {
        const router = this.#routers.get(routerObject);
        const known = self.props.get(name);
        return (
          known ?? (router && routerMember(name, { self, router, m, mount: (child) => this.#mount(child) }))
        );
      },
    });
    this.#routers.set(routerObject, routerOf(isApp, callArgs, m));
    return routerObject;
  }

  /** The routers in a value; they are marked as mounted below another. */
  #mount(child: Value): readonly ObjectValue[] {
    const routers = each(child).filter(
      (value): value is ObjectValue => value.kind === "object" && this.#routers.has(value),
    );
    for (const router of routers) this.#mounted.add(router);
    return routers;
  }

  /** Runs startup functions once, as far as they can be followed. */
  #start(m: Machine): void {
    for (const [routerObject, { starts }] of this.#routers)
      for (const fn of starts.splice(0)) {
        if (fn.kind !== "function") continue;
        try {
          m.call(fn, args(fn.fn.params.length ? [routerObject] : []));
        } catch (error) {
          if (!(error instanceof Stop) && !isTooMuch(error)) throw error;
        }
      }
  }

  routes(m: Machine): readonly Route[] {
    this.#start(m);
    const roots = [...this.#routers].filter(
      ([routerObject, { isApp }]) => isApp && !this.#mounted.has(routerObject),
    );
    const lone = roots.length
      ? roots
      : [...this.#routers].filter(([routerObject]) => !this.#mounted.has(routerObject));
    const found = new FoundRoutes();
    for (const [routerObject, router] of lone)
      this.#walk(router, {
        prefix: "",
        dependencies: [],
        overrides: propOf(routerObject, "dependency_overrides"),
        handlers: router.handlers,
        around: [],
        found,
        m,
        depth: 0,
      });
    return found.all;
  }

  /** The layer of a program's route class around its handlers. */
  #routeLayer(cls: Value | undefined): readonly Layer[] {
    if (cls?.kind !== "class" || !member(cls, "get_route_handler"))
      return cls ? ancestry(cls).flatMap((value) => (value.kind === "class" ? [] : [foreign(value)])) : [];
    const call: Layer["call"] = (next, m) => {
      this.#handler = next;
      const self = object();
      self.cls = cls;
      return m.call(m.call(m.get(self, "get_route_handler"), args([])), args([requestOf()]));
    };
    return [{ fn: cls, call }];
  }

  #walk(router: Router, walk: Walk): void {
    if (walk.depth > 12) return;
    const prefix = joined(walk.prefix, router.prefix);
    const dependencies = [...walk.dependencies, ...router.dependencies];
    const around = [...walk.around, ...router.around.toReversed()];
    for (const entry of router.entries) {
      if (walk.found.isFull) return;
      if (entry.kind === "route") {
        for (const method of entry.methods)
          walk.found.add({ ...entry, method, path: joined(prefix, entry.path) }, () =>
            endpoint(entry, method, {
              ...walk,
              prefix,
              dependencies,
              around: [...around, ...this.#routeLayer(router.routeClass)],
            }),
          );
        continue;
      }
      const child = this.#routers.get(entry.router);
      if (child)
        this.#walk(child, {
          ...walk,
          prefix: joined(prefix, entry.prefix),
          dependencies: [...dependencies, ...entry.dependencies],
          handlers: child.isApp ? child.handlers : walk.handlers,
          overrides: child.isApp ? propOf(entry.router, "dependency_overrides") : walk.overrides,
          around,
          depth: walk.depth + 1,
        });
    }
  }
}

/** The settings of a new application or router. */
const routerOf = (isApp: boolean, callArgs: Args, m: Machine): Router => ({
  isApp,
  prefix: textOf(callArgs.named.get("prefix")) ?? "",
  dependencies: dependenciesIn(callArgs.named.get("dependencies")),
  routeClass: callArgs.named.get("route_class"),
  entries: [],
  handlers: [],
  around: listed(callArgs.named.get("middleware"), m),
  starts: [...each(callArgs.named.get("lifespan") ?? nothing), ...items(callArgs.named.get("on_startup"))],
});

/** A response that the program creates. */
function response(callee: ExternalValue, callArgs: Args): ObjectValue {
  // a template response takes its data before the status
  const place =
    callee.name === "TemplateResponse"
      ? callArgs.list.find((value) => numbers(value).length > 0)
      : callee.name === "RedirectResponse"
        ? undefined
        : callArgs.list[1];
  const status = callArgs.named.get("status_code") ?? place;
  const usual = callee.name === "RedirectResponse" ? 307 : 200;
  const isPage = callee.name === "TemplateResponse";
  const content = isPage ? page : (callArgs.named.get("content") ?? callArgs.list[0]);
  return pythonResponse(
    "fastapi",
    status ?? constant(usual),
    callee.name === "FileResponse" ? file : content,
  );
}

export const fastapi: FrameworkEntry = {
  language: "python",
  uses: (path, text) => path.endsWith(".py") && /^[ \t]*(?:from\s+fastapi|import\s+fastapi)\b/m.test(text),
  open: () => new FastApi(),
};
