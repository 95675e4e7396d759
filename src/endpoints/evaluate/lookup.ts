import { remembered } from "../../lib/index.ts";
import type { Class, Fn } from "../program/ir.ts";
import { Store, isMissing, list, native, nothing, unknown, type Host } from "./value.ts";
import type { ClassValue, FunctionValue, Value } from "./types.ts";
import { resolutionOrder } from "./classes.ts";
import type { Machine, Scope } from "./machine.ts";

export interface Found {
  readonly fn: Fn;
  readonly owner: ClassValue;
  readonly kind: "method" | "get" | "set";
}

const deepest = 20;
type Method = Class["methods"][number];

/** A class's own methods and getters by name; the last definition counts. */
const methodsOf = remembered(
  ({ methods }: Class): ReadonlyMap<string, Method> =>
    new Map(methods.filter(({ kind }) => kind !== "set").map((method) => [method.fn.name, method])),
);

const inherited = new WeakMap<ClassValue, ReadonlySet<string>>();
/** All method names of a class and its ancestors. Most lookups are for fields and can skip the ancestors. */
function namesOf(cls: ClassValue, depth = 0): ReadonlySet<string> {
  const known = inherited.get(cls);
  if (known) return known;
  const found = new Set(methodsOf(cls.cls).keys());
  for (const base of cls.bases)
    if (base.kind === "class" && depth < deepest)
      for (const name of namesOf(base, depth + 1)) found.add(name);
  if (depth === 0) inherited.set(cls, found);
  return found;
}

/** Finds a method or getter in a class or its ancestors. */
export const member = (cls: ClassValue, name: string): Found | undefined =>
  namesOf(cls).has(name) ? climb(cls, name, 0) : undefined;

function climb(cls: ClassValue, name: string, depth: number): Found | undefined {
  const method = methodsOf(cls.cls).get(name);
  if (method) return { fn: method.fn, owner: cls, kind: method.kind };
  if (cls.statics.has(name)) return undefined;
  for (const base of cls.bases) {
    const found = base.kind === "class" && depth < deepest ? climb(base, name, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** What the program has put in place of a method that a class or its nearest ancestor defines. */
export function replacement(cls: ClassValue, name: string, seen = new Set<Value>()): Value | undefined {
  const found = cls.replaced.get(name);
  if (found || methodsOf(cls.cls).has(name) || seen.has(cls)) return found;
  seen.add(cls);
  for (const base of cls.bases) {
    const above = base.kind === "class" ? replacement(base, name, seen) : undefined;
    if (above) return above;
  }
  return undefined;
}

export const methodOfClass = ({ fn, owner }: Pick<Found, "fn" | "owner">, self: Value): FunctionValue => ({
  kind: "function",
  fn,
  scope: owner.scope,
  self,
  owner,
  decorators: [],
  props: new Store(),
});

/** The value of `super()` in a method. */
export const superOf = (scope: Scope): Host => ({
  type: "super",
  get: (name, _self, m) => superMember(name, scope, m),
});

/** `super().__init__(…)` of a library's class: stores the arguments. */
const initializer = (base: Value & { kind: "external" }, self: Value & { kind: "object" }): Value =>
  native("__init__", (args, m) => {
    self.base = { ...base, args };
    for (const [name, value] of args.named) m.set(self.props, name, value);
    if (!self.props.has("args")) m.set(self.props, "args", list(args.list));
    if (self.host) for (const library of m.libraries) library.init?.(self, base, args, m);
    return nothing;
  });

/** The members that `super()` finds: in Python, those of the following classes in the instance's resolution order. */
function above(name: string, { self, owner, module }: Scope): readonly Value[] {
  if (!owner) return [];
  const cls = self?.kind === "object" ? self.cls : self;
  const order = module.language === "python" && cls?.kind === "class" ? resolutionOrder(cls) : [];
  const index = order.indexOf(owner);
  if (index < 0) return owner.bases;
  const found = order.slice(index + 1).filter((value) => value.kind !== "class" || has(value, name));
  // `object` comes last
  return [...found.filter((value) => !isObject(value)), ...found.filter(isObject)];
}

const isObject = (value: Value): boolean => value.kind === "external" && value.path === "object";

const has = (cls: ClassValue, name: string): boolean =>
  cls.statics.has(name) || cls.cls.methods.some(({ fn }) => fn.name === name);

function superMember(name: string, scope: Scope, m: Machine): Value {
  const { self } = scope;
  for (const base of above(name, scope)) {
    const found = m.get(base, name);
    if (base.kind === "external") {
      const hosted = name !== "__init__" && self?.kind === "object" && self.host?.get?.(name, self, m);
      if (hosted) return hosted;
      for (const library of m.libraries) {
        const known = library.member?.(base, name, self ?? unknown, m);
        if (known) return known;
      }
    }
    if (base.kind === "external" && name === "__init__" && self?.kind === "object")
      return initializer(base, self);
    if (found.kind === "function") return self ? { ...found, self } : found;
    if (found.kind !== "unknown" && !isMissing(found)) return found;
  }
  return unknown;
}
