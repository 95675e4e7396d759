import type { ClassValue, Machine, ObjectValue, Value, Args } from "../../evaluate/types.ts";
import { constant, external, native, object, unknown, calledName, items } from "../../evaluate/value.ts";
import type { Fn } from "../../program/ir.ts";
import { httpError } from "../statuses.ts";
import { type Container, target } from "./container.ts";
import { args } from "../../evaluate/machine.ts";

/** A decorator with its name and arguments. */
export interface Mark {
  readonly name: string;
  readonly args: Args | undefined;
  readonly value: Value;
}

/** The decorators of a value; combined decorators are expanded. */
export function marksIn(value: Value): readonly Mark[] {
  if (value.kind === "unknown") return [{ name: "", args: undefined, value }];
  if (value.kind !== "external") return [];
  if (value.args && value.of?.name === "applyDecorators")
    return value.args.list.flatMap((value) => items(value)).flatMap(marksIn);
  return [{ name: calledName(value), args: value.args, value }];
}

export const marksOfClass = (cls: ClassValue): readonly Mark[] => cls.decorators.flatMap(marksIn);
export const marksOf = (fn: Fn, cls: ClassValue, m: Machine): readonly Mark[] =>
  fn.decorators.flatMap((decorator) => marksIn(m.evaluate(decorator, cls.scope)));

/** Decorators of the program that replace a method. */
export const replacing = (fn: Fn, cls: ClassValue, m: Machine): readonly Value[] =>
  fn.decorators.flatMap((decorator): readonly Value[] => {
    const result = m.evaluate(decorator, cls.scope);
    if (result.kind === "unknown") return [result];
    if (result.kind !== "function") return [];
    const before = object();
    const descriptor = object([["value", before]]);
    const replacement = m.call(result, args([cls, constant(fn.name), descriptor]));
    const isSame =
      descriptor.props.get("value") === before &&
      (replacement === descriptor || replacement.kind === "const" || replacement.kind === "external");
    return isSame ? [] : [result];
  });

/** The arguments of all decorators with a name. */
export const givenTo = (name: string, marks: readonly Mark[]): readonly Value[] =>
  marks
    .filter((mark) => mark.name === name)
    .flatMap(({ args: decoratorArgs }) => (decoratorArgs?.list ?? []).flatMap((value) => items(value)));

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
