import { named, inTable } from "../../../lib/index.ts";
import { isInstance, resolutionOrder } from "../../evaluate/classes.ts";
import { args, Stop } from "../../evaluate/machine.ts";
import type { Machine, Run, Value, Args, Part } from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  isMissing,
  list,
  nothing,
  object,
  unknown,
  nobody,
  textOf,
  truth,
} from "../../evaluate/value.ts";
import type { Router } from "./members.ts";
import { answerWith, observe, credentials } from "../observe.ts";
import { httpError, isHttp, thrownStatus, answerError } from "../statuses.ts";

type Handlers = Router["handlers"];

export const isHandled = (error: Value, handlers: Handlers): boolean =>
  isHttp(error) || handlers.some(({ type }) => !isRoot(type) && isInstance(error, type) === true);

/**
 * The handler for an error's class or, as in Python, for its nearest ancestor; FastAPI has its own for HTTPException.
 */
function handlerFor(error: Value, handlers: Handlers): Handlers[number] | undefined {
  const fitting = handlers.filter(({ type }) => isInstance(error, type) === true);
  const order = error.kind === "object" && error.cls ? resolutionOrder(error.cls) : [];
  const nearest = order.flatMap((cls) => fitting.findLast(({ type }) => type === cls) ?? [])[0];
  const nearer = nearest ?? fitting.findLast(({ type }) => !isRoot(type));
  return nearer ?? (isHttp(error) ? undefined : fitting.at(-1));
}

/** Answers an error as FastAPI does: by the program's handler, otherwise by its status. */
export function fail(error: Value, handlers: Handlers, m: Machine): void {
  const handler = handlerFor(error, handlers);
  if (handler) {
    for (const value of each(m.call(handler.fn, args([unknown, error])))) answerWith(value, m);
    return;
  }
  if (isHttp(error)) answerError(error, "detail", m);
}

/** Adds the answer to an invalid request. FastAPI documents 422 even if nothing can be invalid. */
export function refused(
  handlers: Handlers,
  run: Run,
  { m, mayNotFit }: { m: Machine; mayNotFit: boolean },
): void {
  const error = { ...external("fastapi.exceptions.RequestValidationError()"), of: validation };
  const hasHandler = handlers.some(({ type }) => isInstance(error, type) === true && !isRoot(type));
  if (hasHandler && !mayNotFit) return;
  if (hasHandler) observe(m, run, () => (fail(error, handlers, m), nothing), { cause: error });
  else run.answers.push({ status: 422, body: unfitted });
}

/**
 * The error of an endpoint whose result doesn't fit its response model; `undefined` if the program has no handler for
 * it.
 */
export function unfit(value: Value, handlers: Handlers): Value | undefined {
  const error = { ...external("fastapi.exceptions.ResponseValidationError()"), of: unfitting };
  const isKnown = value.kind !== "external" && value.kind !== "unknown" && !isMissing(value);
  const hasHandler = handlers.some(({ type }) => isInstance(error, type) === true && !isRoot(type));
  return hasHandler && !isKnown ? error : undefined;
}

/** FastAPI's body for an invalid request. */
const unfitted = object([
  [
    "detail",
    list([
      object([
        ["loc", list([constant("body")])],
        ["msg", constant("Field required")],
        ["type", constant("missing")],
      ]),
    ]),
  ],
]);
const unfitting = external("fastapi.exceptions.ResponseValidationError");
const validation = external("fastapi.exceptions.RequestValidationError");
/** A handler for all exceptions comes last: FastAPI's own handlers are nearer. */
const isRoot = (type: Value): boolean => type.kind === "external" && /^(?:Base)?Exception$/.test(type.path);

/** Security schemes, with FastAPI's status for missing credentials. */
const schemes: Readonly<Record<string, readonly [string, number]>> = {
  ...named("OAuth2PasswordBearer OAuth2AuthorizationCodeBearer OAuth2", ["bearer", 401] as const),
  ...named("OpenIdConnect HTTPBearer", ["bearer", 403] as const),
  HTTPBasic: ["basic", 401],
  // of fastapi-jwt
  ...named("JwtAccessBearer JwtAccessBearerCookie JwtRefreshBearer JwtRefreshBearerCookie", [
    "bearer",
    401,
  ] as const),
  JwtAccessCookie: ["cookie:access_token_cookie", 401],
  JwtRefreshCookie: ["cookie:refresh_token_cookie", 401],
  HTTPDigest: ["basic", 403],
  APIKeyHeader: ["header:X-API-Key", 403],
  APIKeyQuery: ["header:api_key", 403],
  APIKeyCookie: ["cookie:session", 403],
};

/** Whether a name is a security scheme. */
export const isScheme = (name: string): boolean => Object.hasOwn(schemes, name);

/** Applies a security scheme to a request. */
export function scheme(name: string, args: Args, m: Machine): Value {
  const [kind, status] = inTable(schemes, name) ?? ["bearer", 401];
  const called = textOf(args.named.get("name"));
  const index = kind.indexOf(":");
  const isPlain = called !== undefined && /^authorization$/i.test(called);
  const value = credentials(
    m,
    isPlain ? "bearer" : index < 0 || called === undefined ? kind : `${kind.slice(0, index)}:${called}`,
  );
  const isLax = truth(args.named.get("auto_error") ?? unknown) === false;
  if (isLax) return m.run?.absent ? nobody : value;
  const error = httpError(status, external("fastapi.HTTPException"));
  if (m.run?.absent) return m.raise(error);
  m.throws.push(error);
  return value;
}

/** Parts of a request that may hold sign-in data as well as anything else. */
const plain: readonly Part[] = ["body", "query", "path"];

const readsOf = (run: Run): number =>
  plain.reduce((sum, part) => sum + (run.reads.get(part)?.size ?? 0), 0) + run.checked.length;

/**
 * Evaluates a dependency of an endpoint. One that refuses with 401 and reads at most the request as a whole requires
 * credentials, even if how is known only at run time (a plug-in, a service).
 */
export function guarded(ask: () => Value, { run, m }: { run: Run; m: Machine }): Value {
  const [thrown, reads] = [m.throws.length, readsOf(run)];
  const value = ask();
  // other input that it reads may be used for signing in
  if (readsOf(run) > reads)
    for (const error of m.throws.slice(thrown))
      if (!thrownStatus(error).includes(403)) run.gateErrors.delete(error);
  const isRefusing = m.throws
    .slice(thrown)
    .some((error) => isHttp(error) && thrownStatus(error).includes(401));
  if (!isRefusing || run.identity || readsOf(run) > reads) return value;
  credentials(m, "bearer");
  if (run.absent) throw new Stop();
  return value;
}
