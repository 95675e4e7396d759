import type { Scope } from "./machine.ts";
import { Store } from "./value.ts";

/** A scope of a block in another. */
export const inner = (scope: Scope): Scope => ({ ...scope, vars: new Store(), parent: scope, kind: "block" });

/** Python has no scopes of blocks. */
export const blockOf = (scope: Scope): Scope => (scope.module.language === "python" ? scope : inner(scope));
