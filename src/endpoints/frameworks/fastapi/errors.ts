import { isInstance, resolutionOrder } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import type { Machine, Run, Value } from "../../evaluate/types.ts";
import {
  constant,
  each,
  external,
  isMissing,
  list,
  nothing,
  numbers,
  object,
  propOf,
  unknown,
} from "../../evaluate/value.ts";
import type { Router } from "./members.ts";
import { answer, observe } from "../observe.ts";
import { answerError } from "../error-bodies.ts";
import { isHttp } from "../thrown.ts";

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
    for (const value of each(m.call(handler.fn, args([unknown, error]))))
      for (const status of numbers(propOf(value, "status_code"))) answer(m, status, propOf(value, "%body"));
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
