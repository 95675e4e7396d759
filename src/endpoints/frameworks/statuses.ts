import { ownOf } from "../evaluate/classes.ts";
import { STATUS_CODES } from "node:http";
import { inTable } from "../../lib/index.ts";
import type { ExternalValue, Library, Value, Args, Machine } from "../evaluate/types.ts";
import {
  constant,
  each,
  external,
  isMissing,
  native,
  numbers,
  object,
  unknown,
  type ObjectValue,
  propOf,
  textOf,
  nothing,
} from "../evaluate/value.ts";
import { answer, answerWith } from "./observe.ts";

/** Statuses by the names of constants: those of the standard, then others of libraries. */
const named: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    Object.entries(STATUS_CODES).map(([status, text = ""]) => [
      text.toUpperCase().replaceAll(/[^A-Z]+/g, "_"),
      Number(status),
    ]),
  ),
  MOVED_TEMPORARILY: 302,
  REQUEST_TOO_LONG: 413,
  REQUEST_ENTITY_TOO_LARGE: 413,
  CONTENT_TOO_LARGE: 413,
  REQUEST_URI_TOO_LONG: 414,
  REQUESTED_RANGE_NOT_SATISFIABLE: 416,
  I_AM_A_TEAPOT: 418,
  MISDIRECTED: 421,
  UNPROCESSABLE_CONTENT: 422,
};

const squeezed: ReadonlyMap<string, number> = new Map([
  ...Object.entries(named).map(([name, status]) => [name.replaceAll("_", "").toLowerCase(), status] as const),
  // names of @hapi/boom
  ["internal", 500],
  ["badimplementation", 500],
  ["teapot", 418],
  ["entitytoolarge", 413],
  ["baddata", 422],
  ["resourcegone", 410],
  ["clienttimeout", 408],
  ["servertimeout", 503],
]);

/** The status in the name of an error or a method: `NotFoundException`, `notFound`, `HTTPBadRequest`. */
export function statusNamed(name: string): number | undefined {
  const plain = name.replace(/^HTTP_?/i, "").replace(/(?:Http)?(?:Exception|Error)$/, "");
  return squeezed.get(plain.replaceAll("_", "").toLowerCase()) ?? squeezed.get(name.toLowerCase());
}

function constantOf(path: string): number | undefined {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const written = /^HTTP_(\d{3})(?:_|$)/.exec(name)?.[1];
  if (written !== undefined) return Number(written);
  const plain = name.replace(/^HTTP_STATUS_/, "");
  return /status|http2|constants/i.test(path) ? inTable(named, plain) : undefined;
}

/** An error with a status, as libraries create it. */
export function httpError(status: Value | number, base: ExternalValue, message?: Value): ObjectValue {
  const code = typeof status === "number" ? constant(status) : status;
  return {
    ...object([
      ["status", code],
      ["statusCode", code],
      ["status_code", code],
      ["code", code],
      ["detail", message ?? unknown],
      ["name", constant(base.name)],
      ["getStatus", native("getStatus", () => code)],
      ["output", object([["statusCode", code]])],
      ...(message ? [["message", message] as const] : []),
    ]),
    base,
  };
}

/** Libraries whose functions and classes create errors with a status. */
const makers =
  /^(?:http-errors|@hapi\/boom|boom|@curveball\/http-errors|http-errors-enhanced|restify-errors|throw\.js)\b/;

/** Status constants, and errors that carry a status. */
export const statuses: Library = {
  get(path) {
    const status = constantOf(path);
    return status === undefined ? undefined : constant(status);
  },
  call(callee, args) {
    if (!makers.test(callee.path) && !/\.httpErrors\.\w+$/.test(callee.path)) return undefined;
    const [first] = args.list;
    const called = statusNamed(callee.name);
    const base = external(callee.path);
    if (called !== undefined) return httpError(called, base, first);
    return httpError(numbers(first).length && first ? first : 500, base, args.list[1]);
  },
};

