import type { Expression } from "../program/ir.ts";
import type { Machine, Scope } from "./machine.ts";
import { truth } from "./value.ts";

const plain = (of: Expression): boolean =>
  of.kind === "name" || (of.kind === "get" && plain(of.of)) || (of.kind === "not" && plain(of.of));

/** Whether `open || !user` holds because of a side whose value is known. */
export const holdsAnyway = (test: Expression, at: { scope: Scope; m: Machine }): boolean =>
  test.kind === "logic" &&
  test.op === "||" &&
  [test.left, test.right].some(
    (side) => (plain(side) && truth(at.m.evaluate(side, at.scope)) === true) || holdsAnyway(side, at),
  );
