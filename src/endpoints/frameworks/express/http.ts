import type { Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, native, numbers, object, textOf, unknown, nothing } from "../../evaluate/value.ts";
import { thenable } from "../../evaluate/methods.ts";
import {
  callsOne,
  does,
  type Effect,
  givesCookie,
  itself,
  left,
  memberIn,
  membersOf,
  method,
  ofPassport,
  readsCookie,
  readsHeader,
  redirects,
  setsStatus,
  type Table,
  users,
} from "../facts.ts";
import { named, inTable } from "../../../lib/index.ts";
import { answer, cookies, file, headers, hosted, input, page } from "../observe.ts";
import { session } from "../session.ts";
import { statusesSet } from "../statuses.ts";
import { args } from "../../evaluate/machine.ts";

const requestTable = (): Table => ({
  ...users,
  ...ofPassport,
  method,
  headers: headers(),
  cookies: cookies(),
  signedCookies: cookies(),
  session: session(),
  fields: input("body"), // the name that formidable's middleware uses
  file: { kind: "input", part: "file", path: ["file"] },
  files: { kind: "input", part: "file", path: [] },
  get: readsHeader,
  header: readsHeader,
  cookie: readsCookie,
  param: ({ name, m }) => native(name, ({ list: [key] }) => m.get(input("path"), textOf(key) ?? "")),
});

/**
 * Express's request.
 * @param base The part of its path that was removed for the current handler.
 */
export function request(path: string, app: Value = unknown, base = (): string => ""): ObjectValue {
  const mountPath = (): string => base().replace(/\/$/, "");
  const below: Effect = () => constant(path.slice(mountPath().length) || "/");
  const table: Table = {
    ...requestTable(),
    originalUrl: constant(path), // its parameters equal no text of the program
    app,
    baseUrl: () => constant(mountPath()),
    path: below,
    url: below,
  };
  const requestObject = hosted("express.request", membersOf(table));
  // what one branch of a middleware overwrites is still there in the others
  for (const [name, part] of written) requestObject.props.set(name, input(part));
  return requestObject;
}

const written = [
  ["body", "body"],
  ["query", "query"],
  ["params", "path"],
] as const;

/** The value that methods send, where it isn't their argument. */
const sent: Readonly<Record<string, Value>> = {
  render: page,
  sendFile: file,
  sendfile: file,
  download: file,
};

function send(self: ObjectValue, m: Machine, body?: Value): Value {
  const usual = numbers(self.props.get("%usual"))[0] ?? 200;
  const isEmpty = body?.kind === "const" && body.value === undefined;
  for (const status of statusesSet(self.props.get("statusCode"), usual))
    answer(m, status, isEmpty ? undefined : body);
  return self;
}

const answers: Table = {
  ...named(
    "json send end jsonp render sendFile download write sendfile",
    does(({ list: [body] }, { name, self, m }) => send(self, m, inTable(sent, name) ?? body)),
  ),
  ...named("status code writeHead", setsStatus("statusCode")),
  sendStatus: does(({ list: [code] }, { self, m }) => {
    for (const value of numbers(code)) answer(m, value);
    return self;
  }),
  redirect: redirects("%redirect", ({ self }) => self),
  format: does(({ list: [by] }, { self, m }) => {
    callsOne(by?.kind === "object" ? by.props.values() : [], m);
    return self;
  }),
  locals: () => hosted("locals", (name, self, m) => left({ name, self, m })),
  cookie: givesCookie,
  headersSent: constant(false),
  statusCode: constant(200),
};

/** Express's response: what is sent through it counts as the handler's answers. */
export const response = (): ObjectValue =>
  object([], {
    type: "express.response",
    filled: (self, m) => void send(self, m, unknown),
    get: (name, self, m) =>
      self.props.get(name) ??
      memberIn(answers, { name, self, m }) ??
      // a promise's result continues the chain: `save().then(() => res.json({})).catch(…)`
      thenable.get(name)?.(self, m) ??
      itself({ name, self, m }),
  });

/** Whether Express treats a function as an error handler: it takes four parameters. */
export const isErrorHandler = (value: Value): boolean =>
  value.kind === "function" && value.fn.params.length === 4;
export const errorHandlers = (all: readonly Value[]): readonly Value[] => all.filter(isErrorHandler);

interface Failed {
  readonly m: Machine;
  readonly req: Value;
  readonly res: Value;
}

/** Calls the next handler for an error, or for none; what that passes on goes to the remaining handlers. */
export function passOn(error: Value | undefined, ends: readonly Value[], on: Failed): void {
  const { m, req, res } = on;
  const index = ends.findIndex((value) => isErrorHandler(value) === (error !== undefined));
  const handler = ends[index];
  if (!handler) {
    for (const status of error ? statusOf(error) : []) answer(m, status);
    return;
  }
  const onward = new Set<Value | undefined>();
  const next = native("next", ({ list: [again] }) => {
    onward.add(again);
    return nothing;
  });
  m.branches([() => nothing, () => m.call(handler, args([...(error ? [error] : []), req, res, next]))]);
  for (const again of onward) passOn(again, ends.slice(index + 1), on);
}

/** The statuses that Express itself answers an error with. */
const statusOf = (error: Value): readonly number[] =>
  error.kind === "object"
    ? numbers(error.props.get("status") ?? error.props.get("statusCode")).filter((n) => n >= 400)
    : [];