/** The statuses that were set; for branches without one, the usual status. */
export const statusesSet = (set: Value | undefined, usual: number): readonly number[] =>
  set ? each(set).flatMap((value) => (isMissing(value) ? [usual] : numbers(value))) : [usual];

const names = ["status", "statusCode", "status_code", "code"] as const;

const fromArgs = (args: Args | undefined): readonly number[] =>
  args
    ? [...numbers(args.named.get("status_code")), ...args.list.flatMap((value) => numbers(value))].filter(
        (status) => status >= 100,
      )
    : [];

/** Whether an error extends HTTPException, which carries its own answer. */
export const isHttp = (error: Value): boolean =>
  error.kind === "object" && error.base?.name.endsWith("HTTPException") === true;

/** The statuses of an error: its own, its class's, or from the name of its library class. */
export function thrownStatus(error: Value): readonly number[] {
  if (error.kind === "either") return error.of.flatMap(thrownStatus);
  if (error.kind !== "object") return [];
  const stores = [error.props, ...(error.cls ? ownOf(error.cls) : []).map(({ statics }) => statics)];
  for (const store of stores)
    for (const name of names) {
      const stored = store.get(name);
      const found = stored ? numbers(stored).filter((status) => status >= 300 && status < 600) : [];
      if (found.length) return found;
    }
  if (!error.base) return [];
  const statuses =
    /(?:^|\.)HTTPException$|^Http(?:Exception|Error)$/.test(error.base.path) ||
    /Http(?:Exception|Error)$/i.test(error.base.name)
      ? fromArgs(error.base.args)
      : [];
  if (statuses.length) return statuses;
  const called = statusNamed(error.base.name);
  return called === undefined ? [] : [called];
}

/** A text that is known only at run time. */
const text: Value = { kind: "unknown", written: "" };

/** The arguments that an error was created with. */
const givenTo = (error: Value): Args | undefined => (error.kind === "object" ? error.base?.args : undefined);

/** FastAPI's `{ detail }`, from the raised error. */
const detail = (error: Value): Value => {
  const errorArgs = givenTo(error);
  const value = propOf(error, "detail");
  const known =
    value && value.kind !== "unknown" ? value : (errorArgs?.named.get("detail") ?? errorArgs?.list[1]);
  return object([["detail", known ?? value ?? text]]);
};

/** Nest's `{ message, error, statusCode }`, unless an object was passed instead. */
const nest = (error: Value, status: number): Value => {
  const [value] = givenTo(error)?.list ?? [];
  if (value && each(value).some(({ kind }) => kind === "object")) return value;
  const message = value ?? propOf(error, "message");
  return object([
    ["message", message && textOf(message) !== undefined ? message : text],
    ["error", text],
    ["statusCode", constant(status)],
  ]);
};

/** Fastify's `{ statusCode, error, message }`. */
const fastify = (error: Value, status: number): Value => {
  const message = propOf(error, "message");
  return object([
    ["statusCode", constant(status)],
    ["error", text],
    ["message", message && message.kind !== "unknown" ? message : text],
  ]);
};

/** Django REST framework's `{ detail }`; field errors are listed by field name. */
const django = (error: Value, status: number): Value =>
  status === 400 ? unknown : object([["detail", givenTo(error)?.list[0] ?? text]]);

/** The bodies that frameworks send for unhandled errors. */
const bodies = { detail, nest, fastify, django } as const;

/** Answers an error with its statuses, in a framework's format. */
export function answerError(error: Value, form: keyof typeof bodies, m: Machine): void {
  for (const value of each(error))
    for (const status of thrownStatus(value)) answer(m, status, bodies[form](value, status));
}

/** A response of a Python framework. */
export const pythonResponse = (framework: string, status: Value, body: Value | undefined): ObjectValue => ({
  ...object([
    ["status_code", status],
    ["%body", body ?? unknown],
  ]),
  host: {
    type: `${framework}.response`,
    get: (name, self) => self.props.get(name) ?? native(name, () => unknown),
    // a response is callable as an ASGI or WSGI application
    call(_given, self, m) {
      answerWith(self, m);
      return nothing;
    },
  },
});
