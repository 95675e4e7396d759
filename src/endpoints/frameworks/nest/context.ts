import type { ClassValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, external, native, object, unknown } from "../../evaluate/value.ts";
import type { Fn } from "../../program/ir.ts";
import type { Mark } from "../marks.ts";
import { httpError } from "../statuses.ts";
import type { Container } from "./container.ts";
import { target } from "./reflector.ts";

/** A request to one method of a controller. */
export interface Call {
  readonly m: Machine;
  readonly container: Container;
  readonly req: ObjectValue;
  readonly res: ObjectValue;
  readonly controller: ClassValue;
  /** The class that declares the method. */
  readonly cls: ClassValue;
  readonly fn: Fn;
  readonly marks: readonly Mark[];
  readonly outer: readonly Mark[];
  readonly method: string;
  readonly guards: readonly Value[];
  readonly pipes: readonly Value[];
  readonly filters: readonly Value[];
  readonly interceptors: readonly Value[];
}

export const instanceOf = (value: Value, { container, m }: Call): Value =>
  value.kind === "class" ? container.make(value, m) : value;

/** Nest's execution context, for guards and parameter decorators. */
export function context(call: Call): ObjectValue {
  const { req, res, marks, outer } = call;
  const http = object([
    ["getRequest", native("getRequest", () => req)],
    ["getResponse", native("getResponse", () => res)],
    ["getNext", native("getNext", () => unknown)],
  ]);
  return object([
    ["switchToHttp", native("switchToHttp", () => http)],
    ["getHandler", native("getHandler", () => target(marks.map(({ value }) => value)))],
    ["getClass", native("getClass", () => target(outer.map(({ value }) => value)))],
    ["getType", native("getType", () => constant("http"))],
    ["getArgs", native("getArgs", () => unknown)],
    ["getArgByIndex", native("getArgByIndex", () => req)],
  ]);
}

export const exception = (name: string, status: number): Value =>
  httpError(status, external(`@nestjs/common.${name}`));
