import { remembered } from "../../lib/index.ts";
import type { Class, Fn } from "../program/ir.ts";
import { Store } from "./value.ts";
import type { ClassValue, FunctionValue, Value } from "./types.ts";

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
