import type { Args, Machine, Value } from "../evaluate/types.ts";
import { constant, each, object, propOf, textOf, unknown } from "../evaluate/value.ts";
import { answer } from "./observe.ts";
import { thrownStatus } from "./thrown.ts";

/** A text that only running tells. */
const text: Value = { kind: "unknown", written: "" };

/** What an error was made with. */
const givenTo = (error: Value): Args | undefined => (error.kind === "object" ? error.base?.args : undefined);

/** FastAPI's `{ detail }`: what was raised says it. */
const detail = (error: Value): Value => {
  const given = givenTo(error);
  const value = propOf(error, "detail");
  const known = value && value.kind !== "unknown" ? value : (given?.named.get("detail") ?? given?.list[1]);
  return object([["detail", known ?? value ?? text]]);
};

/** Nest's `{ message, error, statusCode }`, unless an object was given in its place. */
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

/** Django REST framework's `{ detail }`; what is wrong with fields is told by their names. */
const django = (error: Value, status: number): Value =>
  status === 400 ? unknown : object([["detail", givenTo(error)?.list[0] ?? text]]);

/** What frameworks make of errors that nobody handles. */
const bodies = { detail, nest, fastify, django } as const;

/** Answers an error by the statuses that it carries, in the form that a framework gives it. */
export function answerError(error: Value, form: keyof typeof bodies, m: Machine): void {
  for (const value of each(error))
    for (const status of thrownStatus(value)) answer(m, status, bodies[form](value, status));
}
