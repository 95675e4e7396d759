import { unleft } from "../../evaluate/left.ts";
import type { Args, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  native,
  nobody,
  noText,
  numbers,
  object,
  stores,
  textOf,
  truth,
  unknown,
} from "../../evaluate/value.ts";
import { checking } from "../checks.ts";
import { memberOf, type Members } from "../members.ts";
import { verified } from "./parameter.ts";
import {
  answer,
  cookie,
  credentials,
  hand,
  header,
  headers,
  hosted,
  input,
  sendOn,
  kept,
  page,
  rawBody,
  session,
} from "../observe.ts";
import { httpError, statusesSet, statusNamed } from "../statuses.ts";
import { inTable } from "../../../lib/index.ts";

const isUser = /user|auth|account|jwt|token|session|member/i;

const responders =
  /^(?:ok|created|accepted|noContent|badRequest|unauthorized|forbidden|notFound|locked|internalServerError|notImplemented)$/;

/** `ctx.created(body)` of koa-respond. */
function responds(name: string, m: Machine): Value | undefined {
  const status = responders.test(name) ? statusNamed(name) : undefined;
  if (status === undefined) return undefined;
  return native(name, ({ list: [body] }) => (answer(m, status, status === 204 ? undefined : body), unknown));
}

/** What is called on a context. */
interface On {
  readonly self: ObjectValue;
  readonly m: Machine;
}

const httpErrors = external("http-errors.HttpError");

/** `ctx.throw(404, "…")`, `ctx.throw(error)`. */
function thrown({ list }: Args, { m }: On): never {
  const [error] = list;
  if (error && each(error).some(({ kind }) => kind === "object" || kind === "external"))
    return m.raise(error);
  const status = list.find((one) => numbers(one).length) ?? constant(500);
  return m.raise(
    httpError(
      status,
      httpErrors,
      list.find((one) => textOf(one) !== undefined),
    ),
  );
}

/** `ctx.assert(user, 401)` */
function asserted({ list: [test, status, given] }: Args, { m }: On): Value {
  const own = [status, given].find((one) => one?.kind === "object");
  const code = status && numbers(status).length ? status : undefined;
  if (own?.kind === "object" && code && !own.props.has("status")) m.set(own.props, "status", code);
  if (test && truth(test) === true) return unknown;
  const error = own ?? httpError(code ?? constant(500), httpErrors);
  if (test && truth(test) === false) return m.raise(error);
  m.throws.push(error);
  return unknown;
}

/** Whether somebody is signed in: asked without credentials, it is as given. */
const signedIn =
  (without: boolean): Members<On>[string] =>
  (_given, { m }) => {
    credentials(m, "cookie:session");
    return m.run?.absent ? constant(without) : unknown;
  };

const answering: Members<On>[string] = (_given, { m }) => {
  answer(m, 200);
  return unknown;
};

const members: Members<On> = {
  get({ list: [key] }, { m }) {
    const held = header(textOf(key) ?? "", m);
    return held === nobody ? noText : held;
  },
  throw: thrown,
  assert: asserted,
  redirect({ list: [target] }, { self, m }) {
    sendOn(target, m);
    for (const status of statusesSet(self.props.get("status"), 302)) answer(m, status);
    return unknown;
  },
  verifyParams: verified,
  isAuthenticated: signedIn(false),
  isUnauthenticated: signedIn(true),
  send: answering,
  render: (_given, { m }) => (answer(m, 200, page), unknown),
};

const cookies = (): ObjectValue =>
  hosted("koa.cookies", (verb, _self, m) =>
    verb === "get"
      ? native(verb, ({ list: [key] }) => cookie(textOf(key) ?? "", m))
      : native(verb, ({ list: [key] }) => (verb === "set" && hand(key, m), unknown)),
  );

const method = ({ run }: Machine): Value =>
  run?.method === undefined ? unknown : constant(run.method.toUpperCase());

/** What a context holds that isn't the request's. */
function valueOf(
  name: string,
  {
    self,
    app,
    state,
    machine,
  }: {
    readonly self: ObjectValue;
    readonly app: Value | undefined;
    readonly state: Value;
    readonly machine: Machine;
  },
): Value | undefined {
  switch (name) {
    case "body":
      return unknown;
    case "method":
      return method(machine);
    case "status":
      return constant(self.props.has("body") ? 200 : 404);
    case "app":
      return app;
    case "state":
      return state;
    case "response":
      return self;
    case "cookies":
      return cookies();
    default:
      return undefined;
  }
}

/** Koa's context: request, response and state in one. */
export function context(path: string, machine: Machine, app?: Value): ObjectValue {
  const place = constant(path); // its parameters equal no text of the program
  const request: ObjectValue = hosted(
    "koa.request",
    (name, self, m) =>
      (name === "get"
        ? memberOf(members, name, { self, m })
        : name === "method"
          ? method(m)
          : inTable(parts, name)) ?? unknown,
  );
  const parts: Readonly<Record<string, Value>> = {
    request,
    req: unknown,
    params: input("path"),
    query: input("query"),
    headers: headers(),
    header: headers(),
    session: session(),
    path: place,
    url: place,
    originalUrl: place,
    files: { kind: "input", part: "file", path: [] },
    file: { kind: "input", part: "file", path: ["file"] },
  };
  const ctx: ObjectValue = object([], {
    type: "koa.context",
    get: (name, self, m) =>
      kept(self.props.get(name), m) ??
      unleft("koa.context", name, m) ??
      valueOf(name, { self, app, state, machine }) ??
      memberOf(members, name, { self, m }) ??
      responds(name, m) ??
      (/^(?:check|validate|sanitize)[A-Z]/.test(name) ? checking(name, m) : undefined) ??
      inTable(parts, name) ??
      unknown,
    set: (name, value, self) => assigned(name, value, self),
  });
  const requestBody = input("body");
  request.props.set("body", requestBody);
  request.props.set("rawBody", rawBody);
  const state = hosted("koa.state", (name, _self, m) => (isUser.test(name) ? credentials(m) : unknown));
  // what a handler sets is written down at once: which way it took is known there only
  let plain: { readonly at: number; readonly born: number } | undefined;
  const assigned = (name: string, value: Value, self: ObjectValue): void => {
    if (!machine.run) return;
    if (name === "status") {
      const isOnly = plain && self.props.has("body") && machine.run.answers.length === plain.at + 1;
      if (isOnly && machine.isSure(plain?.born)) machine.run.answers.pop();
      for (const status of numbers(value)) answer(machine, status);
    } else if (name === "body") {
      const set = self.props.get("status");
      const isEmpty = value.kind === "const" && (value.value === null || value.value === undefined);
      plain = set ? undefined : { at: machine.run.answers.length, born: stores() };
      for (const status of statusesSet(self.props.get("status"), isEmpty ? 204 : 200))
        answer(machine, status, isEmpty ? undefined : value);
    }
  };
  return ctx;
}
