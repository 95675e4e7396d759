import type { Machine, ObjectValue, Value, Args, ExternalValue } from "../../evaluate/types.ts";
import {
  constant,
  either,
  external,
  numbers,
  object,
  unknown,
  list,
  isMissing,
  native,
  nothing,
  propOf,
  textOf,
} from "../../evaluate/value.ts";
import {
  type At,
  does,
  type Effect,
  givesCookie,
  itself,
  memberIn,
  membersOf,
  method,
  redirects,
  setsStatus,
  type Table,
  users,
} from "../facts.ts";
import { named } from "../../../lib/index.ts";
import { answer, cookies, credentials, headers, hosted, input, throwsOf } from "../observe.ts";
import { session } from "../session.ts";
import { httpError, statusNamed, statusesSet } from "../statuses.ts";
import { atGate } from "../../evaluate/blame.ts";
import { args } from "../../evaluate/machine.ts";

const unauthorized = (): ObjectValue => httpError(401, external("@fastify/jwt.Unauthorized"));

const requestTable = (path: string, config: Value): Table => ({
  ...users,
  ...named("url originalUrl routerPath", constant(path)), // its parameters equal no text of the program
  ...named(
    "jwtVerify accessVerify refreshVerify jwtDecode",
    does((_given, { m }) => {
      const user = credentials(m, "bearer");
      if (m.run?.absent) m.raise(unauthorized());
      m.throws.push(unauthorized());
      return user;
    }),
  ),
  ...named(
    "file files saveRequestFiles parts",
    does((_given, { m }) => {
      m.read({ kind: "input", part: "file", path: ["file"] });
      return unknown;
    }),
  ),
  method,
  is404: constant(false),
  body: input("body"),
  query: input("query"),
  params: input("path"),
  headers: headers(),
  cookies: cookies(),
  session: session(),
  routeOptions: object([
    ["url", constant(path)],
    ["config", config],
  ]),
});

type Decorators = ReadonlyMap<string, Value>;

export function request(path: string, decorators: Decorators, config: Value = unknown): ObjectValue {
  const members = membersOf(requestTable(path, config));
  return hosted("fastify.request", (name, self, m) => {
    const value = name === "method" ? undefined : decorators.get(name);
    if (value) return value.kind === "function" ? { ...value, self } : value;
    return members(name, self, m);
  });
}

function sent({ self, m }: At, statuses: readonly number[]): ObjectValue {
  m.set(self.props, "sent", constant(true));
  m.set(self.props, "statusCode", either(statuses.map(constant)));
  return self;
}

const sends = (status: number): Effect => does((_given, at) => (answer(at.m, status), sent(at, [status])));

/** The statuses of an answer. A caught error as the body carries one, even if it is otherwise unknown. */
function statusesOf(body: Value | undefined, self: ObjectValue, m: Machine): readonly number[] {
  const set = self.props.get("statusCode");
  if (body?.kind === "object" && body.base)
    return numbers(body.props.get("statusCode") ?? set ?? constant(500));
  return body && m.caught.includes(body) ? numbers(set ?? constant(500)) : statusesSet(set, 200);
}

const answers: Table = {
  ...named("code status", setsStatus("statusCode")),
  ...named(
    "send view sendFile download html",
    does(({ list: [body] }, at) => {
      const statuses = statusesOf(body, at.self, at.m);
      for (const status of statuses) answer(at.m, status, body?.kind === "const" ? undefined : body);
      return sent(at, statuses);
    }),
  ),
  redirect: redirects("%redirect", sent),
  callNotFound: sends(404),
  ...named("setCookie cookie", givesCookie),
  sent: unknown,
};

/** `reply.notFound()` of @fastify/sensible; any other method doesn't change the answer. */
function other(at: At): Value {
  const status = statusNamed(at.name);
  return (status !== undefined && status >= 400 ? sends(status) : itself)(at);
}

/** Fastify's reply: what is sent through it counts as the handler's answers. */
export const reply = (decorators: Decorators): ObjectValue =>
  object([], {
    type: "fastify.reply",
    get: (name, self, m) => {
      const value = self.props.get(name) ?? decorators.get(name);
      if (value) return value.kind === "function" && !value.self ? { ...value, self } : value;
      return memberIn(answers, { name, self, m }) ?? other({ name, self, m });
    },
  });

const base = external("fastify.ValidationError");

/** The error of a request that violates a route's schema. */
export function broken(): ObjectValue {
  const error = httpError(400, base);
  for (const [name, value] of [
    ["code", constant("FST_ERR_VALIDATION")],
    ["validation", list([unknown])],
    ["validationContext", unknown],
  ] as const)
    error.props.set(name, value);
  return error;
}

/** `hasZodFastifySchemaValidationErrors(error)`: true only for such an error. */
export const isBroken = ({ path }: ExternalValue, { list: [error] }: Args): Value | undefined =>
  path === "fastify-type-provider-zod.hasZodFastifySchemaValidationErrors" && error
    ? constant(error.kind === "object" && error.base === base)
    : undefined;

interface Outcome {
  readonly passes: boolean;
  readonly errors: readonly Value[];
}

interface Asked {
  readonly callArgs: readonly Value[];
  readonly m: Machine;
}

/** Name of the function that combines several auth functions. */
export const through = "@fastify/auth";

/**
 * `fastify.auth([a, b])`: any of the functions may let the request through; in a nested list, all have to. `relation:
 * "and"` reverses this.
 */
export const auth = ({ list: [fns, options] }: Args): Value => {
  const isEach = textOf(propOf(options, "relation")) === "and";
  return native(through, ({ list: [req = unknown, reply = unknown, done = unknown] }, m) => {
    const { passes, errors } = group(fns, isEach, { callArgs: [req, reply], m });
    for (const error of errors) m.call(done, args([error]));
    return passes ? m.call(done, args([])) : nothing;
  });
};

function group(fns: Value | undefined, isEach: boolean, on: Asked): Outcome {
  const all = fns?.kind === "list" ? fns.items : fns ? [fns] : [];
  const errors: Value[] = [];
  let passes = isEach;
  for (const [index, fn] of all.entries()) {
    const outcome = fn.kind === "list" ? group(fn, !isEach, on) : ask(fn, on);
    // if all alternatives fail, the last one's error is reported
    if (isEach || index === all.length - 1) errors.push(...outcome.errors);
    if (isEach && !outcome.passes) return { passes: false, errors };
    if (!isEach && outcome.passes && !outcome.errors.length) return { passes: true, errors: [] };
    passes ||= outcome.passes;
  }
  return { passes, errors };
}

/** Whether a function lets the request through, and its errors if not. */
function ask(fn: Value, { callArgs, m }: Asked): Outcome {
  let passes = false;
  const errors: Value[] = [];
  const done = native("done", ({ list: [error] }) => {
    if (error && !isMissing(error)) errors.push(error);
    else passes = true;
    return nothing;
  });
  const thrown = throwsOf(m, () => {
    atGate(m, fn, () => m.call(fn, args([...callArgs, done])));
    if (fn.kind !== "function" || fn.fn.params.length < 3) passes = true;
  });
  errors.push(...thrown);
  return { passes, errors };
}
