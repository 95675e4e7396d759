import type { Args, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { each, items, native, nothing, textOf, texts, unknown } from "../../evaluate/value.ts";
import type { Verb } from "../contract.ts";
import { decorating, memberOf, type Members } from "../members.ts";
import { pathsOf } from "../paths.ts";
import { verbs, verbsIn } from "../verbs.ts";
import { dispatching, layerOf } from "./around.ts";
import type { Layer } from "./asgi.ts";

/** A path with what answers it. */
export interface Endpoint {
  readonly kind: "route";
  readonly methods: readonly Verb[];
  readonly path: string;
  readonly fn: Value;
  readonly options: ReadonlyMap<string, Value>;
  readonly file: string;
  readonly at: number;
}

/** A router below another. */
export interface Included {
  readonly kind: "router";
  readonly router: ObjectValue;
  readonly prefix: string;
  readonly dependencies: readonly Value[];
}

/** An application or a router: what is registered in it. */
export interface Router {
  readonly isApp: boolean;
  readonly prefix: string;
  readonly dependencies: readonly Value[];
  readonly entries: (Endpoint | Included)[];
  readonly handlers: { readonly type: Value; readonly fn: Value }[];
  /** The class of its routes, where it is the program's. */
  readonly routeClass?: Value | undefined;
  /** What lies around every endpoint, the outermost last. */
  readonly around: Layer[];
  /** Functions that run before the first request: there too routers are included. */
  readonly starts: Value[];
}

/** An application or a router on which something is called. */
export interface On {
  readonly self: ObjectValue;
  readonly router: Router;
  readonly m: Machine;
  /** The routers among what is given, which serve below another from now on. */
  readonly mount: (child: Value) => readonly ObjectValue[];
}

function add(
  { router, m }: On,
  given: Args,
  { methods, fn }: { methods: readonly Verb[]; fn: Value },
): Value {
  const { file, at } = fn.kind === "function" ? fn.fn : given;
  for (const path of pathsOf(given.named.get("path") ?? given.list[0], given, m))
    router.entries.push({ kind: "route", methods, path, fn, options: given.named, file, at });
  return fn;
}

function methodsOf(given: Args): readonly Verb[] {
  const methods = given.named.get("methods");
  return items(methods).some((item) => texts(item).length > 0) ? verbsIn(methods) : ["get"];
}

const routing = decorating<On>((given, fn, on) => add(on, given, { methods: methodsOf(given), fn }));

const adding: Members<On>[string] = (given, on) =>
  add(on, given, {
    methods: methodsOf(given),
    fn: given.named.get("endpoint") ?? given.list[1] ?? unknown,
  });

/** Puts routers below the one that is called. */
function include(
  { router, mount, m }: On,
  given: Args,
  { child, prefix }: Record<"child" | "prefix", Value | undefined>,
): Value {
  for (const value of child ? each(child) : [])
    if (value.kind === "external")
      m.foreign.push({ name: value.path, path: textOf(prefix) ?? "", file: given.file, at: given.at });
  for (const value of child ? mount(child) : [])
    router.entries.push({
      kind: "router",
      router: value,
      prefix: textOf(prefix) ?? "",
      dependencies: items(given.named.get("dependencies")),
    });
  return nothing;
}

/** Keeps what runs when the application starts. */
const starting = (event: Value | undefined, fn: Value | undefined, { router }: On): void => {
  if (fn && textOf(event) === "startup") router.starts.push(fn);
};

const members: Members<On> = {
  ...Object.fromEntries(
    verbs.map((verb) => [verb, decorating<On>((given, fn, on) => add(on, given, { methods: [verb], fn }))]),
  ),
  api_route: routing,
  route: routing,
  add_api_route: adding,
  add_route: adding,
  include_router: (given, on) =>
    include(on, given, {
      child: given.named.get("router") ?? given.list[0],
      prefix: given.named.get("prefix"),
    }),
  mount: (given, on) =>
    include(on, given, {
      child: given.named.get("app") ?? given.list[1],
      prefix: given.named.get("path") ?? given.list[0],
    }),
  exception_handler: decorating(({ list: [type] }, fn, { router }) => {
    if (type) router.handlers.push({ type, fn });
  }),
  add_exception_handler({ list: [type, fn] }, { router }) {
    if (fn && type) router.handlers.push({ type, fn });
    return nothing;
  },
  middleware: decorating((_given, fn, { router }) => void router.around.push(dispatching(fn))),
  add_middleware(given, { router, m }) {
    const layer = layerOf(given, m);
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

/** What a member of an application or of a router is. */
export const routerMember = (name: string, on: On): Value =>
  name === "router" ? on.self : (memberOf(members, name, on) ?? native(name, () => unknown));
