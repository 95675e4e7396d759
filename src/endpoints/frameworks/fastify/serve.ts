import { ordinary } from "../../evaluate/errors.ts";
import { args } from "../../evaluate/machine.ts";
import type { Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  each,
  either,
  isMissing,
  items,
  native,
  nothing,
  numbers,
  object,
  propOf,
  truth,
  unknown,
} from "../../evaluate/value.ts";
import type { Route, Verb } from "../contract.ts";
import { atGate } from "../../evaluate/blame.ts";
import { doubt } from "../../evaluate/uses.ts";
import { reply, request, broken, through } from "./http.ts";
import { follow, type Chain } from "../middleware.ts";
import { answer, dropFailures, rawBody } from "../observe.ts";
import { oversized } from "../bodies.ts";
import { resolved, type Schemas } from "./shared.ts";
import { statusesSet, thrownStatus, answerError } from "../statuses.ts";
import { braced } from "../paths.ts";
import { routeOf, completes } from "../route.ts";
import { takesAnyHeaders, takesAnyPath } from "../../schema/any-path.ts";

/** A plugin context: its hooks, decorators and error handlers apply to it and its children. */
export interface Context {
  readonly prefix: string;
  readonly parent: Context | undefined;
  readonly hooks: Map<string, Value[]>;
  readonly decorators: Map<string, Value>;
  /** Shared by the whole application. */
  readonly schemas: Schemas;
  /** Body parsers, by media type. */
  readonly parsers: Value[];
  /** Whether the program limits the size of bodies. */
  readonly isLimited: boolean;
  error: Value | undefined;
  readonly instance: ObjectValue;
}

export interface Registered {
  readonly context: Context;
  readonly methods: readonly Verb[];
  readonly path: string;
  readonly options: Value | undefined;
  readonly handler: Value | undefined;
  readonly file: string;
  readonly at: number;
}

/** Decorators of requests and replies, by name. */
export interface Decorated {
  readonly requests: ReadonlyMap<string, Value>;
  readonly replies: ReadonlyMap<string, Value>;
}

/** The value of an option whose name is unknown. */
const restOf = (options: Value | undefined): Value =>
  options?.kind === "unknown" || (options?.kind === "object" && options.rest) ? unknown : nothing;

const before = ["onRequest", "preParsing", "preValidation", "preHandler"] as const;

/** Hooks that run before an answer is sent. */
const after = ["preSerialization", "onSend"] as const;

/** Runs the hooks for an answer: a hook that sets an error status refuses the request. */
const sending = (hooks: readonly Value[], { replies }: Decorated): Value =>
  native("sending", ({ list: [req = unknown] }, m) => {
    for (const hook of hooks) {
      doubt(hook, m);
      const res = reply(replies);
      atGate(m, hook, () => {
        m.call(hook, args([req, res, unknown, nothing]));
        const isRefusing = numbers(res.props.get("statusCode") ?? nothing).some((status) => status >= 400);
        if (isRefusing && m.run) m.run.refusedAt ??= m.run.gate;
      });
    }
    return nothing;
  });

/** Follows a request through the hooks of all enclosing contexts to its handler. */
export function serve(
  { context, path, options, handler, file, at }: Registered,
  on: { readonly method: Verb; readonly decorated: Decorated },
  m: Machine,
): Route {
  const full = braced(path);
  const around: Context[] = [];
  for (let one: Context | undefined = context; one; one = one.parent) around.unshift(one);
  const hooked = (contexts: readonly Context[]): readonly Value[] =>
    before.flatMap((name) => contexts.flatMap((context) => context.hooks.get(name) ?? []));
  const errors = [propOf(options, "errorHandler"), ...around.toReversed().map(({ error }) => error)].filter(
    (value) => value !== undefined,
  );
  const declared = native("schema", () => (check(propOf(options, "schema"), context.schemas, m), nothing));
  const hookFunctions = before.flatMap((name) =>
    each(propOf(options, name) ?? restOf(options)).flatMap((value) => items(value)),
  );
  const ownAfter = after.flatMap((name) => items(propOf(options, name)));
  const rest = restOf(options);
  const config = propOf(options, "config") ?? (rest === nothing ? object() : rest);
  const chain = (): Chain =>
    chainOf({ path: full, method: on.method, errors, handler, context, config }, on.decorated);
  const fns = {
    shared: hooked(around.slice(0, 1)),
    local: [
      parsing(around, chain),
      declared,
      sending(
        [...after.flatMap((name) => around.flatMap(({ hooks }) => hooks.get(name) ?? [])), ...ownAfter],
        on.decorated,
      ),
      ...hooked(around.slice(1)),
      ...hookFunctions,
      ...(handler ? [handler] : []),
    ],
  };
  const { run, auth } = follow(fns, chain, m);
  const usual = handler?.kind === "function" && completes(handler.fn) ? 200 : undefined;
  const written = answersBy(propOf(propOf(options, "schema"), "response"), context.schemas);
  return routeOf({ method: on.method, path: full, auth, run, file, at, handler, written, usual }, m);
}

