import type { Expression } from "../program/ir.ts";
import { isInstance } from "./classes.ts";
import { args, type Machine, type Scope } from "./machine.ts";
import { isOthers } from "./shared.ts";
import { either, isMissing, nothing, truth, typeName, unknown, type Value } from "./value.ts";

/** Narrows the alternatives of a name to those that fit. */
function keep(
  name: string,
  scope: Scope,
  { fits, m }: { fits: (value: Value) => boolean; m: Machine },
): void {
  let at: Scope | undefined = scope;
  while (at && !at.vars.has(name)) at = at.parent;
  const value = at?.vars.get(name);
  if (!at || value?.kind !== "either") return;
  // what one request finds doesn't apply to others
  if (isOthers(at, m)) return;
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

/** Whether one side is already known, so that the other decides. */
const isSettled = (of: Expression, as: boolean, { scope, m }: { scope: Scope; m: Machine }): boolean =>
  plain(of) && truth(m.evaluate(of, scope)) === as;

/** Whether `open || !user` holds because of a side whose value is known. */
export const holdsAnyway = (test: Expression, at: { scope: Scope; m: Machine }): boolean =>
  test.kind === "logic" &&
  test.op === "||" &&
  [test.left, test.right].some(
    (expression) => isSettled(expression, true, at) || holdsAnyway(expression, at),
  );

/** Narrows names by a condition that holds (`is`) or doesn't. */
export function narrow(test: Expression, is: boolean, { scope, m }: { scope: Scope; m: Machine }): void {
  switch (test.kind) {
    case "name":
      keep(test.name, scope, { fits: (value) => truth(value) !== !is, m });
      return;
    case "not":
      narrow(test.of, !is, { scope, m });
      return;
    // `if (result.ok)` keeps the objects whose own `ok` fits
    case "get":
      if (test.of.kind === "name")
        keep(test.of.name, scope, { fits: (value) => truth(sideOf(value, test.name)) !== !is, m });
      return;
    case "logic":
      if (test.op === "??") return;
      if ((test.op === "&&") === is || isSettled(test.right, !is, { scope, m }))
        narrow(test.left, is, { scope, m });
      if ((test.op === "&&") === is || isSettled(test.left, !is, { scope, m }))
        narrow(test.right, is, { scope, m });
      return;
    case "binary": {
      const isEqual = same.has(test.op) ? is : other.has(test.op) ? !is : undefined;
      if (test.op === "instanceof") isOf(test.left, test.right, { is, scope, m });
      if (isEqual === undefined) return;
      typed(test.left, test.right, { is: isEqual, scope, m });
      sided(test.left, test.right, { is: isEqual, scope, m });
      if (test.left.kind !== "name" || !isNothing(test.right)) return;
      keep(test.left.name, scope, {
        fits: (value) => value.kind === "unknown" || isMissing(value) === isEqual,
        m,
      });
      return;
    }
    case "call": {
      const [of, cls] = test.args;
      if (!of) answering(test.callee, { is, scope, m });
      if (test.callee.kind === "name" && test.callee.name === "isinstance" && of && cls)
        isOf(of.value, cls.value, { is, scope, m });
    }
  }
}

interface Known {
  readonly is: boolean;
  readonly scope: Scope;
  readonly m: Machine;
}

/** The member of an object literal of the program; unknown for any other value. */
function sideOf(value: Value, name: string): Value {
  if (value.kind !== "object" || value.host || value.rest) return unknown;
  return value.props.get(name) ?? (value.cls ? unknown : nothing);
}

/** `result.type === "error"` */
function sided(of: Expression, other: Expression, { is, scope, m }: Known): void {
  if (of.kind !== "get" || of.of.kind !== "name" || other.kind !== "literal" || isNothing(other)) return;
  const fits = (value: Value): boolean => {
    const side = sideOf(value, of.name);
    return side.kind !== "const" || (side.value === other.value) === is;
  };
  keep(of.of.name, scope, { fits, m });
}

/** `result.isLeft()`, which several classes implement differently. */
function answering(callee: Expression, { is, scope, m }: Known): void {
  if (callee.kind !== "get" || callee.of.kind !== "name") return;
  const answerOf = (value: Value): boolean | undefined =>
    value.kind === "object" && value.cls && !value.host
      ? truth(m.call(m.method(value, callee.name), args([])))
      : undefined;
  keep(callee.of.name, scope, { fits: (value) => answerOf(value) !== !is, m });
}

/** `isinstance(name, Class)` and `name instanceof Class`. */
function isOf(of: Expression, cls: Expression, { is, scope, m }: Known): void {
  if (of.kind !== "name") return;
  const expectedClass = m.evaluate(cls, scope);
  keep(of.name, scope, { fits: (value) => isInstance(value, expectedClass) !== !is, m });
}

/** `typeof name === "string"`. */
function typed(of: Expression, type: Expression, { is, scope, m }: Known): void {
  if (of.kind !== "call" || of.callee.kind !== "name" || of.callee.name !== "typeof") return;
  const subject = of.args[0]?.value;
  if (subject?.kind !== "name" || type.kind !== "literal") return;
  const fits = (value: Value): boolean => {
    const known = typeName(value);
    return known === undefined || (known === type.value) === is;
  };
  keep(subject.name, scope, { fits, m });
}
