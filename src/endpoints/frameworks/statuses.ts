import { STATUS_CODES } from "node:http";
import { inTable } from "../../lib/index.ts";
import type { ExternalValue, Library, Value } from "../evaluate/types.ts";
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
} from "../evaluate/value.ts";

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
