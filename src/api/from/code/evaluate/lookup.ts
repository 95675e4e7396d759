import type { Fn } from "../program/ir.ts";
import { Store } from "./value.ts";
import type { ClassValue, FunctionValue, Value } from "./types.ts";

export interface Found {
  readonly fn: Fn;
  readonly owner: ClassValue;
  readonly kind: "method" | "get" | "set";
  readonly static: boolean;
}

const deepest = 20;

/** A method or getter of a class or of what it extends. */
export function member(cls: ClassValue, name: string, depth = 0): Found | undefined {
  const own = cls.cls.methods.findLast((one) => one.fn.name === name && one.kind !== "set");
  if (own) return { fn: own.fn, owner: cls, kind: own.kind, static: own.static };
  if (cls.statics.has(name)) return undefined;
  for (const base of cls.bases) {
    const found = base.kind === "class" && depth < deepest ? member(base, name, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

export const methodOfClass = ({ fn, owner }: Found, self: Value): FunctionValue => ({
  kind: "function",
  fn,
  scope: owner.scope,
  self,
  owner,
  decorators: [],
  props: new Store(),
});
