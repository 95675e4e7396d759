import type { Class, Fn } from "../program/ir.ts";
import { args, type Machine, type Scope } from "./machine.ts";
import { Store } from "./value.ts";
import type { ClassValue, FunctionValue } from "./types.ts";

export const functionValue = (fn: Fn, scope: Scope): FunctionValue => ({
  kind: "function",
  fn,
  scope,
  ...(fn.arrow && scope.self ? { self: scope.self } : {}),
  ...(fn.arrow && scope.owner ? { owner: scope.owner } : {}),
  decorators: [],
  props: new Store(),
});

/** A class with its bases, its static members and its decorators, run as the class statement runs. */
export function classValue(cls: Class, scope: Scope, m: Machine): ClassValue {
  const bases = cls.bases
    .filter(({ name }) => name === undefined)
    .map(({ value }) => m.evaluate(value, scope));
  const made: ClassValue = {
    kind: "class",
    cls,
    scope,
    bases,
    statics: new Store(),
    decorators: cls.decorators.map((decorator) => m.evaluate(decorator, scope)),
  };
  const inner: Scope = {
    ...scope,
    vars: made.statics,
    parent: scope,
    kind: "function",
    owner: made,
    self: made,
  };
  for (const { static: isStatic, name, value } of cls.fields)
    if (isStatic && value) made.statics.set(name, m.evaluate(value, inner));
  m.execute(cls.body, inner);
  if (scope.module.language === "python") for (const library of m.libraries) library.define?.(made, inner, m);
  for (const decorator of made.decorators.toReversed())
    if (decorator.kind === "native" || decorator.kind === "function") m.call(decorator, args([made]));
    else for (const library of m.libraries) library.decorate?.(decorator, made, m);
  return made;
}
