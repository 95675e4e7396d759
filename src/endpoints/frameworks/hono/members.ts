import { args } from "../../evaluate/machine.ts";
import type { Args, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { items, native, object, propOf, textOf, texts, unknown } from "../../evaluate/value.ts";
import type { Verb } from "../contract.ts";
import { knownBy, type Members } from "../members.ts";
import { pathsOf } from "../paths.ts";
import { usedFor } from "../under.ts";
import { isVerb, usual, verbs, verbsIn } from "../verbs.ts";
import { validated, type Hook } from "./context.ts";

/** One registration. */
export interface Entry {
  readonly kind: "use" | "route" | "mount";
  readonly methods: readonly Verb[];
  readonly paths: readonly string[];
  readonly handlers: readonly Value[];
  readonly child?: ObjectValue;
  /** The schemas that a route declares for its answers. */
  readonly written?: ReadonlyMap<string, Value>;
  readonly file: string;
  readonly at: number;
}

/** An application, with its registrations. */
export interface App {
  readonly base: string;
  readonly entries: Entry[];
  onError: Value | undefined;
  readonly hook: Value | undefined;
}

/** The application whose method is called. */
export interface On {
  readonly self: ObjectValue;
  readonly app: App;
  readonly m: Machine;
  /** Returns the applications in a value and marks them as mounted. */
  readonly mount: (child: Value) => readonly ObjectValue[];
  /** Returns an application mounted below this one, which inherits its hook and the middleware so far. */
  readonly below: (path: string) => Value;
}

type Call = Members<On>[string];

const pathsIn = (value: Value | undefined): readonly string[] => items(value).flatMap((item) => texts(item));

function add({ app, self }: On, given: Args, entry: Omit<Entry, "file" | "at">): Value {
  const handlers = entry.handlers.flatMap((handler) => items(handler));
  app.entries.push({ ...entry, handlers, file: given.file, at: given.at });
  return self;
}

/** `app.get("/path", …handlers)`; without a path, that of the last route. */
const routing =
  (methods: readonly Verb[]): Call =>
  (given, on) => {
    const [first, ...rest] = given.list;
    const named = textOf(first) !== undefined || first?.kind === "list";
    const last = on.app.entries.findLast(({ kind }) => kind === "route");
    return add(on, given, {
      kind: "route",
      methods,
      paths: named ? pathsIn(first) : (last?.paths ?? [""]),
      handlers: named ? rest : given.list,
    });
  };

/** The handler that serves the API description. */
const json = native("doc", ({ list: [c] }, m) => m.call(m.get(c ?? unknown, "json"), args([object()])));
const serving: Call = (given, on) =>
  add(on, given, { kind: "route", methods: ["get"], paths: pathsIn(given.list[0]), handlers: [json] });

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
const openapi: Call = (given, { self, app, m }) => {
  const [route, handler, hook] = given.list;
  const method = textOf(propOf(route, "method"))?.toLowerCase() ?? "get";
  const validators = declared(propOf(route, "request")).map(([target, schema]) =>
    validated(target, schema, (hook ?? app.hook) as Hook),
  );
  const middleware = propOf(route, "middleware");
  app.entries.push({
    kind: "route",
    methods: isVerb(method) ? [method] : [],
    paths: pathsOf(propOf(route, "path"), given, m),
    handlers: [...(middleware ? items(middleware) : []), ...validators, ...(handler ? [handler] : [])],
    written: answersBy(propOf(route, "responses")),
    file: given.file,
    at: given.at,
  });
  return self;
};

const itself: Call = (_given, { self }) => self;

/** Methods of an application. */
export const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb) => [verb, routing([verb])])),
  all: routing(usual),
  on: (given, on) =>
    add(on, given, {
      kind: "route",
      methods: verbsIn(given.list[0]),
      paths: pathsOf(given.list[1], given, on.m),
      handlers: given.list.slice(2),
    }),
  use(given, on) {
    const { paths = ["*"], patterns, rest } = usedFor(given.list);
    const use = { kind: "use", methods: [] } as const;
    return patterns.length
      ? add(on, given, { ...use, paths: ["*"], handlers: patterns })
      : add(on, given, { ...use, paths, handlers: rest });
  },
  route(given, on) {
    const [path, child] = given.list;
    for (const value of child ? on.mount(child) : [])
      add(on, given, { kind: "mount", methods: [], paths: pathsIn(path), handlers: [], child: value });
    return on.self;
  },
  openapi,
  basePath: ({ list: [path] }, { below }) => below(textOf(path) ?? ""),
  onError({ list: [handler] }, { self, app }) {
    app.onError = handler;
    return self;
  },
  doc: serving,
  doc31: serving,
  notFound: itself,
  mount: itself,
  fire: itself,
  openAPIRegistry: itself,
};

export const knows = knownBy(
  members,
  "fetch request routes router getPath port default getOpenAPIDocument getOpenAPI31Document registry showRoutes",
);
