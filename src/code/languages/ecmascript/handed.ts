import type { Given } from "../../language.ts";
import { isOfError } from "../gathered.ts";
import { callee, isNode, type Node, nodesOf, parameterIn } from "./parse.ts";

/** Errors that are made for what is called, `this.fail(new Gone())`, and classes that it may make one of, `check(it, Gone)`. */
export function handedBy(call: Node): readonly { readonly type: string; readonly at: Given["at"] }[] {
  const given = call["arguments"];
  if (!Array.isArray(given)) return [];
  return given.flatMap((one: unknown, place) => {
    if (!isNode(one)) return [];
    const isMade = one.type === "NewExpression";
    const type = callee(isMade ? one["callee"] : one);
    if (!(isMade ? isOfError(type) : ofClass.test(type))) return [];
    return [{ type, at: isMade ? place : (`new ${place}` as const) }];
  });
}

/** A name that is written as classes are. */
const ofClass = /^[A-Z]\w*[a-z]\w*$/;

/** What parameters stand for where they are left out, by their names; empty for what isn't a name. */
export function parametersOf(fn: Node): ReadonlyMap<string, string> {
  return new Map(
    nodesOf(fn["params"]).map((parameter) => {
      const inner = parameterIn(parameter);
      if (inner.type !== "AssignmentPattern") return [callee(inner), ""];
      return [callee(inner["left"]), callee(inner["right"])];
    }),
  );
}
