import type { Args, Machine, ObjectValue, Place, Value } from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  items,
  list,
  native,
  nothing,
  textOf,
  texts,
  unknown,
} from "../../evaluate/value.ts";
import { member } from "../../evaluate/lookup.ts";
import { isUnclear, unread } from "../../evaluate/uses.ts";
import { type Verb, verbs, verbsIn } from "../contract.ts";
import { decorating, knownBy, memberOf, type Members } from "../facts.ts";
import { pathsOf, prefixOf } from "../paths.ts";
import { dispatching, layerOf, type Layer } from "./around.ts";

/** A path with its handler. */
export interface Endpoint {
  readonly kind: "route";
  readonly methods: readonly Verb[];
  readonly path: string;
  readonly fn: Value;
  readonly options: ReadonlyMap<string, Value>;
  readonly registered: Place;
  readonly file: string;
  readonly at: number;
}

/** A router included in another. */
export interface Included {
  readonly kind: "router";
  readonly router: ObjectValue;
  readonly prefix: string;
  readonly dependencies: readonly Value[];
}

/** An application or a router, with its registrations. */
export interface Router {
  readonly isApp: boolean;
  readonly prefix: string;
  readonly dependencies: readonly Value[];
  readonly entries: (Endpoint | Included)[];
  readonly handlers: { readonly type: Value; readonly fn: Value }[];
  /** The class of its routes, if the program defines one. */
  readonly routeClass?: Value | undefined;
  /** Layers around every endpoint, the outermost last. */
  readonly around: Layer[];
  /** Functions that run before the first request; they may include routers, too. */
  readonly starts: Value[];
}

/** The application or router whose method is called. */
export interface On {
  readonly self: ObjectValue;
  readonly router: Router;
  readonly m: Machine;
  /** Returns the routers in a value and marks them as mounted. */
  readonly mount: (child: Value) => readonly ObjectValue[];
}

/** The method of a program's class that its decorators call, too: `add_api_route` of a router. */
const ownAdding = ({ self }: On): string | undefined =>
  self.cls && member(self.cls, "add_api_route") ? "add_api_route" : undefined;

/** Registers a route as the library's decorators do: by `add_api_route`, which a class of the program may override. */
function decorate(on: On, args: Args, { methods, fn }: { methods: readonly Verb[]; fn: Value }): Value {
  const own = ownAdding(on);
  if (own === undefined) return add(on, args, { methods, fn });
  const listed = list(methods.map((method) => constant(method.toUpperCase())));
  const [path, ...others] = args.list;
  const named = new Map([...args.named, ["methods", listed] as const]);
  on.m.call(on.m.get(on.self, own), { ...args, list: [...(path ? [path] : []), fn, ...others], named });
  return fn;
}

function add({ router, m }: On, args: Args, { methods, fn }: { methods: readonly Verb[]; fn: Value }): Value {
  const { file, at } = fn.kind === "function" ? fn.fn : args;
  const registered = { file: args.file, at: args.at };
  for (const path of pathsOf(args.named.get("path") ?? args.list[0], args, m))
    router.entries.push({ kind: "route", methods, path, fn, options: args.named, registered, file, at });
  return fn;
}

function methodsOf(args: Args): readonly Verb[] {
  const methods = args.named.get("methods");
  return items(methods).some((item) => texts(item).length > 0) ? verbsIn(methods) : ["get"];
}

const routing = decorating<On>((args, fn, on) => decorate(on, args, { methods: methodsOf(args), fn }));

const adding: Members<On>[string] = (args, on) =>
  add(on, args, {
    methods: methodsOf(args),
    fn: args.named.get("endpoint") ?? args.list[1] ?? unknown,
  });

/** The dependencies in a list; one unknown value if the list isn't completely known. */
export const dependenciesIn = (value: Value | undefined): readonly Value[] =>
  value && isUnclear(value) ? [unknown] : items(value);

