import type { Shown } from "../../study.ts";
import { callee, children, functions, isNode, type Node, nodesOf, type Tree } from "./parse.ts";

const equal = new Set([
  "toBe",
  "toEqual",
  "toStrictEqual",
  "equal",
  "strictEqual",
  "deepEqual",
  "deepStrictEqual",
  "eql",
  "is",
  "same",
]);
const throwing = new Set(["toThrow", "toThrowError", "throws", "throw"]);
const globals = new Set(
  "undefined NaN Infinity Math Number String Boolean Date Map Set Array Object Error RegExp URL URLSearchParams BigInt Symbol JSON TypeError RangeError Uint8Array Promise".split(
    " ",
  ),
);

/** What tests assert about calls of literals: the call, and what it gives. */
export function shownIn(source: string, tree: Tree): readonly Shown[] {
  const found: Shown[] = [];
  const code = (node: Node): string => source.slice(node.start, node.end);
  const put = (call: unknown, value: unknown, title: string): void => {
    const awaited = isNode(call) && call.type === "AwaitExpression";
    const inner = awaited ? call["argument"] : call;
    if (!isNode(inner) || inner.type !== "CallExpression") return;
    const names = free(inner);
    if (
      !names ||
      names.length === 0 ||
      (value !== undefined && (!isNode(value) || free(value)?.length !== 0))
    )
      return;
    const text = code(inner);
    const given = isNode(value) ? code(value) : undefined;
    if (text.length > 200 || (given?.length ?? 0) > 200) return;
    found.push({
      target: targetOf(inner),
      names,
      call: text,
      title,
      awaited,
      ...(given === undefined ? { throws: true } : { value: given }),
    });
  };
  const visit = (at: Node, title: string): void => {
    if (at.type === "CallExpression") {
      const name = callee(at["callee"]);
      const args = nodesOf(at["arguments"]);
      const [first, second, third] = args;
      if (
        /^(?:it|test)(?:\.\w+)?$/.test(name) &&
        first?.type === "Literal" &&
        typeof first["value"] === "string"
      ) {
        const own = first["value"];
        for (const one of args) visit(one, own);
        return;
      }
      asserted(at, put, { title, name, first, second: second ?? third });
    }
    for (const child of children(at)) visit(child, title);
  };
  visit(tree.program, "");
  return found;
}

type Put = (call: unknown, value: unknown, title: string) => void;

function asserted(
  at: Node,
  put: Put,
  {
    title,
    name,
    first,
    second,
  }: { title: string; name: string; first: Node | undefined; second: Node | undefined },
): void {
  const member = at["callee"];
  const method = isNode(member) && member.type === "MemberExpression" ? callee(member["property"]) : "";
  if (equal.has(method) || throwing.has(method)) {
    const subject = expected(isNode(member) ? member["object"] : undefined);
    if (subject && throwing.has(method)) put(bodyOf(subject), undefined, title);
    else if (subject && first) put(subject, first, title);
    else if (/^(?:assert|t)\./.test(name) && first && throwing.has(method))
      put(bodyOf(first), undefined, title);
    else if (/^(?:assert|t)(?:\.strict)?\./.test(name) && first && second) put(first, second, title);
  }
}

/** What stands in `expect(…)`, before `.to.deep` and the like, unless it is negated. */
function expected(node: unknown): Node | undefined {
  for (let at = node; isNode(at); at = at["object"]) {
    if (at.type === "CallExpression")
      return callee(at["callee"]) === "expect" ? nodesOf(at["arguments"])[0] : undefined;
    if (at.type !== "MemberExpression" || ["not", "rejects", "resolves"].includes(callee(at["property"])))
      return undefined;
  }
  return undefined;
}

/** The call of `() => call`. */
const bodyOf = (node: Node): unknown => (node.type === "ArrowFunctionExpression" ? node["body"] : undefined);

/** `f` of `f(1)`, `Queue.size` of `new Queue(2).size()`. */
function targetOf({ callee: called }: Node): string {
  if (!isNode(called)) return "";
  const object = called["object"];
  if (called.type === "MemberExpression" && isNode(object) && object.type === "NewExpression")
    return `${callee(object["callee"])}.${callee(called["property"])}`;
  return callee(called);
}

/** The names that an expression takes from outside; undefined for one that isn't made of literals and calls. */
function free(node: Node): readonly string[] | undefined {
  const names = new Set<string>();
  let plain = true;
  const visit = (at: Node): void => {
    if (
      functions.has(at.type) ||
      at.type === "SpreadElement" ||
      at.type === "AwaitExpression" ||
      at.type === "ThisExpression"
    )
      plain = false;
    if (at.type === "Identifier") {
      const name = String(at["name"]);
      if (!globals.has(name)) names.add(name);
    }
    const skipped =
      at.type === "MemberExpression" && !at["computed"]
        ? at["property"]
        : at.type === "Property" && !at["computed"]
          ? at["key"]
          : undefined;
    for (const child of children(at)) if (child !== skipped) visit(child);
  };
  visit(node);
  return plain ? [...names] : undefined;
}
