import { ancestry } from "../evaluate/classes.ts";
import { args } from "../evaluate/machine.ts";
import { member } from "../evaluate/lookup.ts";
import type {
  Args,
  ClassValue,
  ExternalValue,
  FunctionValue,
  Machine,
  ObjectValue,
  Run,
  Value,
} from "../evaluate/types.ts";
import {
  constant,
  each,
  items,
  list,
  native,
  nothing,
  object,
  result,
  textOf,
  texts,
  truth,
  unknown,
} from "../evaluate/value.ts";
import type { Framework, FrameworkEntry, Route, Verb } from "./contract.ts";
import { hasPermission, permit, permitObject, schemeOf, type Access } from "./django-auth.ts";
import { actionFor, actionsOf, inherited } from "./django-generic.ts";
import { djangoCall, djangoNames, djangoRequest, returned } from "./django-http.ts";
import { bundled } from "./django-bundled.ts";
import { Urls, type Pattern, type Router } from "./django-urls.ts";
import { answer, newRun, observe } from "./observe.ts";
import { authOf } from "./onion.ts";
import { joined, parametersIn } from "./paths.ts";
import { routeOf } from "./route.ts";
import { thrownStatus } from "./thrown.ts";

const verbs = ["get", "post", "put", "patch", "delete"] as const satisfies readonly Verb[];
const isVerb = (name: string): name is (typeof verbs)[number] => verbs.some((verb) => verb === name);

/** One way of calling a view. */
interface Target {
  readonly method: Verb;
  readonly path: string;
  readonly view: ClassValue | FunctionValue;
  /** The method of the class. */
  readonly action: string;
  /** What `as_view()` or `@action` sets. */
  readonly options: ReadonlyMap<string, Value>;
  readonly initial: ReadonlyMap<string, Value>;
  readonly file: string;
  readonly at: number;
}

