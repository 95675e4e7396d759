import type { Args, Machine, Value } from "../evaluate/types.ts";
import { constant, each, object, propOf, textOf, unknown } from "../evaluate/value.ts";
import { answer } from "./observe.ts";
import { thrownStatus } from "./thrown.ts";

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
