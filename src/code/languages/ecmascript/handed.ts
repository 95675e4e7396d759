import type { Receiver } from "../../language.ts";
import { isOfError } from "../gathered.ts";
import { callee, functions, isNode, type Node, nodesOf, parameterIn } from "./parse.ts";

interface Handed {
  readonly type: string;
  readonly at: Receiver["at"];
}

const none: readonly Handed[] = [];

/** Errors that are made for what is called, `this.fail(new Gone())`, and what it may make one with: `check(it, Gone)`, `check(it, () => new Gone())`. */
export function handedBy(call: Node): readonly Handed[] {
  const given = call["arguments"];
  if (!Array.isArray(given)) return none;
  let found: Handed[] | undefined;
  for (let place = 0; place < given.length; place++) {
    const one: unknown = given[place];
    const handed = isNode(one) ? handedAs(one, place) : undefined;
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

/** The class of what a function makes and gives back, where it does nothing else. */
function madeBy({ body }: Node): string {
  const [only, other] = isNode(body) && body.type === "BlockStatement" ? nodesOf(body["body"]) : [];
  const given = only ? only.type === "ReturnStatement" && !other && only["argument"] : body;
  return isNode(given) && given.type === "NewExpression" ? callee(given["callee"]) : "";
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
