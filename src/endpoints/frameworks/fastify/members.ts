import { args, Stop } from "../../evaluate/machine.ts";
import type { Args, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  constant,
  external,
  native,
  nothing,
  object,
  propOf,
  textOf,
  unknown,
} from "../../evaluate/value.ts";
import { type Verb, usual, verbs, verbsIn } from "../contract.ts";
import { unread } from "../../evaluate/uses.ts";
import { answer, credentials } from "../observe.ts";
import { knownBy, memberOf, type Members } from "../facts.ts";
import { joined, pathsOf } from "../paths.ts";
import { auth } from "./http.ts";
import type { Context, Registered } from "./serve.ts";
import { keep } from "./shared.ts";

/** The plugin context whose method is called. */
export interface On {
  readonly self: ObjectValue;
  readonly context: Context;
  readonly m: Machine;
  readonly routes: Registered[];
  /** Stores a decorator of requests or replies, by name. */
  readonly decorate: (what: "requests" | "replies", name: string, value: Value) => void;
  readonly register: (callArgs: Args) => void;
}

type Call = Members<On>[string];

const mostRoutes = 5000;

/** Options of a route: hooks and schemas, which are read, and those that don't affect access. */
const routeOptions = new Set(
  (
    "constraints method url path schema handler config onRequest preParsing preValidation preHandler preSerialization onSend onResponse " +
    "onTimeout onError onRequestAbort errorHandler attachValidation validatorCompiler serializerCompiler bodyLimit logLevel " +
    "logSerializers version prefixTrailingSlash exposeHeadRoute exposeHeadRoutes childLoggerFactory schemaErrorFormatter " +
    "handlerTimeout rateLimit websocket wsHandler helmet cors compress decompress swaggerTransform tags description summary prefix response body querystring params headers security consumes produces hide operationId"
  ).split(" "),
);

/** A method that returns the instance it is called on. */
const chainable =
  (use: (callArgs: Args, on: On) => void): Call =>
  (callArgs, on) => {
    use(callArgs, on);
    return on.self;
  };

/** The options of a route after its `onRoute` hooks have changed them. */
function seenByHooks(
  { options, handler }: Pick<Registered, "options" | "handler">,
  { context, m }: Pick<On, "context" | "m">,
): Value | undefined {
  const hooks: Value[] = [];
  for (let at: Context | undefined = context; at; at = at.parent)
    hooks.push(...(at.hooks.get("onRoute") ?? []));
  if (!hooks.length || (options && options.kind !== "object")) return options;
  const seen = object([...(options?.props ?? []), ...(handler ? [["handler", handler] as const] : [])]);
  for (const hook of hooks) m.call(hook, args([seen]));
  return seen;
}

/** Adds a route for the paths that a value may be. */
function add(
  { context, routes, m }: On,
  callArgs: Args,
  {
    path,
    ...route
  }: Pick<Registered, "methods" | "options" | "handler"> & { readonly path: Value | undefined },
): void {
  const options = seenByHooks(route, { context, m });
  const constraints = propOf(options, "constraints");
  const isUnread =
    options?.kind === "object" &&
    ([...options.props.keys()].some((name) => !routeOptions.has(name)) ||
      (constraints &&
        !(
          constraints.kind === "object" &&
          [...constraints.props.keys()].every((name) => /^(?:host|version)$/.test(name))
        )));
  if (isUnread) unread(m, { file: callArgs.file, at: callArgs.at });
  for (const item of pathsOf(path, callArgs, m))
    if (routes.length < mostRoutes)
      routes.push({
        ...route,
        options,
        context,
        path: joined(context.prefix, item),
        file: callArgs.file,
        at: callArgs.at,
      });
}

/** `fastify.get("/path", options, handler)` */
const routing = (methods: readonly Verb[]): Call =>
  chainable((callArgs, on) => {
    const [path, second, third] = callArgs.list;
    add(on, callArgs, {
      path,
      methods,
      options: third || second?.kind === "object" ? second : undefined,
      handler: third ?? (second?.kind === "object" ? propOf(second, "handler") : second),
    });
  });

const decorating = (what: "requests" | "replies"): Call =>
  chainable(({ list: [key, value] }, { decorate }) => {
    if (value?.kind === "function" || value?.kind === "native") decorate(what, textOf(key) ?? "", value);
  });

const calling = chainable(({ list: [fn] }, { m }) => void (fn && m.call(fn, args([nothing]))));
const itself = chainable(() => undefined);

const members: Members<On> = {
  ...Object.fromEntries(verbs.map((verb) => [verb, routing([verb])])),
  all: routing(usual),
  route: chainable((callArgs, on) => {
    const [options] = callArgs.list;
    add(on, callArgs, {
      path: propOf(options, "url") ?? propOf(options, "path"),
      methods: verbsIn(propOf(options, "method")),
      options,
      handler: propOf(options, "handler"),
    });
  }),
  register: chainable((callArgs, { register }) => register(callArgs)),
  addHook: chainable(({ list: [hook, fn] }, { context }) => {
    const called = textOf(hook) ?? "";
    if (fn) context.hooks.set(called, [...(context.hooks.get(called) ?? []), fn]);
  }),
  decorate: chainable(
    ({ list: [key, value] }, { context }) => void context.decorators.set(textOf(key) ?? "", value ?? unknown),
  ),
  decorateRequest: decorating("requests"),
  decorateReply: decorating("replies"),
  setErrorHandler: chainable(({ list: [handler] }, { context }) => void (context.error = handler)),
  addContentTypeParser: chainable(({ list }, { context }) => {
    const parser = list.at(-1);
    if (parser?.kind === "function") context.parsers.push(parser);
  }),
  after: calling,
  ready: calling,
  withTypeProvider: itself,
  setValidatorCompiler: itself,
  setSerializerCompiler: itself,
  setNotFoundHandler: itself,
  addSchema: chainable(({ list: [schema] }, { context }) => keep(schema, context.schemas)),
};

export const knows = knownBy(
  members,
  "auth basicAuth verifyBearerAuth httpErrors prefix log listen close server addresses swagger inject printRoutes printPlugins hasDecorator " +
    "hasRequestDecorator hasReplyDecorator hasPlugin hasRoute pluginName version initialConfig getSchema getSchemas " +
    "setReplySerializer setSchemaErrorFormatter setGenReqId setSchemaController setChildLoggerFactory addHttpMethod " +
    "supportedMethods hasContentTypeParser removeContentTypeParser removeAllContentTypeParsers getDefaultJsonParser " +
    "defaultTextParser listeningOrigin rateLimit sqlite prisma knex io ws cron scheduler mailer csrfProtection " +
    "onClose then default cors metrics config mongo pg redis mysql jwt view errorHandler getDecorator",
);

/** A member of an instance, unless a plugin has decorated it under that name. */
export function instanceMember(name: string, on: On): Value | undefined {
  switch (name) {
    case "auth":
      return native(name, auth);
    case "httpErrors": // @fastify/sensible
      return external("@fastify/sensible.httpErrors");
    case "csrfProtection":
      return external("@fastify/csrf-protection.csrfProtection");
    case "prefix":
      return constant(on.context.prefix);
    case "basicAuth": // @fastify/basic-auth
    case "verifyBearerAuth": // @fastify/bearer-auth
      return native(name, (_given, m) => {
        credentials(m, name === "basicAuth" ? "basic" : "bearer");
        answer(m, 401);
        if (m.run?.absent) throw new Stop();
        return nothing;
      });
    default:
      return memberOf(members, name, on);
  }
}
