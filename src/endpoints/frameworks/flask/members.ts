import type { Args, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, each, native, nothing, textOf, texts, unknown } from "../../evaluate/value.ts";
import type { Verb } from "../contract.ts";
import { decorating, memberOf, type Members } from "../members.ts";
import { pathsOf } from "../paths.ts";
import { verbs, verbsIn } from "../verbs.ts";
import { guards } from "./decorators.ts";
import { abort } from "./http.ts";
import type { Group } from "./serve.ts";

/** An application, a blueprint or a namespace on which something is called. */
export interface On {
  readonly self: ObjectValue;
  readonly group: Group;
  readonly m: Machine;
  readonly mount: (parent: Value, child: Value | undefined, prefix?: string) => void;
}

const placeOf = (view: Value, { file, at }: Args): { readonly file: string; readonly at: number } =>
  view.kind === "function"
    ? { file: view.fn.file, at: view.fn.at }
    : view.kind === "class"
      ? { file: view.cls.file, at: view.cls.at }
      : { file, at };

/** Adds a view under paths; methods, endpoint and defaults are told by name. */
function add({ group }: On, given: Args, { paths, view }: { paths: readonly string[]; view: Value }): Value {
  const methods = given.named.get("methods");
  for (const path of paths)
    group.rules.push({
      path,
      methods: methods && verbsIn(methods),
      view,
      name: textOf(given.named.get("endpoint")),
      defaults: given.named.get("defaults"),
      ...placeOf(view, given),
    });
  return view;
}

const withNamed = (given: Args, entries: readonly (readonly [string, Value])[]): Args => ({
  ...given,
  named: new Map([...given.named, ...entries]),
});

const rulePaths = (given: Args, { m }: On): readonly string[] =>
  pathsOf(given.named.get("rule") ?? given.list[0], given, m);

/** `@app.get("/things")` */
const ofVerb = (verb: Verb): Members<On>[string] =>
  decorating((given, view, on) =>
    add(on, withNamed(given, [["methods", constant(verb)]]), {
      paths: rulePaths(given, on),
      view,
    }),
  );

const mounting: Members<On>[string] = ({ list, named, file, at }, { self, mount, m }) => {
  const prefix = textOf(named.get("url_prefix") ?? named.get("path") ?? list[1]);
  for (const value of list[0] ? each(list[0]) : [])
    if (value.kind === "external") m.foreign.push({ name: value.path, path: prefix ?? "", file, at });
  mount(self, list[0], prefix);
  return nothing;
};

const hook =
  (into: (group: Group) => Value[]): Members<On>[string] =>
  ({ list: [fn] }, { group }) => {
    if (fn) into(group).push(fn);
    return fn ?? unknown;
  };

const handling = decorating<On>(({ list: [type] }, fn, { group }) => {
  if (type) group.errors.push({ type, fn });
});

/** A decorator that gives back what it decorates. */
const undecorated = native("decorator", ({ list: [fn] }) => fn ?? unknown);

/** Decorators of other names give back what they decorate. */
const passing = (name: string): Value =>
  native(name, ({ list: [on] }) => (on?.kind === "function" ? on : undecorated));

const answering =
  (name: string): Members<On>[string] =>
  (given, { group }) =>
    name === "response" && group.describes ? undecorated : guards.answering(name, given);

/** A description of a body by its fields. */
const described: Members<On>[string] = ({ list }) =>
  list.findLast((value) => value.kind === "object") ?? unknown;

const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb) => [verb, ofVerb(verb)])),
  route: decorating((given, view, on) =>
    add(on, given, { paths: given.list.flatMap((value) => pathsOf(value, given, on.m)), view }),
  ),
  add_url_rule: (given, on) =>
    add(
      on,
      { ...given, named: new Map([["endpoint", given.list[1] ?? nothing], ...given.named]) },
      {
        paths: rulePaths(given, on),
        view: given.named.get("view_func") ?? given.list[2] ?? unknown,
      },
    ),
  add_resource: (given, on) =>
    add(on, given, {
      paths: given.list.slice(1).flatMap((value) => texts(value)),
      view: given.list[0] ?? unknown,
    }),
  register_blueprint: mounting,
  register_api: mounting,
  add_namespace: mounting,
  init_app({ list: [parent] }, { self, mount }) {
    if (parent) mount(parent, self);
    return nothing;
  },
  before_request: hook((group) => (group.isApp ? group.beforeAll : group.before)),
  before_app_request: hook((group) => group.beforeAll),
  url_value_preprocessor: hook((group) => (group.isApp ? group.beforeAll : group.before)),
  app_url_value_preprocessor: hook((group) => group.beforeAll),
  errorhandler: handling,
  app_errorhandler: handling,
  register_error_handler({ list: [type, fn] }, { group }) {
    if (fn && type) group.errors.push({ type, fn });
    return nothing;
  },
  arguments: (given) => guards.arguments(given),
  input: (given) => guards.arguments(given),
  ...Object.fromEntries(
    ["expect", "response", "marshal_with", "doc", "output", "alt_response", "param"].map((name) => [
      name,
      answering(name),
    ]),
  ),
  model: described,
  inherit: described,
  clone: described,
  abort: (given, { m }) => abort(given, m),
};

/** What a member of an application or of a part of it is. */
export const appMember = (name: string, on: On): Value =>
  name === "config"
    ? unknown
    : name === "wsgi_app"
      ? on.self
      : (memberOf(members, name, on) ?? passing(name));
