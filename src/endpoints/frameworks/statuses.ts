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

/** Statuses by the names of library constants. */
const named: Readonly<Record<string, number>> = {
  CONTINUE: 100,
  OK: 200,
  CREATED: 201,
  ACCEPTED: 202,
  NON_AUTHORITATIVE_INFORMATION: 203,
  NO_CONTENT: 204,
  RESET_CONTENT: 205,
  PARTIAL_CONTENT: 206,
  MULTI_STATUS: 207,
  MULTIPLE_CHOICES: 300,
  MOVED_PERMANENTLY: 301,
  MOVED_TEMPORARILY: 302,
  FOUND: 302,
  SEE_OTHER: 303,
  NOT_MODIFIED: 304,
  TEMPORARY_REDIRECT: 307,
  PERMANENT_REDIRECT: 308,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PROXY_AUTHENTICATION_REQUIRED: 407,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  GONE: 410,
  LENGTH_REQUIRED: 411,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  REQUEST_TOO_LONG: 413,
  REQUEST_ENTITY_TOO_LARGE: 413,
  CONTENT_TOO_LARGE: 413,
  REQUEST_URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  REQUESTED_RANGE_NOT_SATISFIABLE: 416,
  EXPECTATION_FAILED: 417,
  I_AM_A_TEAPOT: 418,
  IM_A_TEAPOT: 418,
  MISDIRECTED: 421,
  UNPROCESSABLE_ENTITY: 422,
  UNPROCESSABLE_CONTENT: 422,
  LOCKED: 423,
  FAILED_DEPENDENCY: 424,
  TOO_EARLY: 425,
  UPGRADE_REQUIRED: 426,
  PRECONDITION_REQUIRED: 428,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE_FOR_LEGAL_REASONS: 451,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
  HTTP_VERSION_NOT_SUPPORTED: 505,
  INSUFFICIENT_STORAGE: 507,
};

const squeezed = new Map(
  Object.entries(named).map(([name, status]) => [name.replaceAll("_", "").toLowerCase(), status]),
);
for (const [name, status] of [
  ["internal", 500],
  ["badimplementation", 500],
  ["badrequest", 400],
  ["teapot", 418],
  ["imateapot", 418],
  ["entitytoolarge", 413],
  ["baddata", 422],
  ["resourcegone", 410],
  ["clienttimeout", 408],
  ["servertimeout", 503],
  ["internalservererror", 500],
  ["serviceunavailable", 503],
  ["conflict", 409],
] as const)
  squeezed.set(name, status);

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
  call(callee, given) {
    if (!makers.test(callee.path) && !/\.httpErrors\.\w+$/.test(callee.path)) return undefined;
    const [first] = given.list;
    const called = statusNamed(callee.name);
    const base = external(callee.path);
    if (called !== undefined) return httpError(called, base, first);
    return httpError(numbers(first).length && first ? first : 500, base, given.list[1]);
  },
};

/** The statuses that were set; for branches without one, the usual status. */
export const statusesSet = (set: Value | undefined, usual: number): readonly number[] =>
  set ? each(set).flatMap((value) => (isMissing(value) ? [usual] : numbers(value))) : [usual];
