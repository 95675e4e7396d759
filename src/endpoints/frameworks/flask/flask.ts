import { member } from "../../evaluate/lookup.ts";
import type { Args, ExternalValue, Machine, ObjectValue, Value, Place } from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  items,
  native,
  object,
  textOf,
  truth,
  unknown,
  nothing,
} from "../../evaluate/value.ts";
import { type Framework, type FrameworkEntry, type Route, FoundRoutes } from "../contract.ts";
import { hasSignInPage } from "./decorators.ts";
import { abort, flaskNames, responseOf, Anonymous, formMember } from "./http.ts";
import { appMember, knows, viewsFor, type On } from "./members.ts";
import { allOf, routed, views, type Group, type Walk } from "./serve.ts";
import { joined, written } from "../paths.ts";
import { httpError, statusNamed } from "../statuses.ts";

const makers: readonly (readonly [RegExp, boolean])[] = [
  [/^(?:flask|quart)\.(?:Flask|Quart)$|^flask_openapi3\.OpenAPI$|^apiflask\.APIFlask$/, true],
  [
    /^(?:flask|quart)\.Blueprint$|^flask_smorest\.Blueprint$|^apiflask\.APIBlueprint$|^flask_openapi3\.APIBlueprint$/,
    false,
  ],
  [/^flask_rest(?:ful|x|plus)\.(?:Api|Namespace)$|^flask_smorest\.Api$/, false],
];

const aborts =
  /^(?:flask|werkzeug\.exceptions|quart|flask_rest(?:ful|x|plus)|flask_smorest|apiflask)\.abort$/;

const starts = /^flask\.(?:signals\.)?request_started\.connect(?:_via)?$/;

const dispatchers = /^werkzeug\.(?:middleware\.dispatcher|wsgi)\.DispatcherMiddleware$/;

/** Whether a call may answer 404 by itself: for a missing row, page or file. */
function mayLack({ name, path }: ExternalValue, { named, list: [, , errors] }: Args): boolean {
  if (/^(?:first|get|one)_or_404$|^send_from_directory$/.test(name)) return true;
  if (name !== "paginate" || !/^flask_(?:sqlalchemy|mongoengine)\b/.test(path)) return false;
  return truth(named.get("error_out") ?? errors ?? constant(true)) !== false;
}

/** The settings of a new application or blueprint, which depend on its library. */
function namedBy(
  callee: ExternalValue,
  callArgs: Args,
): Pick<Group, "name" | "prefix" | "describes" | "decorators"> {
  const prefix = textOf(
    callArgs.named.get("url_prefix") ??
      callArgs.named.get("prefix") ??
      callArgs.named.get("path") ??
      (callee.name === "Api" ? callArgs.list[1] : undefined),
  );
  return {
    name: callee.name === "Blueprint" ? textOf(callArgs.named.get("name") ?? callArgs.list[0]) : undefined,
    describes: /^flask_rest(?:x|plus)\b/.test(callee.path),
    decorators: items(callArgs.named.get("decorators")),
    prefix: prefix ?? (callee.name === "Namespace" ? `/${textOf(callArgs.list[0]) ?? ""}` : ""),
  };
}

/**
 * Members of an application that handle every request: if a program changes one, more code may run before the views.
 */
const handling = ["view_functions", "before_request_funcs", "dispatch_request"].concat(
  "full_dispatch_request",
  "preprocess_request",
);

/** WSGI middleware around an application; an unknown value counts if nothing else is assigned. */
function wsgiOf({ props }: ObjectValue): readonly Value[] {
  const set = each(props.get("wsgi_app") ?? nothing).filter(
    (value) => value.kind !== "const" && !(value.kind === "object" && value.host?.type === "flask"),
  );
  const known = set.filter(({ kind }) => kind !== "unknown");
  return known.length ? known : set;
}

/** Places where a program's class or an assignment changes how an application handles requests. */
const changesOf = (app: ObjectValue): readonly Partial<Place>[] => [
  ...[...handling, "wsgi_app", "__call__"].flatMap((name): readonly Partial<Place>[] => {
    const method = app.cls && member(app.cls, name)?.fn;
    const set = name === "wsgi_app" ? undefined : app.props.get(name);
    return method ? [method] : set ? [set.kind === "function" ? set.fn : {}] : [];
  }),
  ...wsgiOf(app).flatMap((value): readonly Partial<Place>[] =>
    value.kind === "function"
      ? [value.fn]
      : value.kind === "object" && value.cls
        ? [value.cls.cls]
        : value.kind === "external"
          ? []
          : [{}],
  ),
];

