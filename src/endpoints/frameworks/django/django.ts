import { librariesOf } from "../../evaluate/classes.ts";
import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { each, result } from "../../evaluate/value.ts";
import type { Framework, FrameworkEntry, Route } from "../contract.ts";
import { bundled, userFieldOf, accountRoutes } from "./bundled.ts";
import { inherited } from "./generic.ts";
import { bundledForm } from "./serializer.ts";
import { djangoCall, djangoNames } from "./http.ts";
import { foreignTo, refusalsOf, unwrapped } from "./guards.ts";
import { middlewareOf } from "./middleware.ts";
import { Server } from "./serve.ts";
import { Settings, settingOf } from "./listing.ts";
import { classTargets, functionTargets, routerTargets } from "./targets.ts";
import { isRouter, Urls, type Pattern } from "./urls.ts";

const decorators = /^rest_framework\.decorators\.\w+$|^django\.(?:views|utils)\.decorators\./;

class Django implements Framework {
  readonly #urls = new Urls();
  readonly #texts: ReadonlyMap<string, string>;
  #server: Server | undefined;

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  get(path: string, m: Machine): Value | undefined {
    const setting = /^django\.conf\.settings\.(\w+)$/.exec(path)?.[1];
    return setting === undefined ? djangoNames(path) : settingOf(setting, this.#texts, m);
  }

  makes(path: string): boolean {
    return isRouter(path);
  }

  call(callee: ExternalValue, args: Args, m: Machine): Value | undefined {
    const url = this.#urls.call(callee, args, m);
    if (url) return url;
    if (decorators.test(callee.path)) return result(callee, args);
    return bundledForm(callee, m) ?? djangoCall(callee, args, m);
  }

  member(base: ExternalValue, name: string, self: Value, m: Machine): Value | undefined {
    return this.#server ? this.#server.member(base, name, self) : inherited(base, name, self, m);
  }

  routes(m: Machine): readonly Route[] {
    const settings = new Settings(this.#texts, m);
    const server = new Server(
      { settings, userField: userFieldOf(this.#texts), middleware: middlewareOf(this.#texts, m) },
      m,
    );
    this.#server = server;
    return this.#roots(m)
      .flatMap((patterns) => this.#urls.flat(patterns, "/", { m }))
      .flatMap((item) =>
        "router" in item
          ? routerTargets(item.path, item.router, m).map((target) => server.route(target))
          : this.#pattern(item, server, m),
      );
  }

  /** The URL modules that the settings name, or else those that no other module includes. */
  #roots(m: Machine): readonly Value[] {
    const files = [...this.#texts]
      .filter(([path, text]) => path.endsWith(".py") && /\burlpatterns\b/.test(text))
      .map(([path]) => path);
    const named = [...this.#texts].flatMap(([path, text]) =>
      /settings/.test(path) ? [...(/^ROOT_URLCONF\s*=\s*["']([\w.]+)["']/gm.exec(text)?.slice(1) ?? [])] : [],
    );
    const modules = files.flatMap((path) => {
      const module = m.module(path);
      return module ? [{ path, exports: module.exports, urls: m.get(module.exports, "urlpatterns") }] : [];
    });
    const rootModules = modules.filter(({ path }) =>
      named.some((name) => {
        const place = `/${name.replaceAll(".", "/")}`;
        return [`${place}.py`, `${place}/__init__.py`].some((end) => `/${path}`.endsWith(end));
      }),
    );
    const free = modules.filter(({ exports }) => !this.#urls.isIncluded(exports));
    return (rootModules.length ? rootModules : free).map(({ urls }) => urls);
  }

  #pattern({ path, view, file, at }: Pattern, server: Server, m: Machine): readonly Route[] {
    return this.#served({ path, view, file, at }, server, m).map((route) => ({
      ...route,
      registered: { file, at },
    }));
  }

  #served({ path, view, file, at }: Pattern, server: Server, m: Machine): readonly Route[] {
    const place = { path, file, at, userField: userFieldOf(this.#texts) };
    const accounts = (of: Value): readonly Route[] | undefined =>
      accountRoutes(of, place, { texts: this.#texts, m });
    const known = view.kind === "external" ? (accounts(view) ?? bundled(view, place)) : undefined;
    if (known?.length) return known;
    const found = each(view).find(
      ({ kind }) => kind === "function" || kind === "object" || kind === "external",
    );
    const { inner, wrappers } = unwrapped(found);
    const viewObject = inner && viewIn(inner);
    const targets = viewObject
      ? classTargets(viewObject, path).map((target) =>
          inner.kind === "function" ? { ...target, around: inner.fn } : target,
        )
      : inner?.kind === "function"
        ? functionTargets(
            { ...inner, decorators: [...wrappers, ...inner.decorators] },
            path,
            this.#texts.get(inner.fn.file) ?? "",
          )
        : [];
    if (!targets.length) {
      const servedAccounts = inner && accounts(inner);
      const name = servedAccounts ? undefined : foreignIn(found);
      if (name !== undefined) m.foreign.push({ name, path, file, at });
      return servedAccounts ?? [];
    }
    const around = wrappers.flatMap(refusalsOf);
    const routes = targets.map((target) => {
      const refusals = [...around, ...refusalsOf(target.view)];
      const foreign = [...wrappers, target.view].flatMap(foreignTo);
      return [target, server.route({ ...target, refusals, foreign })] as const;
    });
    const served = routes.filter(
      ([{ isTried }, { answers }]) => !isTried || answers.some(({ status }) => status < 400),
    );
    return (served.length ? served : routes).map(([, route]) => route);
  }
}

/** Finds the result of `as_view()`, also inside wrapping functions of the program. */
function viewIn(value: Value, depth = 0): ObjectValue | undefined {
  if (value.kind === "object") return value.host?.type === "django.view" ? value : undefined;
  if (value.kind !== "function" || value.scope.kind !== "function" || depth > 4) return undefined;
  for (const variable of value.scope.vars.values()) {
    const view = viewIn(variable, depth + 1);
    if (view) return view;
  }
  return undefined;
}

/** The library's view that serves here: the view itself, or the one that the program's class extends. */
function foreignIn(view: Value | undefined): string | undefined {
  const cls = view?.kind === "object" ? view.props.get("%class") : view;
  const names = (cls ? librariesOf(cls) : []).map(({ path }) => path);
  return names.find((name) => !/^(?:django|object)\b/.test(name)) ?? names[0];
}

export const django: FrameworkEntry = {
  language: "python",
  uses: (path, text) =>
    path.endsWith(".py") && (/\burlpatterns\b/.test(text) || /^REST_FRAMEWORK\s*=/m.test(text)),
  open: (texts) => new Django(texts),
};
