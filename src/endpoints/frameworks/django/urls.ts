import type {
  Args,
  ExternalValue,
  Machine,
  Module,
  ObjectValue,
  Place,
  Value,
} from "../../evaluate/types.ts";
import {
  constant,
  each,
  items,
  list,
  native,
  nothing,
  object,
  propOf,
  textOf,
  truth,
  unknown,
} from "../../evaluate/value.ts";

/** One registration in a router. */
export interface Registered {
  readonly prefix: string;
  readonly place: Place;
  readonly viewset: Value;
}

export interface Router {
  readonly entries: Registered[];
  readonly slash: boolean;
  /** The methods of its list and of its single records, with their actions. */
  readonly many: ObjectValue;
  readonly single: ObjectValue;
  /** The parent of a nested router, with its prefix and the name of the parent's parameter. */
  readonly above?: { readonly router: Router; readonly prefix: string; readonly lookup: string };
}

/** A view and the path it is served at. */
export interface Pattern {
  readonly path: string;
  readonly view: Value;
  readonly file: string;
  readonly at: number;
}

/** Converts a regular expression of `re_path` to a path: named groups become parameters. */
function fromPattern(pattern: string): string {
  let unnamed = 0;
  return pattern
    .replace(/^\^/, "")
    .replace(/(?:\\Z|\$)$/, "")
    .replaceAll(/\(\?P<(\w+)>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "{$1}")
    .replaceAll(/\((?!\?)(?:[^()]|\([^()]*\))*\)/g, () => `{arg${++unnamed}}`)
    .replaceAll(/\(\?:([^()|]*)(?:\|[^()]*)?\)\??/g, "$1")
    .replaceAll(/([\w/}-])\?/g, "$1")
    .replaceAll(/\\(.)/g, "$1");
}

/** `<int:id>` as `{id}`. */
const fromRoute = (route: string): string => route.replaceAll(/<(?:\w+:)?(\w+)>/g, "{$1}");

const mapping = (actions: Readonly<Record<string, string>>): ObjectValue =>
  object(Object.entries(actions).map(([verb, action]) => [verb, constant(action)]));

const routers =
  /^(?:rest_framework|rest_framework_nested|rest_framework_extensions)\.routers\.(?:\w*Router\w*)$/;
export const isRouter = (path: string): boolean => routers.test(path);

/** Whether a name of a library is a list of URLs: `admin.site.urls`, `include("allauth.urls")`. */
const isTable = ({ path }: ExternalValue): boolean => /(?:^|[._])urls(?:\.\w+)*$/.test(path);

/** `path()`, `include()` and routers of Django and Django REST framework. */
export class Urls {
  readonly #routers = new Map<ObjectValue, Router>();
  readonly #included = new Set<Value>();

  call(callee: ExternalValue, args: Args, m: Machine): Value | undefined {
    const { path, name } = callee;
    if (/^django\.(?:urls|conf\.urls)(?:\.\w+)?\.(?:path|re_path|url)$/.test(path)) {
      const isPattern = name !== "path";
      return object([
        ["%route", args.list[0] ?? args.named.get("route") ?? unknown],
        ["callback", args.list[1] ?? args.named.get("view") ?? unknown],
        ["%pattern", constant(isPattern)],
        ["%place", constant(`${args.file}:${args.at}`)],
      ]);
    }
    if (/^django\.(?:urls|conf\.urls)\.include$/.test(path))
      return this.#include(args.list[0] ?? args.named.get("arg"), args, m);
    if (isRouter(path)) return this.#router(args, name.includes("Nested"));
    if (/^rest_framework\.urlpatterns\.format_suffix_patterns$|i18n_patterns$/.test(path))
      return name === "i18n_patterns" ? list(args.list) : (args.list[0] ?? nothing);
    return undefined;
  }

