import { args } from "../../evaluate/machine.ts";
import type { Args, Value } from "../../evaluate/types.ts";
import { unread } from "../../evaluate/uses.ts";
import { each, items, native, object, propOf, textOf, texts, unknown } from "../../evaluate/value.ts";
import { type Verb, isVerb, usual, verbs, verbsIn } from "../contract.ts";
import { knownBy, type Members } from "../facts.ts";
import { pathsOf } from "../paths.ts";
import { itself, placeOf, type Call, type Entry, type On } from "../routers.ts";
import { usedFor } from "../under.ts";
import { validated, type Hook } from "./context.ts";

const pathsIn = (value: Value | undefined): readonly string[] => items(value).flatMap((item) => texts(item));

export const flat = (handlers: readonly Value[]): readonly Value[] =>
  handlers.flatMap((handler) => items(handler));

/** Whether static files are served: `app.get("/static/*", serveStatic({ … }))`. */
function isFiles(path: string, handlers: readonly Value[]): boolean {
  const last = flat(handlers).at(-1);
  return path.endsWith("*") && last?.kind === "external" && last.of?.name === "serveStatic";
}

function add({ add: register, self }: On, callArgs: Args, entry: Omit<Entry, "kind" | "file" | "at">): Value {
  const paths = (entry.paths ?? []).filter((path) => !isFiles(path, entry.handlers));
  register({ kind: "route", ...entry, paths, ...placeOf(callArgs) });
  return self;
}

/** `app.get("/path", …handlers)`; without a path, that of the last route. */
const routing =
  (methods: readonly Verb[]): Call =>
  (callArgs, on) => {
    const [first, ...rest] = callArgs.list;
    const named = textOf(first) !== undefined || first?.kind === "list";
    const last = on.node.entries.findLast(({ kind }) => kind === "route");
    return add(on, callArgs, {
      methods,
      paths: named ? pathsIn(first) : (last?.paths ?? [""]),
      handlers: named ? rest : callArgs.list,
    });
  };

/** The handler that serves the API description. */
const json = native("doc", ({ list: [c] }, m) => m.call(m.get(c ?? unknown, "json"), args([object()])));
const serving: Call = (callArgs, on) =>
  add(on, callArgs, { methods: ["get"], paths: pathsIn(callArgs.list[0]), handlers: [json] });

/** The parts of the request that a route declares, with their schemas. */
function declared(request: Value | undefined): readonly (readonly [target: string, schema: Value])[] {
  const checks = ["params", "query", "headers", "cookies"].flatMap((part) => {
    const schema = propOf(request, part);
    return schema
      ? [[part === "params" ? "param" : part === "headers" ? "header" : part, schema] as const]
      : [];
  });
  const body = propOf(request, "body");
  const content = propOf(body, "content");
  const schemas =
    content?.kind === "object"
      ? [...content.props].map(
          ([type, prop]) => [/form/.test(type) ? "form" : "json", propOf(prop, "schema") ?? unknown] as const,
        )
      : body?.kind === "external" && body.args?.list[0]
        ? [["json", body.args.list[0]] as const]
        : [];
  return [...checks, ...schemas];
}

/** The schemas that a route declares for its answers, to which its handler's types are bound. */
const answersBy = (responses: Value | undefined): ReadonlyMap<string, Value> =>
  new Map(
    responses?.kind === "object"
      ? [...responses.props].flatMap(([status, prop]) => {
          const content = propOf(prop, "content");
          const [first] = content?.kind === "object" ? content.props.values() : [];
          // `jsonContent(schema, description)` of helpers
          const schema =
            propOf(first, "schema") ?? (prop.kind === "external" ? prop.args?.list[0] : undefined);
          return schema ? [[status.toLowerCase(), { kind: "unknown", says: schema } as const] as const] : [];
        })
      : [],
  );

/** `app.openapi(createRoute({ … }), handler)`: validates the declared parts of the request before the handler. */
const openapi: Call = (callArgs, on) => {
  const [route, handler, hook] = callArgs.list;
  const method = textOf(propOf(route, "method"))?.toLowerCase() ?? "get";
  const validators = declared(propOf(route, "request")).map(([target, schema]) =>
    validated(target, schema, (hook ?? on.self.props.get(hooked)) as Hook),
  );
  const middleware = propOf(route, "middleware");
  return add(on, callArgs, {
    methods: isVerb(method) ? [method] : [],
    paths: pathsOf(propOf(route, "path"), callArgs, on.m),
    handlers: [...(middleware ? items(middleware) : []), ...validators, ...(handler ? [handler] : [])],
    written: answersBy(propOf(route, "responses")),
  });
};

/** Where an application keeps its hook, its error handler, and the one that `basePath` created it from. */
export const [hooked, failing, above] = ["%hook", "%onError", "%above"] as const;

/** The application from which `basePath` created this one. Mounting either mounts the whole, under its full path. */
const whole = (app: Value): Value => {
  const outer = propOf(app, above);
  return outer ? whole(outer) : app;
};

/** Methods of an application. */
export const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb) => [verb, routing([verb])])),
  all: routing(usual),
  on: (callArgs, on) =>
    add(on, callArgs, {
      methods: verbsIn(callArgs.list[0]),
      paths: pathsOf(callArgs.list[1], callArgs, on.m),
      handlers: callArgs.list.slice(2),
    }),
  use(callArgs, { self, add }) {
    const { paths, patterns, rest: handlers } = usedFor(callArgs.list);
    const use = { kind: "use", methods: verbs, handlers, ...placeOf(callArgs) } as const;
    if (!paths || patterns.length) add({ ...use, paths, patterns });
    for (const path of patterns.length ? [] : (paths ?? [])) {
      const start = path.replace(/\/?\*$/, "");
      add({ ...use, paths: start || path !== start ? [start] : undefined, isWhole: start === path });
    }
    return self;
  },
  route(callArgs, { self, add }) {
    const [path, child] = callArgs.list;
    const handlers = (child ? each(child) : [])
      .map(whole)
      .filter((value) => value.kind === "object" && value !== whole(self));
    if (handlers.length)
      add({ kind: "use", methods: [], paths: pathsIn(path), handlers, ...placeOf(callArgs) });
    return self;
  },
  openapi,
  basePath(callArgs, { self, add, make }) {
    const child = make();
    child.props.set(above, self);
    const hook = self.props.get(hooked);
    if (hook) child.props.set(hooked, hook);
    add({
      kind: "use",
      methods: [],
      paths: pathsIn(callArgs.list[0]),
      handlers: [child],
      ...placeOf(callArgs),
    });
    return child;
  },
  onError({ list: [handler] }, { self, m }) {
    if (handler) m.set(self.props, failing, handler);
    return self;
  },
  doc: serving,
  doc31: serving,
  notFound: itself,
  // another application's routes, at paths and behind middleware of this one
  mount: (_given, { self, m }) => (unread(m), self),
  fire: itself,
  openAPIRegistry: itself,
};

export const knows = knownBy(
  members,
  "fetch request routes router getPath port default getOpenAPIDocument getOpenAPI31Document registry showRoutes",
);
