import type { Expression } from "../program/ir.ts";
import type { Machine, Scope } from "./machine.ts";
import { either, isMissing, truth, type Value } from "./value.ts";

/** Leaves of what a name may be only what fits. */
function keep(
  name: string,
  scope: Scope,
  { fits, m }: { fits: (value: Value) => boolean; m: Machine },
): void {
  let at: Scope | undefined = scope;
  while (at && !at.vars.has(name)) at = at.parent;
  const value = at?.vars.get(name);
  if (!at || value?.kind !== "either") return;
  const left = value.of.filter(fits);
  if (left.length && left.length < value.of.length) m.set(at.vars, name, either(left));
}

const isNothing = (of: Expression): boolean =>
  (of.kind === "literal" && (of.value === null || of.value === undefined)) ||
  (of.kind === "name" && of.name === "undefined");

const same = new Set(["===", "==", "is"]);
const other = new Set(["!==", "!=", "is not"]);

const plain = (of: Expression): boolean =>
  of.kind === "name" || (of.kind === "get" && plain(of.of)) || (of.kind === "not" && plain(of.of));

/** Whether one side is known already, so that the other decides. */
const isSettled = (of: Expression, as: boolean, { scope, m }: { scope: Scope; m: Machine }): boolean =>
  plain(of) && truth(m.evaluate(of, scope)) === as;

/** What is known of names where a condition holds (`is`), or doesn't. */
export function narrow(test: Expression, is: boolean, { scope, m }: { scope: Scope; m: Machine }): void {
  switch (test.kind) {
    case "name":
      keep(test.name, scope, { fits: (value) => truth(value) !== !is, m });
      return;
    case "not":
      narrow(test.of, !is, { scope, m });
      return;
    case "logic":
      if (test.op === "??") return;
      if ((test.op === "&&") === is || isSettled(test.right, !is, { scope, m }))
        narrow(test.left, is, { scope, m });
      if ((test.op === "&&") === is || isSettled(test.left, !is, { scope, m }))
        narrow(test.right, is, { scope, m });
      return;
    case "binary": {
      const wanted = same.has(test.op) ? is : other.has(test.op) ? !is : undefined;
      if (wanted === undefined || test.left.kind !== "name" || !isNothing(test.right)) return;
      keep(test.left.name, scope, {
        fits: (value) => value.kind === "unknown" || isMissing(value) === wanted,
        m,
      });
    }
  }
}
