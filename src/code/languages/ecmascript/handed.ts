import type { Receiver } from "../../language.ts";
import { isOfError } from "../gathered.ts";
import { callee, functions, isNode, type Node, nodesOf, parameterIn } from "./parse.ts";

interface Handed {
  readonly type: string;
  readonly at: Receiver["at"];
}

const none: readonly Handed[] = [];

/**
 * Returns the errors created for a callee, `this.fail(new Gone())`, and what it may create one with:
 * `check(it, Gone)`, `check(it, () => new Gone())`.
 */
export function handedBy(call: Node): readonly Handed[] {
  const args = call["arguments"];
  if (!Array.isArray(args)) return none;
  let found: Handed[] | undefined;
  for (let place = 0; place < args.length; place++) {
    const argument: unknown = args[place];
    const handed = isNode(argument) ? handedAs(argument, place) : undefined;
    if (handed) (found ??= []).push(handed);
  }
  return found ?? none;
}

function handedAs(node: Node, place: number): Handed | undefined {
  if (node.type === "NewExpression") {
    const type = callee(node["callee"]);
    return isOfError(type) ? { type, at: place } : undefined;
  }
  const type = node.type === "Identifier" ? callee(node) : functions.has(node.type) ? madeBy(node) : "";
  return ofClass.test(type) ? { type, at: `new ${place}` } : undefined;
}

/** Returns the class a function instantiates and returns, if it does nothing else. */
function madeBy({ body }: Node): string {
  const [only, other] = isNode(body) && body.type === "BlockStatement" ? nodesOf(body["body"]) : [];
  const value = only ? only.type === "ReturnStatement" && !other && only["argument"] : body;
  return isNode(value) && value.type === "NewExpression" ? callee(value["callee"]) : "";
}

/** A name written like a class name. */
const ofClass = /^[A-Z]\w*[a-z]\w*$/;

/** Returns parameter defaults by name; empty for parameters that aren't plain names. */
export function parametersOf(fn: Node): ReadonlyMap<string, string> {
  return new Map(
    nodesOf(fn["params"]).map((parameter) => {
      const inner = parameterIn(parameter);
      if (inner.type !== "AssignmentPattern") return [callee(inner), ""];
      return [callee(inner["left"]), callee(inner["right"])];
    }),
  );
}
