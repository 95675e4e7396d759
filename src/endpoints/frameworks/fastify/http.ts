import type { Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, either, external, numbers, object, unknown } from "../../evaluate/value.ts";
import {
  type At,
  does,
  type Effect,
  givesCookie,
  itself,
  memberIn,
  membersOf,
  method,
  named,
  redirects,
  setsStatus,
  type Table,
  users,
} from "../facts.ts";
import { answer, cookies, credentials, headers, hosted, input, session } from "../observe.ts";
import { httpError, statusNamed, statusesSet } from "../statuses.ts";

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
