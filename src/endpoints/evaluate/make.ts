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

export const inner = (scope: Scope): Scope => ({ ...scope, vars: new Store(), parent: scope, kind: "block" });

/** The scope of a block: a new one in JavaScript, the same one in Python. */
export const blockOf = (scope: Scope): Scope => (scope.module.language === "python" ? scope : inner(scope));

/**
 * The scope in which Python evaluates the signature of a module's function. An imported name keeps its meaning until a
 * function of that name is defined below, often this one (`def user(user=Depends(user))`).
 */
export function unshadowed(fn: Fn, scope: Scope): Scope {
  const { language, imports } = scope.module;
  if (language !== "python" || scope.kind !== "module") return scope;
  const vars = new Store();
  for (const [name, load] of imports) {
    const now = scope.vars.get(name);
    if (now?.kind !== "function" || now.fn.file !== fn.file || now.fn.at < fn.at) continue;
    const before = load();
    if (before) vars.set(name, before);
  }
  return vars.size ? { ...scope, vars, parent: scope, kind: "block" } : scope;
}

interface Where {
  readonly scope: Scope;
  readonly m: Machine;
}

/** Applies decorators to a function: those of the program are called, those of libraries are stored with it. */
export function decorated(fn: FunctionValue, decorators: readonly Expression[], { scope, m }: Where): Value {
  let value: Value = fn;
  for (const decorator of decorators.toReversed()) value = wrapped(value, m.evaluate(decorator, scope), m);
  return value;
}

/** Applies one decorator to a function. */
export function wrapped(value: Value, decorator: Value, m: Machine): Value {
  if (decorator.kind === "external" || decorator.kind === "unknown") return keepOrDoubt(value, decorator, m);
  const result = unwrapped(m.call(decorator, args([value])));
  if (result.kind === "const") return value;
  // a result that can't be called is unusable here: how the decorator wraps the function stays unknown
  const isCalled = result.kind !== "list" && (result.kind !== "object" || result.cls || result.host?.call);
  return result.kind !== "unknown" && isCalled ? carried(value, result) : keepOrDoubt(value, unknown, m);
}

/** `decorator(option)(view)`, called as a function: returns the view with that decorator. */
function unwrapped(value: Value, depth = 0): Value {
  if (value.kind !== "external" || !value.args || !value.of || depth > 8) return value;
  const [first] = value.args.list;
  const inner = first && unwrapped(first, depth + 1);
  return inner?.kind === "function" ? { ...inner, decorators: [value.of, ...inner.decorators] } : value;
}

function keepOrDoubt(value: Value, decorator: Value, m: Machine): Value {
  for (const library of m.libraries) {
    const known = library.decorate?.(decorator, value, m);
    if (known) return known;
  }
  return value.kind === "function" ? { ...value, decorators: [decorator, ...value.decorators] } : value;
}

/** Copies the decorators of a function to its wrapper, so that libraries still see them. */
const carried = (inner: Value, outer: Value): Value =>
  inner.kind === "function" && outer.kind === "function" && outer !== inner && !outer.decorators.length
    ? {
        ...outer,
        decorators: inner.decorators,
        props: new Store([...inner.props, ["%wraps", inner], ...outer.props]),
      }
    : outer;
