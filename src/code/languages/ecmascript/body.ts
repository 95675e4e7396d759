import type { Declaration } from "../../language.ts";
import { children, isNode, type Node } from "./parse.ts";

type Facts = Pick<Declaration, "raises" | "calls">;

const functions = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassDeclaration",
  "ClassExpression",
]);

interface Around {
  readonly caught: boolean;
  readonly when: string | undefined;
  /** Inside a function within: what it throws is its own affair, what it calls is still called from here. */
  readonly nested: boolean;
}

/** What a function's own body throws and calls. */
export function bodyFacts(node: Node, source: string): Facts {
  const raises: { type: string; when?: string }[] = [];
  const calls = new Map<string, { name: string; caught: boolean }>();
  const visit = (at: Node, around: Around): void => {
    if (at.type === "ThrowStatement" && !around.caught && !around.nested) {
      const type = thrown(at["argument"]);
      if (!raises.some((one) => one.type === type && one.when === around.when))
        raises.push({ type, ...(around.when && { when: around.when }) });
    }
    if (at.type === "CallExpression" || at.type === "NewExpression") {
      const name = callee(at["callee"]);
      const known = calls.get(name);
      if (name) calls.set(name, { name, caught: around.caught && (known?.caught ?? true) });
    }
    for (const [child, its] of inside(at, around, source)) visit(child, its);
  };
  const { body } = node;
  if (isNode(body)) visit(body, { caught: false, when: undefined, nested: false });
  return { raises, calls: [...calls.values()] };
}

function inside(at: Node, around: Around, source: string): readonly (readonly [Node, Around])[] {
  const { block, handler, test, consequent, alternate } = at as Record<string, unknown>;
  return children(at).map((child) => {
    if (at.type === "TryStatement" && child === block && isNode(handler))
      return [child, { ...around, caught: true }];
    if (at.type === "IfStatement" && isNode(test) && (child === consequent || child === alternate)) {
      const text = source.slice(test.start, test.end);
      return [child, { ...around, when: child === consequent ? text : `!(${text})` }];
    }
    return [child, functions.has(child.type) ? { ...around, nested: true } : around];
  });
}

function thrown(value: unknown): string {
  if (isNode(value) && (value.type === "NewExpression" || value.type === "CallExpression"))
    return callee(value["callee"]) || "Error";
  return isNode(value) && typeof value["name"] === "string" ? value["name"] : "Error";
}

/** `a.b.c` of a call; empty where it isn't a chain of names. */
function callee(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "ThisExpression") return "this";
  if (node.type === "Super") return "super";
  if (typeof node["name"] === "string") return node["name"];
  if (node.type !== "MemberExpression" || node["computed"]) return "";
  const owner = callee(node["object"]);
  const name = callee(node["property"]);
  return owner ? `${owner}.${name}` : name;
}
