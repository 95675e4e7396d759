import { resolutionOrder } from "./classes.ts";
import type { Machine, Scope } from "./machine.ts";
import {
  isMissing,
  list,
  native,
  nothing,
  unknown,
  type ClassValue,
  type Host,
  type Value,
} from "./value.ts";

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