class Flask implements Framework {
  readonly #groups = new Map<ObjectValue, Group>();
  readonly #mounted = new Set<ObjectValue>();
  readonly #starts: Value[] = [];
  readonly #hasSignInPage: boolean;
  readonly #anonymous = new Anonymous();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#hasSignInPage = hasSignInPage(texts);
  }

  get(path: string, m: Machine): Value | undefined {
    if (path === "flask.current_app.view_functions") return viewsFor(m);
    return flaskNames(path, this.#anonymous, m);
  }

  assign(of: ExternalValue, name: string, value: Value): void {
    this.#anonymous.learn(of, name, value);
  }

  member(base: ExternalValue, name: string, self: Value): Value | undefined {
    return formMember(base, name, self);
  }

  makes(path: string): boolean {
    return makers.some(([pattern]) => pattern.test(path));
  }

  call(callee: ExternalValue, callArgs: Args, m: Machine): Value | undefined {
    for (const [pattern, isApp] of makers)
      if (pattern.test(callee.path)) return this.#make(callee, callArgs, isApp);
    if (dispatchers.test(callee.path)) return this.#dispatch(callArgs);
    if (aborts.test(callee.path)) return abort(callArgs, m);
    if (starts.test(callee.path)) {
      if (callee.name === "connect_via") return native("connect", ({ list: [fn] }) => this.#start(fn));
      return this.#start(callArgs.list[0]);
    }
    if (callee.path.startsWith("werkzeug.exceptions.")) {
      const status = statusNamed(callee.name);
      return status === undefined ? undefined : httpError(status, callee);
    }
    if (mayLack(callee, callArgs)) m.throws.push(httpError(404, external("werkzeug.exceptions.NotFound")));
    return responseOf(callee, callArgs, m);
  }

  init(self: ObjectValue, base: ExternalValue, callArgs: Args): void {
    const group = this.#groups.get(self);
    if (group) this.#groups.set(self, { ...group, ...namedBy(base, callArgs) });
  }

  /** Stores a function that is called at the start of each request. */
  #start(fn: Value | undefined): Value {
    if (fn) this.#starts.push(fn);
    return fn ?? unknown;
  }

  #make(callee: ExternalValue, callArgs: Args, isApp: boolean): ObjectValue {
    const groupObject = object([], {
      type: "flask",
      knows,
      get: (name, self, m) => {
        const group = this.#groups.get(groupObject);
        const mount: On["mount"] = (parent, child, prefix) => this.#mount(parent, child, prefix);
        return self.props.get(name) ?? (group && appMember(name, { self, group, m, mount }));
      },
      call: () => unknown,
    });
    this.#groups.set(groupObject, {
      isApp,
      ...namedBy(callee, callArgs),
      rules: [],
      children: [],
      before: [],
      after: [],
      beforeAll: [],
      afterAll: [],
      errors: [],
    });
    const parent = callee.name === "Api" ? callArgs.list[0] : undefined;
    if (parent) this.#mount(parent, groupObject);
    return groupObject;
  }

  /** Mounts applications below paths of another. */
  #dispatch({ list: [main = unknown, below] }: Args): Value {
    for (const [prefix, app] of below?.kind === "object" ? below.props : []) this.#mount(main, app, prefix);
    return main;
  }

  #mount(parent: Value, child: Value | undefined, prefix?: string): void {
    for (const into of each(parent)) {
      const group = into.kind === "object" ? this.#groups.get(into) : undefined;
      for (const value of child ? each(child) : [])
        if (group && value.kind === "object" && this.#groups.has(value)) {
          this.#mounted.add(value);
          group.children.push({ group: value, prefix });
        }
    }
  }

  routes(m: Machine): readonly Route[] {
    const free = [...this.#groups].filter(([groupObject]) => !this.#mounted.has(groupObject));
    const apps = free.filter(([, group]) => group.isApp && !this.#isElsewhere(group));
    const found = new FoundRoutes();
    for (const [groupObject, group] of apps.length ? apps : free)
      this.#walk(group, {
        prefix: "",
        names: [],
        shared: [...this.#starts, ...allOf(group, this.#groups, (item) => item.beforeAll)],
        before: [],
        after: allOf(group, this.#groups, (item) => item.afterAll),
        wsgi: wsgiOf(groupObject).filter(({ kind }) => kind === "external"),
        changes: changesOf(groupObject),
        errors: allOf(group, this.#groups, (item) => item.errors),
        hasSignInPage: this.#hasSignInPage,
        found,
        m,
        depth: 0,
      });
    return found.all;
  }

  /**
   * Whether everything that an application serves is also mounted below another one, as when a script creates it again.
   */
  #isElsewhere({ rules, children }: Group): boolean {
    const below = new Set(
      [...this.#groups]
        .filter(([groupObject, { isApp }]) => isApp && this.#mounted.has(groupObject))
        .flatMap(([, group]) => group.children.map((child) => child.group)),
    );
    return !rules.length && children.length > 0 && children.every(({ group }) => below.has(group));
  }

  #walk(group: Group, outer: Walk, prefix?: string): void {
    if (outer.depth > 12) return;
    const named = group.name === undefined ? undefined : outer.names?.concat(group.name);
    const at = { ...outer, names: group.isApp ? outer.names : named };
    const here = joined(at.prefix, prefix ?? group.prefix);
    const before = [...at.before, ...group.before];
    const after = [...at.after, ...group.after];
    for (const rule of group.rules) {
      if (at.found.isFull) return;
      const path = written(here, rule.path).replaceAll(/<(?:[^:<>]+:)?([^<>]+)>/g, "{$1}");
      for (const [method, view] of views(rule, group.decorators, at.m))
        at.found.add({ ...rule, method, path: joined(path) }, () =>
          routed(
            { rule, method, view, path },
            { ...at, before, after, errors: [...group.errors, ...at.errors] },
          ),
        );
    }
    for (const child of group.children) {
      const inner = this.#groups.get(child.group);
      if (inner)
        this.#walk(
          inner,
          {
            ...at,
            prefix: here,
            before,
            after,
            errors: [...group.errors, ...at.errors],
            depth: at.depth + 1,
          },
          child.prefix,
        );
    }
  }
}

export const flask: FrameworkEntry = {
  language: "python",
  uses: (path, text) =>
    path.endsWith(".py") && /^[ \t]*(?:from|import)\s+(?:flask\w*|quart|apiflask)\b/m.test(text),
  open: (texts) => new Flask(texts),
};