class Django implements Framework {
  readonly #urls = new Urls();
  readonly #texts: ReadonlyMap<string, string>;
  #access: Access | undefined;
  /** What `super().dispatch()` and `super().initial()` do for the view that is followed. */
  #base: ReadonlyMap<string, () => Value> = new Map();
  #settings: ReadonlyMap<string, Value> = new Map();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  get(path: string): Value | undefined {
    return djangoNames(path);
  }

  call(callee: ExternalValue, given: Args, m: Machine): Value | undefined {
    const url = this.#urls.call(callee, given, m);
    if (url) return url;
    if (
      /^rest_framework\.decorators\.\w+$|^django\.views\.decorators\.|^django\.utils\.decorators\./.test(
        callee.path,
      )
    )
      return result(callee, given);
    return djangoCall(callee, given, m);
  }

  member(base: ExternalValue, name: string, self: Value, m: Machine): Value | undefined {
    if (name === "has_permission" && this.#access) {
      const access = this.#access;
      return native(name, () => hasPermission(base.name, access, m));
    }
    const step = self.kind === "object" && self.cls && this.#base.get(name);
    if (step) return native(name, step);
    return inherited(base, name, self, m);
  }

  routes(m: Machine): readonly Route[] {
    this.#settings = settingsOf(this.#texts, m);
    return this.#roots(m).flatMap((patterns) =>
      this.#urls
        .flat(patterns, "/")
        .flatMap((one) =>
          "router" in one ? this.#registered(one.path, one.router, m) : this.#pattern(one, m),
        ),
    );
  }

  /** The modules of URLs that the settings name, else those that no other includes. */
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
    const wanted = modules.filter(({ path }) =>
      named.some(
        (name) =>
          path.endsWith(`${name.replaceAll(".", "/")}.py`) ||
          path.endsWith(`${name.replaceAll(".", "/")}/__init__.py`),
      ),
    );
    const free = modules.filter(({ exports }) => !this.#urls.isIncluded(exports));
    return (wanted.length ? wanted : free).map(({ urls }) => urls);
  }

  /** The URLs that a router makes of its viewsets. */
  #registered(start: string, router: Router, m: Machine): readonly Route[] {
    const end = router.slash ? "/" : "";
    const base = start + aboveOf(router);
    return router.entries.flatMap(({ prefix, viewset }) => {
      if (viewset.kind !== "class") return [];
      const own = actionsOf(viewset);
      const has = (name: string): boolean => own.has(name) || member(viewset, name) !== undefined;
      const lookup =
        textOf(held(viewset, "lookup_url_kwarg")) ?? textOf(held(viewset, "lookup_field")) ?? "pk";
      const allowed = items(held(viewset, "http_method_names")).flatMap((one) => texts(one));
      const [many, single] = [`${base}${prefix}${end}`, `${base}${prefix}/{${lookup}}${end}`];
      const standard = [
        ["list", "get", many],
        ["create", "post", many],
        ["retrieve", "get", single],
        ["update", "put", single],
        ["partial_update", "patch", single],
        ["destroy", "delete", single],
      ] as const;
      const place = {
        view: viewset,
        options: new Map<string, Value>(),
        initial: new Map<string, Value>(),
        file: viewset.cls.file,
      };
      const served = standard
        .filter(([action, method]) => has(action) && (!allowed.length || allowed.includes(method)))
        .map(([action, method, path]): Target => ({
          ...place,
          method,
          path,
          action,
          at: member(viewset, action)?.fn.at ?? viewset.cls.at,
        }));
      const extra = extraActions(viewset, m).flatMap(({ name, methods, isDetail, path, options, at }) =>
        methods
          .filter((method) => !allowed.length || allowed.includes(method))
          .map((method): Target => ({
            ...place,
            method,
            action: name,
            options,
            at,
            path: `${base}${prefix}${isDetail ? `/{${lookup}}` : ""}/${path}${end}`,
          })),
      );
      return [...extra, ...served].map((target) => this.#route(target, m));
    });
  }

  #pattern({ path, view, file, at }: Pattern, m: Machine): readonly Route[] {
    const known = bundled(view, { path, file, at });
    if (known) return known;
    const found = each(view).find(
      ({ kind }) => kind === "function" || kind === "object" || kind === "external",
    );
    const inner =
      found?.kind === "external"
        ? found.args?.list.find(({ kind }) => kind === "function" || kind === "object")
        : found;
    if (inner?.kind === "object" && inner.host?.type === "django.view")
      return this.#classView(inner, path, m);
    return inner?.kind === "function" ? this.#functionView(inner, path, m) : [];
  }

  #classView(made: ObjectValue, path: string, m: Machine): readonly Route[] {
    const view = made.props.get("%class");
    if (view?.kind !== "class") return [];
    const mapping = made.props.get("%actions");
    const initial = new Map([...made.props].filter(([name]) => !name.startsWith("%")));
    const place = { path, view, options: new Map<string, Value>(), initial, file: view.cls.file };
    const allowed = items(held(view, "http_method_names")).flatMap((one) => texts(one));
    const listed =
      mapping?.kind === "object"
        ? [...mapping.props].flatMap(([method, action]) =>
            isVerb(method) ? texts(action).map((one) => [method, one] as const) : [],
          )
        : verbs
            .filter((verb) => member(view, verb) || actionFor(view, verb) !== undefined)
            .map((verb) => [verb, verb] as const);
    return listed
      .filter(([method]) => !allowed.length || allowed.includes(method))
      .map(([method, action]) =>
        this.#route({ ...place, method, action, at: member(view, action)?.fn.at ?? view.cls.at }, m),
      );
  }

  #functionView(view: FunctionValue, path: string, m: Machine): readonly Route[] {
    const given = (name: string): Args | undefined =>
      view.decorators.flatMap((one) =>
        one.kind === "external" && one.args && one.of?.name === name ? [one.args] : [],
      )[0];
    const declared = given("api_view") ?? given("require_http_methods");
    const listed = declared
      ? items(declared.list[0])
          .flatMap((one) => texts(one))
          .map((one) => one.toLowerCase())
          .filter(isVerb)
      : undefined;
    const bare = view.decorators
      .map((one) => (one.kind === "external" ? one.name : ""))
      .map((name) => /^require_(GET|POST|safe)$/.exec(name)?.[1]?.toLowerCase())
      .find((one) => one !== undefined);
    const isRest = view.decorators.some(
      (one) => one.kind === "external" && (one.name === "api_view" || one.of?.name === "api_view"),
    );
    const methods: readonly Verb[] = listed?.length ? listed : bare === "post" ? ["post"] : ["get"];
    const options = new Map<string, Value>();
    for (const name of ["permission_classes", "authentication_classes"]) {
      const value = given(name)?.list[0];
      if (value) options.set(name, value);
    }
    const text = this.#texts.get(view.fn.file) ?? "";
    const asksMethod =
      !isRest &&
      !listed &&
      /request\.method/.test(text.slice(view.fn.at, view.fn.at + 4000).split(/\n(?=\S)/)[0] ?? "");
    const wanted = asksMethod
      ? verbs.filter((verb) =>
          new RegExp(`request\\.method\\s*(?:==|in)[^\\n]*["']${verb.toUpperCase()}["']`).test(
            text.slice(view.fn.at, view.fn.at + 4000),
          ),
        )
      : methods;
    if (!isRest && !options.has("permission_classes")) options.set("permission_classes", list([]));
    if (
      view.decorators.some(
        (one) =>
          one.kind === "external" && (one.name === "login_required" || one.of?.name === "login_required"),
      )
    )
      options.set("%login", constant(true));
    return wanted.map((method) =>
      this.#route(
        {
          method,
          path,
          view,
          action: view.fn.name,
          options,
          initial: new Map(),
          file: view.fn.file,
          at: view.fn.at,
        },
        m,
      ),
    );
  }

  #route(target: Target, m: Machine): Route {
    const path = joined(target.path) + (target.path.length > 1 && target.path.endsWith("/") ? "/" : "");
    const through = (run: Run): Run => {
      const seen = observe(m, run, () => (this.#serve({ ...target, path }, m), nothing));
      for (const error of new Set(seen.throws)) observe(m, run, () => (failed(error, m), nothing));
      return run;
    };
    const run = through(newRun(false));
    const auth = authOf(run, () => through(newRun(true)));
    if (
      target.action === "list" ||
      (target.view.kind === "class" && actionFor(target.view, target.method) === "list")
    )
      this.#listing(target, run);
    return routeOf(
      { method: target.method, path, auth, run, file: target.file, at: target.at, name: target.action },
      m,
    );
  }

  #serve(target: Target, m: Machine): void {
    const { view, options, method } = target;
    const classesOf = (name: string, setting: string): readonly Value[] => {
      const value =
        options.get(name) ??
        target.initial.get(name) ??
        (view.kind === "class" ? held(view, name) : undefined) ??
        this.#settings.get(setting);
      return value ? items(value) : [];
    };
    const authentication = classesOf("authentication_classes", "DEFAULT_AUTHENTICATION_CLASSES");
    const [scheme] = schemeOf(authentication);
    const request = djangoRequest(method, scheme);
    const self: ObjectValue = {
      kind: "object",
      props: new Map(target.initial),
      ...(view.kind === "class" ? { cls: view } : {}),
    };
    self.props.set("request", request);
    self.props.set("action", constant(target.action));
    self.props.set("kwargs", object(parametersIn(target.path).map((name) => [name, unknown])));
    for (const [name, value] of options) if (!name.startsWith("%")) self.props.set(name, value);
    const dynamic =
      view.kind === "class" && !options.has("permission_classes") && member(view, "get_permissions");
    const permissions = dynamic
      ? items(m.call(m.get(self, "get_permissions"), args([])))
      : classesOf("permission_classes", "DEFAULT_PERMISSION_CLASSES");
    const access: Access = { permissions, authentication, method };
    this.#access = access;
    const on = { request, view: self, m };
    if (options.has("%login"))
      permit({ permissions: [constant("IsAuthenticated")], authentication: [], method }, on);
    const kwargs = parametersIn(target.path).map((name) => [name, unknown] as const);
    const given: Args = { list: [request], named: new Map(kwargs), open: false, file: "", at: 0 };
    /** A step of the framework, or the view's own in its place. */
    const step = (name: string): Value =>
      view.kind === "class" && member(view, name)
        ? m.call(m.get(self, name), given)
        : (this.#base.get(name)?.() ?? nothing);
    this.#base = new Map([
      [
        "initial",
        () => {
          const objects = permit(access, on);
          self.props.set(
            "%object",
            native("check", () => (permitObject(objects, on), nothing)),
          );
          return nothing;
        },
      ],
      [
        "dispatch",
        () => {
          step("initial");
          return m.call(view.kind === "class" ? m.get(self, target.action) : view, given);
        },
      ],
    ]);
    for (const one of each(step("dispatch"))) returned(one, m);
  }

  /** Query parameters of lists: of pages, of a search, of an order. */
  #listing(target: Target, run: Run): void {
    if (target.view.kind !== "class") return;
    const view = target.view;
    const query = run.reads.get("query") ?? new Set<string>();
    const pagination =
      held(view, "pagination_class") ?? items(this.#settings.get("DEFAULT_PAGINATION_CLASS"))[0];
    const names =
      pagination?.kind === "class"
        ? ancestry(pagination)
            .map((one) => (one.kind === "external" ? one.name : ""))
            .join()
        : pagination?.kind === "external"
          ? pagination.name
          : (textOf(pagination) ?? "");
    if (/PageNumber/.test(names)) query.add("page");
    const size = pagination?.kind === "class" ? textOf(held(pagination, "page_size_query_param")) : undefined;
    if (size !== undefined) query.add(size);
    if (/LimitOffset/.test(names)) for (const name of ["limit", "offset"]) query.add(name);
    if (/Cursor/.test(names)) query.add("cursor");
    const backends = items(held(view, "filter_backends") ?? this.#settings.get("DEFAULT_FILTER_BACKENDS"))
      .map((one) => (one.kind === "external" ? one.name : (textOf(one) ?? "")))
      .join();
    if (/SearchFilter/.test(backends)) query.add("search");
    if (/OrderingFilter/.test(backends)) query.add("ordering");
    const fields = held(view, "filterset_fields") ?? held(view, "filter_fields");
    for (const name of fields?.kind === "object"
      ? fields.props.keys()
      : items(fields).flatMap((one) => texts(one)))
      query.add(name);
    if (query.size) run.reads.set("query", query);
  }
}

