import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  each,
  items,
  native,
  nothing,
  object,
  propOf,
  textOf,
  texts,
  unknown,
} from "../../evaluate/value.ts";
import type { Framework, FrameworkEntry, Route, Verb } from "../contract.ts";
import { guards, hasSignInPage } from "./decorators.ts";
import { formMember } from "./forms.ts";
import { flaskNames, responseOf } from "./http.ts";
import { requestParser } from "./reqparse.ts";
import { allBefore, allErrors, routed, verbs, views, type Group, type Walk } from "./serve.ts";
import { joined, pathsOf } from "../paths.ts";
import { httpError, statusNamed } from "../statuses.ts";

const isVerb = (name: string): name is Verb => verbs.some((verb) => verb === name);

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

function abort({ list: [first, second], named }: Args, m: Machine): never {
  const status = first ?? named.get("code") ?? named.get("http_status_code");
  return m.raise(
    status && propOf(status, "status_code")
      ? status
      : httpError(
          status ?? 500,
          { kind: "external", path: "werkzeug.exceptions.HTTPException", name: "HTTPException" },
          second,
        ),
  );
}

class Flask implements Framework {
  readonly #groups = new Map<ObjectValue, Group>();
  readonly #mounted = new Set<ObjectValue>();
  readonly #hasSignInPage: boolean;

  constructor(texts: ReadonlyMap<string, string>) {
    this.#hasSignInPage = hasSignInPage(texts);
  }

  get(path: string, m: Machine): Value | undefined {
    return flaskNames(path, m);
  }

  member(base: ExternalValue, name: string, self: Value): Value | undefined {
    return formMember(base, name, self);
  }

  makes(path: string): boolean {
    return makers.some(([pattern]) => pattern.test(path));
  }

  call(callee: ExternalValue, given: Args, m: Machine): Value | undefined {
    const parser = requestParser(callee);
    if (parser) return parser;
    for (const [pattern, isApp] of makers)
      if (pattern.test(callee.path)) return this.#make(callee, given, isApp);
    if (aborts.test(callee.path)) return abort(given, m);
    if (callee.path.startsWith("werkzeug.exceptions.")) {
      const status = statusNamed(callee.name);
      return status === undefined ? undefined : httpError(status, callee);
    }
    if (/^(?:first|get|one)_or_404$|^get_or_404$/.test(callee.name)) {
      m.throws.push(
        httpError(404, { kind: "external", path: "werkzeug.exceptions.NotFound", name: "NotFound" }),
      );
      return undefined;
    }
    return responseOf(callee, given, m);
  }

