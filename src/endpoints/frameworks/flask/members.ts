import type { Args, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  native,
  nothing,
  object,
  textOf,
  texts,
  unknown,
} from "../../evaluate/value.ts";
import { type Verb, verbs, verbsIn } from "../contract.ts";
import { decorating, knownBy, memberOf, type Members } from "../facts.ts";
import { pathsOf, prefixOf } from "../paths.ts";
import { guards } from "./decorators.ts";
import { abort } from "./http.ts";
import type { Group } from "./serve.ts";

/** The application, blueprint or namespace whose method is called. */
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

/** Adds a view for paths; methods, endpoint and defaults are named arguments. */
function add({ group }: On, args: Args, { paths, view }: { paths: readonly string[]; view: Value }): Value {
  const methods = args.named.get("methods");
  for (const path of paths)
    group.rules.push({
      path,
      methods: methods && verbsIn(methods),
      view,
      name: textOf(args.named.get("endpoint")),
      defaults: args.named.get("defaults"),
      registered: { file: args.file, at: args.at },
      ...placeOf(view, args),
    });
  return view;
}

const withNamed = (args: Args, entries: readonly (readonly [string, Value])[]): Args => ({
  ...args,
  named: new Map([...args.named, ...entries]),
});

const rulePaths = (args: Args, { m }: On): readonly string[] =>
  pathsOf(args.named.get("rule") ?? args.list[0], args, m);

/** `@app.get("/things")` */
const ofVerb = (verb: Verb): Members<On>[string] =>
  decorating((args, view, on) =>
    add(on, withNamed(args, [["methods", constant(verb)]]), {
      paths: rulePaths(args, on),
      view,
    }),
  );

const mounting: Members<On>[string] = ({ list, named, file, at }, { self, mount, m }) => {
  const given = named.get("url_prefix") ?? named.get("path") ?? list[1];
  const prefix = prefixOf(given, { file, at }, m); // without one, the blueprint has its own
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

/** A decorator that returns the function unchanged. */
const undecorated = native("decorator", ({ list: [fn] }) => fn ?? unknown);

/** Returns such a decorator for any other name. */
const passing = (name: string): Value =>
  native(name, ({ list: [on] }) => (on?.kind === "function" ? on : undecorated));

const answering =
  (name: string): Members<On>[string] =>
  (args, { group }) =>
    name === "response" && group.describes ? undecorated : guards.answering(name, args);

/** A description of a body by its fields. */
const described: Members<On>[string] = ({ list }) =>
  list.findLast((value) => value.kind === "object") ?? unknown;

const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb) => [verb, ofVerb(verb)])),
  route: decorating((args, view, on) =>
    add(on, args, { paths: args.list.flatMap((value) => pathsOf(value, args, on.m)), view }),
  ),
  add_url_rule: (args, on) =>
    add(
      on,
      { ...args, named: new Map([["endpoint", args.list[1] ?? nothing], ...args.named]) },
      {
        paths: rulePaths(args, on),
        view: args.named.get("view_func") ?? args.list[2] ?? unknown,
      },
    ),
  add_resource: (args, on) =>
    add(on, args, {
      paths: args.list.slice(1).flatMap((value) => texts(value)),
      view: args.list[0] ?? unknown,
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
  after_request: hook((group) => (group.isApp ? group.afterAll : group.after)),
  after_app_request: hook((group) => group.afterAll),
  errorhandler: handling,
  app_errorhandler: handling,
  register_error_handler({ list: [type, fn] }, { group }) {
    if (fn && type) group.errors.push({ type, fn });
    return nothing;
  },
  arguments: (args) => guards.arguments(args),
  input: (args) => guards.arguments(args),
  ...Object.fromEntries(
    ["expect", "response", "marshal_with", "doc", "output", "alt_response", "param"].map((name) => [
      name,
      answering(name),
    ]),
  ),
  model: described,
  inherit: described,
  clone: described,
  abort: (args, { m }) => abort(args, m),
};

export const knows = knownBy(
  members,
  "config wsgi_app run name import_name root_path instance_path static_folder static_url_path template_folder logger " +
    "view_functions debug testing secret_key permanent_session_lifetime json json_encoder json_decoder json_provider_class jinja_env " +
    "jinja_options jinja_loader jinja_environment cli shell_context_processor make_shell_context test_client " +
    "test_cli_runner test_request_context app_context request_context teardown_request teardown_appcontext " +
    "teardown_app_request context_processor app_context_processor template_filter template_global template_test " +
    "app_template_filter app_template_global add_template_filter add_template_global url_map url_for extensions " +
    "blueprints url_defaults app_url_defaults aborter open_resource open_instance_resource send_static_file " +
    "get_send_file_max_age select_jinja_autoescape session_interface url_prefix import_name subdomain record record_once " +
    "spec doc representation models schema parser expect doc hide deprecated vendor docs title description definitions " +
    "register_converter DEFAULT_PAGINATION_PARAMETERS ARGUMENTS_PARSER paginate etag payload namespace namespaces app " +
    "marshal fields add_model response marshal_list_with errorhandlers specs_url base_path version api render_root",
  {
    read: "view_func decorators methods",
    alike:
      "rule endpoint defaults strict_slashes url_prefix name subdomain host provide_automatic_options import_name " +
      "static_folder static_url_path template_folder instance_path instance_relative_config root_path static_host " +
      "cli_group path prefix title description version doc catch_all_404s default resource_class_kwargs " +
      "resource_class_args location locations unknown validate as_dict content_type many code status_code schema " +
      "headers deprecated summary tags operation_id responses app ordered validate default_mediatype contact license " +
      "example examples params model silent force port debug use_reloader threaded context load_dotenv " +
      "default_label envvar mask skip_none as_list id body authorizations default_swagger_filename",
  },
);

/** The views by their endpoints; a request looks up its own. */
export const viewsFor = ({ run }: Machine): Value =>
  run?.view && run.endpoint !== undefined
    ? { ...object([[run.endpoint, run.view]]), rest: unknown }
    : external("application.view_functions");

/** A member of an application or blueprint. */
export const appMember = (name: string, on: On): Value =>
  name === "config"
    ? unknown
    : name === "view_functions"
      ? viewsFor(on.m)
      : name === "wsgi_app"
        ? on.self
        : (memberOf(members, name, on) ?? passing(name));
