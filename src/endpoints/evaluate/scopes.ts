import type { Scope } from "./machine.ts";
import { Store } from "./value.ts";

export const inner = (scope: Scope): Scope => ({ ...scope, vars: new Store(), parent: scope, kind: "block" });

/** The scope of a block: a new one in JavaScript, the same one in Python. */
export const blockOf = (scope: Scope): Scope => (scope.module.language === "python" ? scope : inner(scope));
