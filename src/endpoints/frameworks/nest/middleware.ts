import { literal } from "../../../lib/index.ts";
import { pattern as linear } from "../../../schema/index.ts";
import { args } from "../../evaluate/machine.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, Machine, Value } from "../../evaluate/types.ts";
import { items, native, object, propOf, texts, unknown } from "../../evaluate/value.ts";
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

/** Maximum length of a path pattern; where a longer one applies is unknown. */
const longest = 1000;

/** Whether a Nest path pattern matches a path. */
export function covers(pattern: string, path: string): boolean {
  if (pattern.length > longest) return false;
  const marked = pattern
    .replace(/^\/|\/$/g, "")
    .replaceAll(/\{?\*\w*\}?|\(\.\*\)/g, "\u0000")
    .replaceAll(/:\w+/g, "\u0001");
  const source = literal(marked).replaceAll("\u0000", ".*").replaceAll("\u0001", "[^/]+");
  return linear(`^${source}$`).test(path.replace(/^\/|\/$/g, ""));
}

const isAny = (pattern: string): boolean => /^\/?(?:\{?\*\w*\}?|\(\.\*\))$/.test(pattern);

function placeOf(value: Value): readonly Place[] {
  if (value.kind === "object" && !value.cls) {
    const method = propOf(value, "method");
    const name = method?.kind === "external" ? method.name.toLowerCase() : undefined;
    return placeOf(propOf(value, "path") ?? unknown).map(({ path }) =>
      name === undefined || name === "all" ? { path } : { path, method: name },
    );
  }
  return texts(value)
    .filter((path) => path.length <= longest)
    .map((path) => ({ path }));
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
      native(name, ({ list: values }) => {
        const all = values.flatMap((value) => items(value));
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

/** The function of a middleware: a class is created for it; `undefined` if that is unknown. */
export function functionOf(middleware: Value, container: Container, m: Machine): Value | undefined {
  const instance = middleware.kind === "class" ? container.make(middleware, m) : middleware;
  const fn = instance.kind === "object" ? m.get(instance, "use") : instance;
  return ["function", "native", "external"].includes(fn.kind) ? fn : undefined;
}
