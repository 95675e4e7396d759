import { literal } from "../../../lib/index.ts";
import { atGate, blame } from "../../evaluate/blame.ts";
import { doubt } from "../../evaluate/uses.ts";
import { args } from "../../evaluate/machine.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, Machine, Value } from "../../evaluate/types.ts";
import { items, native, nothing, object, propOf, texts, truth, unknown } from "../../evaluate/value.ts";
import { unparsed } from "../bodies.ts";
import { endSilently, Passed } from "../observe.ts";
import { outside } from "../outside.ts";
import type { Call } from "./context.ts";
import type { Container } from "./container.ts";

export interface Middleware {
  readonly fns: readonly Value[];
  /** Applies to the whole application. */
  readonly isShared: boolean;
  /** Whether it applies to a request; `undefined` if unknown. */
  fits(to: To): boolean | undefined;
}

interface To {
  readonly method: string;
  readonly path: string;
  readonly controller: Value;
}

/** The middleware functions for a request; an unknown value if it isn't known whether they apply. */
export function middlewareFor(
  { fns, isShared, fits }: Middleware,
  to: To,
): readonly { readonly fn: Value; readonly isShared: boolean }[] {
  const goes = fits(to);
  if (goes === undefined) return [{ fn: unknown, isShared: false }];
  return goes ? fns.map((fn) => ({ fn, isShared })) : [];
}

interface Place {
  readonly path: string;
  /** Absent: any method. */
  readonly method?: string;
}

/** Whether a Nest path pattern matches a path. */
export function covers(pattern: string, path: string): boolean {
  const marked = pattern
    .replace(/^\/|\/$/g, "")
    .replaceAll(/\{?\*\w*\}?|\(\.\*\)/g, "\u0000")
    .replaceAll(/:\w+/g, "\u0001");
  const source = literal(marked).replaceAll("\u0000", ".*").replaceAll("\u0001", "[^/]+");
  return new RegExp(`^${source}$`).test(path.replace(/^\/|\/$/g, ""));
}

const isAny = (pattern: string): boolean => /^\/?(?:\{?\*\w*\}?|\(\.\*\))$/.test(pattern);

function placeOf(value: Value): readonly Place[] {
  if (value.kind === "object" && !value.cls) {
    const method = propOf(value, "method");
    const name = method?.kind === "external" ? method.name.toLowerCase() : undefined;
    return texts(propOf(value, "path")).map((path) =>
      name === undefined || name === "all" ? { path } : { path, method: name },
    );
  }
  return texts(value).map((path) => ({ path }));
}

/** Whether some of the classes or paths match a request; `undefined` if one of them is unknown. */
function fitsAny(all: readonly Value[], { method, path, controller }: To): boolean | undefined {
  const places = all.flatMap(placeOf);
  const isOf = (place: Place): boolean => place.method === undefined || place.method === method;
  if (all.includes(controller) || places.some((place) => isOf(place) && covers(place.path, path)))
    return true;
  return all.some((value) => value.kind !== "class" && !placeOf(value).length) ? undefined : false;
}

/** The middleware that a module's `configure` applies, with its routes. */
export function forRoutes(module: ClassValue, container: Container, m: Machine): readonly Middleware[] {
  if (!member(module, "configure")) return [];
  const found: Middleware[] = [];
  const consumer = object([], {
    type: "nest.consumer",
    get: (name) => (name === "apply" ? native(name, ({ list: fns }) => proxy(fns, found)) : unknown),
  });
  const instance = container.make(module, m);
  m.call(m.get(instance, "configure"), args([consumer]));
  return found;
}

function proxy(fns: readonly Value[], found: Middleware[]): Value {
  const excluded: Value[] = [];
  const self: Value = object([], {
    type: "nest.proxy",
    get: (name) =>
      native(name, ({ list: given }) => {
        const all = given.flatMap((value) => items(value));
        if (name === "exclude") excluded.push(...all);
        if (name === "forRoutes") {
          const places = all.flatMap(placeOf);
          found.push({
            fns: fns.flatMap((value) => items(value)),
            isShared: places.some((place) => place.method === undefined && isAny(place.path)),
            fits(to) {
              const [goes, isOut] = [fitsAny(all, to), fitsAny(excluded, to)];
              return goes === false || isOut === true ? false : goes && isOut === false ? true : undefined;
            },
          });
        }
        return self;
      }),
  });
  return self;
}

/** Runs a middleware; false if the request ends in it. */
export function passes(
  middleware: Value,
  { m, container, req, res }: Call,
  refuse: (error: Value) => void,
): boolean {
  let reached = false;
  const passed = new Passed();
  const next = native("next", ({ list: [error] }) => {
    passed.on(m);
    if (error && truth(error) !== false) {
      blame(error, m);
      m.throws.push(error);
    } else reached = true;
    return nothing;
  });
  if (middleware.kind === "unknown") doubt(middleware, m);
  if (middleware.kind === "external") {
    const { passes: goesOn, throws } = outside(middleware, m);
    m.throws.push(...throws, ...unparsed(middleware, refuse, m));
    return goesOn;
  }
  const instance = middleware.kind === "class" ? container.make(middleware, m) : middleware;
  const fn = instance.kind === "object" ? m.get(instance, "use") : instance;
  if (fn.kind !== "function" && fn.kind !== "native") return true;
  atGate(m, instance, () => {
    m.call(fn, args([req, res, next]));
    if (m.run) endSilently(passed, m.run);
  });
  return reached;
}
