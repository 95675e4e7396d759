import { blame } from "../../evaluate/blame.ts";
import { unleft } from "../../evaluate/shared.ts";
import type { Args, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  nobody,
  noText,
  numbers,
  object,
  stores,
  textOf,
  truth,
  unknown,
} from "../../evaluate/value.ts";
import {
  type At,
  does,
  givesCookie,
  left,
  membersOf,
  method,
  ofPassport,
  readsCookie,
  redirects,
  type Table,
} from "../facts.ts";
import { named } from "../../../lib/index.ts";
import { answer, header, headers, hosted, input, keepOpen, page, rawBody } from "../observe.ts";
import { session } from "../session.ts";
import { httpError, statusesSet } from "../statuses.ts";

const httpErrors = external("http-errors.HttpError");

/** `ctx.throw(404, "…")`, `ctx.throw(error)`. */
function thrown({ list }: Args, { m }: At): never {
  const [error] = list;
  if (error && each(error).some(({ kind }) => kind === "object" || kind === "external"))
    return m.raise(error);
  const status = list.find((value) => numbers(value).length) ?? constant(500);
  const message = list.find((value) => textOf(value) !== undefined);
  return m.raise(httpError(status, httpErrors, message));
}

/** `ctx.assert(user, 401)` */
function asserted({ list: [test, status, value] }: Args, { m }: At): Value {
  const objectValue = [status, value].find((item) => item?.kind === "object");
  const code = status && numbers(status).length ? status : undefined;
  if (objectValue?.kind === "object" && code && !objectValue.props.has("status"))
    m.set(objectValue.props, "status", code);
  if (test && truth(test) === true) return unknown;
  const error = objectValue ?? httpError(code ?? constant(500), httpErrors);
  if (test && truth(test) === false) return m.raise(error);
  blame(error, m);
  m.throws.push(error);
  return unknown;
}

const cookies: Table = { get: readsCookie, set: givesCookie };

const reads = does(({ list: [key] }, { m }) => {
  const value = header(textOf(key) ?? "", m);
  return value === nobody ? noText : value;
});

/** Members of a context besides those of the request. */
const members: Table = {
  ...ofPassport,
  body: unknown,
  method,
  status: ({ self }) => constant(self.props.has("body") ? 200 : 404),
  response: ({ self }) => self,
  cookies: () => hosted("koa.cookies", membersOf(cookies)),
  get: reads,
  throw: does(thrown),
  assert: does(asserted),
  redirect: redirects("status", () => unknown),
  send: does((_given, { m }) => (answer(m, 200), unknown)),
  render: does((_given, { m }) => (answer(m, 200, page), unknown)),
};

/** Koa's context: request, response and state in one object. */
export function context(path: string, machine: Machine, app?: Value): ObjectValue {
  const place = constant(path); // its parameters equal no text of the program
  const parts: Table = {
    req: unknown,
    params: input("path"),
    query: input("query"),
    ...named("headers header", headers()),
    session: session(),
    ...named("path url originalUrl", place),
    files: { kind: "input", part: "file", path: [] },
    file: { kind: "input", part: "file", path: ["file"] },
  };
  const request = hosted("koa.request", membersOf({ ...parts, get: reads, method, request: unknown }));
  request.props.set("body", input("body"));
  request.props.set("rawBody", rawBody);
  const all: Table = {
    ...parts,
    ...members,
    request,
    ...(app && { app }),
    state: hosted("koa.state", (name, self, m) => left({ name, self, m })),
  };
  // an assignment counts as an answer at once: only there is the current branch known
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
  return object([], {
    type: "koa.context",
    get: (name, self, m) =>
      keepOpen(self.props.get(name), m) ?? unleft("koa.context", name, m) ?? membersOf(all)(name, self, m),
    set: assigned,
  });
}