  #make(callee: ExternalValue, given: Args, isApp: boolean): ObjectValue {
    const isNamespace = callee.name === "Namespace";
    const prefix = textOf(
      given.named.get("url_prefix") ??
        given.named.get("prefix") ??
        given.named.get("path") ??
        (callee.name === "Api" ? given.list[1] : undefined),
    );
    const group: Group = {
      isApp,
      name: callee.name === "Blueprint" ? textOf(given.named.get("name") ?? given.list[0]) : undefined,
      prefix: prefix ?? (isNamespace ? `/${textOf(given.list[0]) ?? ""}` : ""),
      rules: [],
      children: [],
      before: [],
      beforeAll: [],
      errors: [],
    };
    const made = object([], {
      type: "flask",
      get: (name, self, m) => self.props.get(name) ?? this.#member(name, self, { group, m }),
    });
    this.#groups.set(made, group);
    const parent = callee.name === "Api" ? given.list[0] : undefined;
    if (parent) this.#mount(parent, made);
    return made;
  }

  #mount(parent: Value, child: Value | undefined, prefix?: string): void {
    for (const into of each(parent)) {
      const group = into.kind === "object" ? this.#groups.get(into) : undefined;
      for (const one of child ? each(child) : [])
        if (group && one.kind === "object" && this.#groups.has(one)) {
          this.#mounted.add(one);
          group.children.push({ group: one, prefix });
        }
    }
  }

  #member(
    name: string,
    self: ObjectValue,
    { group, m }: { readonly group: Group; readonly m: Machine },
  ): Value | undefined {
    const add = (given: Args, paths: readonly string[], view: Value): Value => {
      const methods = given.named.get("methods");
      const named = items(methods)
        .flatMap((one) => texts(one))
        .map((one) => one.toLowerCase())
        .filter(isVerb);
      const place =
        view.kind === "function"
          ? { file: view.fn.file, at: view.fn.at }
          : view.kind === "class"
            ? { file: view.cls.file, at: view.cls.at }
            : { file: given.file, at: given.at };
      const name = textOf(given.named.get("endpoint"));
      for (const path of paths)
        group.rules.push({
          path,
          methods: methods ? named : undefined,
          view,
          name,
          defaults: given.named.get("defaults"),
          ...place,
        });
      return view;
    };
    const pathOf = (given: Args): readonly string[] =>
      pathsOf(given.named.get("rule") ?? given.list[0], given, m);
    if (isVerb(name))
      return native(name, (given) =>
        native("decorator", ({ list: [view] }) =>
          add(
            { ...given, named: new Map([...given.named, ["methods", { kind: "const", value: name }]]) },
            pathOf(given),
            view ?? unknown,
          ),
        ),
      );
    const hook = (into: Value[]): Value =>
      native(name, ({ list: [fn] }) => (fn && into.push(fn), fn ?? unknown));
    switch (name) {
      case "route":
        return native(name, (given) =>
          native("decorator", ({ list: [view] }) =>
            add(
              given,
              given.list.flatMap((one) => pathsOf(one, given, m)),
              view ?? unknown,
            ),
          ),
        );
      case "add_url_rule":
        return native(name, (given) =>
          add(
            { ...given, named: new Map([["endpoint", given.list[1] ?? nothing], ...given.named]) },
            pathOf(given),
            given.named.get("view_func") ?? given.list[2] ?? unknown,
          ),
        );
      case "add_resource":
        return native(name, (given) =>
          add(
            given,
            given.list.slice(1).flatMap((one) => texts(one)),
            given.list[0] ?? unknown,
          ),
        );
      case "register_blueprint":
      case "register_api":
      case "add_namespace":
        return native(
          name,
          (given) => (
            this.#mount(
              self,
              given.list[0],
              textOf(given.named.get("url_prefix") ?? given.named.get("path") ?? given.list[1]),
            ),
            nothing
          ),
        );
      case "init_app":
        return native(name, ({ list: [parent] }) => (parent && this.#mount(parent, self), nothing));
      case "before_request":
        return hook(group.isApp ? group.beforeAll : group.before);
      case "before_app_request":
        return hook(group.beforeAll);
      case "errorhandler":
      case "app_errorhandler":
        return native(name, ({ list: [type] }) =>
          native(
            "decorator",
            ({ list: [fn] }) => (fn && type && group.errors.push({ type, fn }), fn ?? unknown),
          ),
        );
      case "register_error_handler":
        return native(
          name,
          ({ list: [type, fn] }) => (fn && type && group.errors.push({ type, fn }), nothing),
        );
      case "expect":
        return native(name, (given) => guards.answering(name, given));
      case "arguments":
      case "input":
        return native(name, (given) => guards.arguments(given));
      case "response":
      case "marshal_with":
      case "doc":
      case "output":
      case "alt_response":
      case "param":
        return native(name, (given) => guards.answering(name, given));
      case "model": // a description of a body by its fields
      case "inherit":
      case "clone":
        return native(name, ({ list }) => list.findLast((one) => one.kind === "object") ?? unknown);
      case "abort":
        return native(name, (given) => abort(given, m));
      case "config":
        return unknown;
      default:
        return native(name, ({ list: [on] }) =>
          on?.kind === "function" ? on : native("decorator", ({ list: [fn] }) => fn ?? unknown),
        );
    }
  }

  routes(m: Machine): readonly Route[] {
    const free = [...this.#groups].filter(([made]) => !this.#mounted.has(made));
    const apps = free.filter(([, { isApp }]) => isApp);
    const found: Route[] = [];
    for (const [, group] of apps.length ? apps : free)
      this.#walk(group, {
        prefix: "",
        names: [],
        shared: allBefore(group, this.#groups),
        before: [],
        errors: allErrors(group, this.#groups),
        hasSignInPage: this.#hasSignInPage,
        found,
        m,
        depth: 0,
      });
    return found;
  }

  #walk(group: Group, outer: Walk, prefix?: string): void {
    if (outer.depth > 12) return;
    const named = group.name === undefined ? undefined : outer.names?.concat(group.name);
    const at = { ...outer, names: group.isApp ? outer.names : named };
    const here = joined(at.prefix, prefix ?? group.prefix);
    const before = [...at.before, ...group.before];
    for (const rule of group.rules) {
      if (at.found.length > 5000) return;
      const path = joined(here, rule.path).replaceAll(/<(?:[^:<>]+:)?([^<>]+)>/g, "{$1}");
      for (const [method, view] of views(rule, at.m))
        at.found.push(
          routed({ rule, method, view, path }, { ...at, before, errors: [...group.errors, ...at.errors] }),
        );
    }
    for (const child of group.children) {
      const inner = this.#groups.get(child.group);
      if (inner)
        this.#walk(
          inner,
          { ...at, prefix: here, before, errors: [...group.errors, ...at.errors], depth: at.depth + 1 },
          child.prefix,
        );
    }
  }
}

export const flask: FrameworkEntry = {
  language: "python",
  uses: (path, text) =>
    path.endsWith(".py") && /^\s*(?:from|import)\s+(?:flask\w*|quart|apiflask)\b/m.test(text),
  open: (texts) => new Flask(texts),
};
