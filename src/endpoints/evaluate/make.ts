import type { Class, Expression, Fn } from "../program/ir.ts";
import { args, type Machine, type Scope } from "./machine.ts";
import { member, methodOfClass } from "./lookup.ts";
import { Store, unknown } from "./value.ts";
import type { ClassValue, FunctionValue, Value } from "./types.ts";

export const functionValue = (fn: Fn, scope: Scope): FunctionValue => ({
  kind: "function",
  fn,
  scope,
  ...(fn.arrow && scope.self ? { self: scope.self } : {}),
  ...(fn.arrow && scope.owner ? { owner: scope.owner } : {}),
  decorators: [],
  props: new Store(),
});

/** Evaluates a base class: `Repository[User]` in Python is `Repository`. */
function baseOf(base: Expression, scope: Scope, m: Machine): Value {
  if (base.kind !== "index" || scope.module.language !== "python") return m.evaluate(base, scope);
  const generic = m.evaluate(base.of, scope);
  return generic.kind === "class" || generic.kind === "external" ? generic : m.evaluate(base, scope);
}

/** What Python calls for a subclass: `__init_subclass__` of a base. A metaclass of the program isn't followed. */
function subclassed(cls: ClassValue, m: Machine): void {
  const options = cls.cls.bases.flatMap(({ name, value }) =>
    name === undefined ? [] : [[name, m.evaluate(value, cls.scope)] as const],
  );
  for (const base of cls.bases) {
    const hook = base.kind === "class" ? member(base, "__init_subclass__") : undefined;
    if (!hook) continue;
    m.call(methodOfClass(hook, cls), args([], options));
    return;
  }
}

/** Whether a class has a metaclass of the program, which may change any member. */
const isChanged = (cls: Class, scope: Scope, m: Machine): boolean =>
  cls.bases.some(({ name, value }) => name === "metaclass" && m.evaluate(value, scope).kind !== "external");

/** Creates a class with its bases, static members and decorators, in the order of the class statement. */
export function classValue(cls: Class, scope: Scope, m: Machine): ClassValue {
  const bases = cls.bases
    .filter(({ name }) => name === undefined)
    .map(({ value }) => baseOf(value, scope, m));
  if (isChanged(cls, scope, m)) bases.push(unknown);
  const newClass: ClassValue = {
    kind: "class",
    cls,
    scope,
    bases,
    statics: new Store(),
    replaced: new Store(),
    decorators: cls.decorators.map((decorator) => m.evaluate(decorator, scope)),
  };
  const inner: Scope = {
    ...scope,
    vars: newClass.statics,
    parent: scope,
    kind: "function",
    owner: newClass,
    self: newClass,
  };
  for (const { static: isStatic, name, value } of cls.fields)
    if (isStatic && value) newClass.statics.set(name, m.evaluate(value, inner));
  m.execute(cls.body, inner);
  if (scope.module.language === "python")
    for (const library of m.libraries) library.define?.(newClass, inner, m);
  subclassed(newClass, m);
  for (const decorator of newClass.decorators.toReversed())
    if (decorator.kind === "native" || decorator.kind === "function") m.call(decorator, args([newClass]));
    else for (const library of m.libraries) library.decorate?.(decorator, newClass, m);
  return newClass;
}