function failed(error: Value, m: Machine): void {
  for (const status of thrownStatus(error)) answer(m, status);
}

const aboveOf = (router: Router): string =>
  router.above ? `${aboveOf(router.above.router)}${router.above.prefix}/{${router.above.lookup}_pk}/` : "";

const held = (cls: ClassValue, name: string): Value | undefined => {
  for (const one of ancestry(cls)) {
    const found = one.kind === "class" ? one.statics.get(name) : undefined;
    if (found) return found;
  }
  return undefined;
};

interface Extra {
  readonly name: string;
  readonly methods: readonly Verb[];
  readonly isDetail: boolean;
  readonly path: string;
  readonly options: ReadonlyMap<string, Value>;
  readonly at: number;
}

/** Methods with `@action`. */
function extraActions(viewset: ClassValue, m: Machine): readonly Extra[] {
  const found = new Map<string, Extra>();
  for (const cls of ancestry(viewset)) {
    if (cls.kind !== "class") continue;
    for (const { fn } of cls.cls.methods) {
      if (found.has(fn.name)) continue;
      const mark = fn.decorators
        .map((one) => m.evaluate(one, cls.scope))
        .find(
          (one) =>
            one.kind === "external" &&
            one.args &&
            /^(?:action|detail_route|list_route)$/.test(one.of?.name ?? ""),
        );
      if (mark?.kind !== "external" || !mark.args) continue;
      const { named } = mark.args;
      const methods = items(named.get("methods") ?? mark.args.list[0])
        .flatMap((one) => texts(one))
        .map((one) => one.toLowerCase())
        .filter(isVerb);
      const isDetail =
        mark.of?.name === "detail_route" ||
        truth(named.get("detail") ?? constant(mark.of?.name === "detail_route")) === true;
      const path = textOf(named.get("url_path")) ?? fn.name;
      found.set(fn.name, {
        name: fn.name,
        methods: methods.length ? methods : ["get"],
        isDetail,
        path: path.replaceAll(/\(\?P<(\w+)>[^)]*\)/g, "{$1}"),
        options: named,
        at: fn.at,
      });
    }
  }
  return [...found.values()];
}

/** `REST_FRAMEWORK` of the settings, its names as they stand. */
function settingsOf(texts: ReadonlyMap<string, string>, m: Machine): ReadonlyMap<string, Value> {
  for (const [path, text] of texts) {
    if (!path.endsWith(".py") || !/^REST_FRAMEWORK\s*=/m.test(text)) continue;
    const module = m.module(path);
    const found = module && m.get(module.exports, "REST_FRAMEWORK");
    if (found?.kind === "object") return found.props;
  }
  return new Map();
}

export const django: FrameworkEntry = {
  language: "python",
  uses: (path, text) =>
    path.endsWith(".py") && (/\burlpatterns\b/.test(text) || /^REST_FRAMEWORK\s*=/m.test(text)),
  open: (texts) => new Django(texts),
};