/** Includes routers in the one that is called. */
function include(
  on: On,
  args: Args,
  { child, prefix }: Record<"child" | "prefix", Value | undefined>,
): Value {
  const { router, mount, m } = on;
  // the library adds each route of the child by this method
  if (ownAdding(on) !== undefined) unread(m, args);
  for (const value of child ? each(child) : [])
    if (value.kind === "external")
      m.foreign.push({ name: value.path, path: textOf(prefix) ?? "", file: args.file, at: args.at });
  for (const value of child ? mount(child) : [])
    router.entries.push({
      kind: "router",
      router: value,
      prefix: prefixOf(prefix, args, m) ?? "",
      dependencies: dependenciesIn(args.named.get("dependencies")),
    });
  return nothing;
}

/** Stores a function that runs when the application starts. */
const starting = (event: Value | undefined, fn: Value | undefined, { router }: On): void => {
  if (fn && textOf(event) === "startup") router.starts.push(fn);
};

const members: Members<On> = {
  ...Object.fromEntries(
    verbs.map((verb) => [
      verb,
      decorating<On>((args, fn, on) => decorate(on, args, { methods: [verb], fn })),
    ]),
  ),
  api_route: routing,
  route: routing,
  add_api_route: adding,
  add_route: adding,
  include_router: (args, on) =>
    include(on, args, {
      child: args.named.get("router") ?? args.list[0],
      prefix: args.named.get("prefix"),
    }),
  mount: (args, on) =>
    include(on, args, {
      child: args.named.get("app") ?? args.list[1],
      prefix: args.named.get("path") ?? args.list[0],
    }),
  exception_handler: decorating(({ list: [type] }, fn, { router }) => {
    if (type) router.handlers.push({ type, fn });
  }),
  add_exception_handler({ list: [type, fn] }, { router }) {
    if (fn && type) router.handlers.push({ type, fn });
    return nothing;
  },
  middleware: decorating((_given, fn, { router }) => void router.around.push(dispatching(fn))),
  add_middleware(args, { router, m }) {
    const layer = layerOf(args, m);
    if (layer) router.around.push(layer);
    return nothing;
  },
  on_event: decorating(({ list: [event] }, fn, on) => starting(event, fn, on)),
  add_event_handler({ list: [event, fn] }, on) {
    starting(event, fn, on);
    return nothing;
  },
  websocket: decorating(() => undefined),
};

export const knows = knownBy(
  members,
  "router route_class frontend state title version description openapi openapi_url docs_url redoc_url openapi_schema openapi_tags " +
    "swagger_ui_init_oauth routes url_path_for extra root_path debug prefix tags include_in_schema lifespan_context " +
    "host websocket_route setup separate_input_output_schemas servers contact license_info terms_of_service summary",
  {
    read: "middleware route_class endpoint dispatch lifespan on_startup",
    alike:
      "dependencies router app directory html check_dir packages path prefix tags responses methods status_code response_model response_model_exclude_unset response_model_exclude " +
      "response_model_include response_model_exclude_none response_model_exclude_defaults response_model_by_alias " +
      "response_class default_response_class name summary description response_description deprecated operation_id " +
      "include_in_schema openapi_extra callbacks generate_unique_id_function redirect_slashes title version docs_url " +
      "redoc_url openapi_url openapi_tags servers terms_of_service contact license_info debug root_path " +
      "root_path_in_servers swagger_ui_parameters swagger_ui_oauth2_redirect_url swagger_ui_init_oauth webhooks " +
      "separate_input_output_schemas on_shutdown exception_handlers default strict_content_type " +
      "allow_origins allow_credentials allow_methods allow_headers allow_origin_regex expose_headers max_age secret_key " +
      "session_cookie same_site https_only allowed_hosts www_redirect minimum_size compresslevel event_type func " +
      "handler exc_class_or_status_code middleware_class",
  },
);

/** A member of an application or a router. */
export const routerMember = (name: string, on: On): Value =>
  name === "router"
    ? on.self
    : name === "routes"
      ? external("application.routes")
      : (memberOf(members, name, on) ?? native(name, () => unknown));
