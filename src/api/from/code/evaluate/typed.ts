import type { Expression } from "../program/ir.ts";
import type { Machine, Scope, Value } from "./types.ts";

/** Notes what the program says of which type a part of the request is. */
export function typed(
  value: Value | undefined,
  type: Expression,
  { scope, m }: { readonly scope: Scope; readonly m: Machine },
): void {
  if (value?.kind !== "input") return;
  m.run?.typed.push({ part: value.part, path: value.path, schema: { kind: "shape", of: type, scope } });
}
