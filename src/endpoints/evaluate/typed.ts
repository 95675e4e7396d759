import type { Expression } from "../program/ir.ts";
import type { FunctionValue, Machine, Part, Scope, Value } from "./types.ts";
import { each, either } from "./value.ts";

interface At {
  readonly scope: Scope;
  readonly m: Machine;
}

const note = (part: Part, path: readonly string[], type: Expression, { scope, m }: At): void =>
  void m.run?.typed.push({ part, path, schema: { kind: "shape", of: type, scope } });

/** Notes the type that the program declares for a request or a part of it. */
export function typed(value: Value | undefined, type: Expression, at: At): void {
  if (!at.m.run) return;
  if (value?.kind === "input") note(value.part, value.path, type, at);
}

/** The result of a function, with its declared return type where the code doesn't show more. */
export function withReturnType(value: Value, { fn, scope }: FunctionValue, m: Machine): Value {
  const { returns } = fn;
  if (!m.run || !returns) return value;
  const ways = each(value);
  const isOpen = (value: Value): boolean =>
    value.kind === "unknown"
      ? !value.identity && !value.says
      : value.kind === "external" && value.args !== undefined && !value.identity && !value.says;
  if (!ways.some(isOpen)) return value;
  const returnShape = { kind: "shape", of: returns, scope } as const;
  return either(ways.map((value) => (isOpen(value) ? { ...value, says: returnShape } : value)));
}