  #include(what: Value | undefined, args: Args, m: Machine): Value {
    // `include((patterns, "namespace"))`
    const [first, second] = what?.kind === "list" ? what.items : [];
    const inner = first && textOf(second) !== undefined ? first : what;
    const name = textOf(inner);
    const from: Module | undefined = m.module(args.file);
    const module = name === undefined ? inner : from && m.load(name, from);
    const patterns = module?.kind === "object" ? m.get(module, "urlpatterns") : undefined;
    if (!module || (patterns?.kind !== "list" && name === undefined)) return module ?? unknown;
    if (module.kind === "external") return module;
    this.#included.add(module);
    return patterns ?? unknown;
  }

  isIncluded(module: Value): boolean {
    return this.#included.has(module);
  }

  #router(args: Args, isNested: boolean): ObjectValue {
    const slash = truth(args.named.get("trailing_slash") ?? unknown) !== false;
    const parent = isNested && args.list[0]?.kind === "object" ? this.#routers.get(args.list[0]) : undefined;
    const above = parent
      ? {
          router: parent,
          prefix: textOf(args.list[1]) ?? "",
          lookup: textOf(args.named.get("lookup") ?? args.list[2]) ?? "parent",
        }
      : undefined;
    const many = mapping({ get: "list", post: "create" });
    const single = mapping({
      get: "retrieve",
      put: "update",
      patch: "partial_update",
      delete: "destroy",
    });
    const router: Router = { entries: [], slash, many, single, ...(above ? { above } : {}) };
    const routes = [many, unknown, single, unknown].map((value) => object([["mapping", value]]));
    const routerObject: ObjectValue = object([], {
      type: "drf.router",
      get: (name) => {
        if (name === "register")
          return native(name, ({ list: [prefix, viewset], named, file, at }) => {
            const path = textOf(prefix ?? named.get("prefix"));
            const view = viewset ?? named.get("viewset");
            if (path !== undefined && view)
              router.entries.push({ prefix: fromPattern(path), viewset: view, place: { file, at } });
            return nothing;
          });
        if (name === "routes") return list(routes);
        if (name === "urls" || name === "get_urls")
          return name === "urls" ? list([routerObject]) : native(name, () => list([routerObject]));
        if (name === "registry") return { ...list([]), of: routerObject } as Value; // `extend` reads `of`, but takes a list
        return name === "extend" ? native(name, () => nothing) : undefined;
      },
    });
    this.#routers.set(routerObject, router);
    return routerObject;
  }

  router(value: Value): Router | undefined {
    return value.kind === "object" ? this.#routers.get(value) : undefined;
  }

  /** Flattens a list of patterns to full paths. */
  flat(
    patterns: Value | undefined,
    prefix: string,
    { m, depth = 0 }: { readonly m: Machine; readonly depth?: number },
  ): readonly (Pattern | { readonly path: string; readonly router: Router })[] {
    if (!patterns || depth > 12) return [];
    return each(patterns)
      .flatMap((value) => items(value))
      .flatMap((entry): readonly (Pattern | { readonly path: string; readonly router: Router })[] => {
        const router = this.router(entry);
        if (router) return [{ path: prefix, router }];
        const route = textOf(propOf(entry, "%route"));
        const view = propOf(entry, "callback");
        const [file = "", at = "0"] = (textOf(propOf(entry, "%place")) ?? "").split(/:(?=\d+$)/);
        if (route === undefined || !view) {
          if (view && file) m.unclear.push({ file, at: Number(at) });
          return entry.kind === "either" ? this.flat(entry, prefix, { m, depth: depth + 1 }) : [];
        }
        const isPattern = truth(propOf(entry, "%pattern") ?? unknown) === true;
        const path = prefix + (isPattern ? fromPattern(route) : fromRoute(route));
        if (view.kind === "external" && !view.args && isTable(view)) {
          m.foreign.push({ name: view.path, path, file, at: Number(at) });
          return [];
        }
        const isNested = view.kind === "list" || this.router(view) !== undefined;
        if (isNested) return this.flat(view, path, { m, depth: depth + 1 });
        return [{ path, view, file, at: Number(at) }];
      });
  }
}
