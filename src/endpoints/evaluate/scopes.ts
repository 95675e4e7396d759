import type { Fn } from "../program/ir.ts";
import type { Scope } from "./machine.ts";
import { Store } from "./value.ts";

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
