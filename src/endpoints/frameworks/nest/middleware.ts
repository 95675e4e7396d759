import { literal } from "../../../lib/index.ts";
import { args } from "../../evaluate/machine.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, Machine, Value } from "../../evaluate/types.ts";
import { items, native, object, propOf, texts, unknown } from "../../evaluate/value.ts";
import type { Container } from "./container.ts";

export interface Middleware {
  readonly fns: readonly Value[];
  /** It counts for the whole application. */
  readonly isShared: boolean;
  fits(method: string, path: string, controller: Value): boolean;
}

interface Place {
  readonly path: string;
  /** Absent: any. */
  readonly method?: string;
}

/** Whether a pattern of Nest's takes in a path. */
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

const fitsAny = (places: readonly Place[], method: string, path: string): boolean =>
  places.some((place) => (place.method === undefined || place.method === method) && covers(place.path, path));

/** Middleware that a module's `configure` applies, with the routes it counts for. */
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
  const excluded: Place[] = [];
  const self: Value = object([], {
    type: "nest.proxy",
    get: (name) =>
      native(name, ({ list: given }) => {
        const all = given.flatMap((value) => items(value));
        if (name === "exclude") excluded.push(...all.flatMap(placeOf));
        if (name === "forRoutes") {
          const places = all.flatMap(placeOf);
          const classes = new Set(all.filter(({ kind }) => kind === "class"));
          found.push({
            fns: fns.flatMap((value) => items(value)),
            isShared: places.some((place) => place.method === undefined && isAny(place.path)),
            fits: (method, path, controller) =>
              (classes.has(controller) || fitsAny(places, method, path)) && !fitsAny(excluded, method, path),
          });
        }
        return self;
      }),
  });
  return self;
}
