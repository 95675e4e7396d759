import type { Args, ClassValue, Machine, Value } from "../evaluate/types.ts";
import { args } from "../evaluate/machine.ts";
import { calledName, constant, items, object } from "../evaluate/value.ts";
import type { Fn } from "../program/ir.ts";

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