/** Parses the body with the program's parsers. */
const parsing = (around: readonly Context[], chain: () => Chain): Value =>
  native("parse", ({ list: [req = unknown] }, m) => {
    const parsers = around.flatMap((context) => context.parsers);
    const isLimited = around.some((context) => context.isLimited);
    if (!m.run || (!parsers.length && !isLimited)) return nothing;
    m.run.asksBody = true;
    if (m.run.isBodiless) return nothing;
    if (isLimited) m.throws.push(...oversized((error) => chain().failed(error, m), m));
    for (const parser of parsers)
      m.branches([() => nothing, () => m.call(parser, args([req, rawBody, nothing]))]);
    return nothing;
  });

interface Served {
  readonly path: string;
  readonly method: string;
  readonly errors: readonly Value[];
  readonly handler: Value | undefined;
  readonly context: Context;
  readonly config: Value;
}

function chainOf(
  { path, method, errors, handler, context, config }: Served,
  { requests, replies }: Decorated,
): Chain {
  const [req, res] = [request(path, requests, config), reply(replies)];
  return {
    path,
    method,
    self: context.instance,
    args: (next) => args([req, res, next]),
    returned: (value, fn, m) => {
      if (fn === handler && m.run) m.run.isReturned = true;
      if (fn === handler) returned(value, res, m);
      const takesDone = fn.kind === "function" ? fn.fn.params.length > 2 : isThrough(fn);
      return !takesDone && truth(res.props.get("sent") ?? unknown) !== true;
    },
    failed: (error, m) => {
      for (const value of each(error)) fail(value, errors, { req, m, replies });
    },
  };
}

const isThrough = (fn: Value): boolean => fn.kind === "native" && fn.name === through;

const parts = [
  ["body", "body"],
  ["querystring", "query"],
  ["query", "query"],
  ["params", "path"],
  ["headers", "header"],
] as const;

/** The schemas that serialize a route's answers, by status. */
const answersBy = (response: Value | undefined, schemas: Schemas): ReadonlyMap<string, Value> =>
  new Map(
    response?.kind === "object"
      ? [...response.props].map(([status, schema]) => [
          status.toLowerCase(),
          { kind: "unknown", says: resolved(schema, schemas) } as const,
        ])
      : [],
  );

/** Applies a route's schema to the request. Violations are an error, which Fastify itself answers with 400. */
function check(schema: Value | undefined, schemas: Schemas, m: Machine): void {
  let asks = false;
  for (const [name, part] of parts) {
    const value = propOf(schema, name);
    if (!value) continue;
    const found = resolved(value, schemas);
    asks ||= part === "header" ? !takesAnyHeaders(found) : part !== "path" || !takesAnyPath(found);
    m.run?.checked.push({ part, path: [], schema: found });
  }
  if (asks) m.throws.push(broken());
}

/** Answers with what a handler returned, unless it has already sent an answer. */
function returned(value: Value, res: ObjectValue, m: Machine): void {
  const sends = each(value).filter(
    (value) =>
      !(value.kind === "const" && value.value === undefined) &&
      !(value.kind === "object" && value.host?.type === "fastify.reply"),
  );
  // nothing is returned: the status that was set holds
  if (
    !sends.length &&
    each(value).some(({ kind }) => kind === "const") &&
    truth(res.props.get("sent") ?? unknown) !== true
  )
    for (const value of numbers(res.props.get("statusCode"))) answer(m, value);
  const errors = sends.filter((send) => send.kind === "object" && send.base && thrownStatus(send).length > 0);
  for (const status of errors.flatMap(thrownStatus)) answer(m, status);
  if (errors.length === sends.length) return;
  const set = res.props.get("statusCode");
  // the path on which no status was set is the one that ends with an error
  const isSet = errors.length > 0 && each(set ?? nothing).some((value) => !isMissing(value));
  const left = isSet && set ? either(each(set).filter((value) => !isMissing(value))) : set;
  const body = sends.find((send) => !errors.includes(send));
  for (const value of statusesSet(left, 200)) answer(m, value, body);
}

function fail(
  error: Value,
  [handler]: readonly Value[],
  { req, m, replies }: { req: Value; m: Machine; replies: ReadonlyMap<string, Value> },
): void {
  if (handler) {
    const res = reply(replies);
    const before = m.run?.answers.length ?? 0;
    m.caught.push(error);
    const value = m.call(handler, args([error.kind === "object" ? error : ordinary(), req, res]));
    m.caught.pop();
    if (error.kind !== "unknown") returned(value, res, m);
    if (error.kind !== "object" && m.run) dropFailures(m.run, (_, index) => index >= before);
    return;
  }
  answerError(error, "fastify", m);
}
