import type { Use } from "../../study.ts";
import { callee, isNode, type Node, nodesOf } from "./parse.ts";
import { comparisons, keyOf, oneLine } from "./shape.ts";

export function used(
  at: Node,
  parent: Node,
  { source, use, call }: { source: string; call: string; use(name: string, one: Use): void },
): void {
  const name = String(at["name"]);
  const {
    object,
    property,
    computed,
    callee: called,
    arguments: given,
    test,
    left,
    right,
    value,
    argument,
  } = parent as Record<string, unknown>;
  if (parent.type === "MemberExpression") {
    if (object === at && !computed && isNode(property)) use(name, { kind: "field", name: callee(property) });
    else if (property === at && computed) use(name, { kind: "argument", of: "[]", position: 0 });
  } else if (parent.type === "CallExpression" || parent.type === "NewExpression") {
    if (called === at) use(name, { kind: "called", code: oneLine(source.slice(parent.start, parent.end)) });
    else use(name, { kind: "argument", of: callee(called), position: nodesOf(given).indexOf(at) });
  } else if (parent.type === "Property" && value === at && isNode(parent["key"]))
    use(
      name,
      call ? { kind: "argument", of: call, position: -1 } : { kind: "key", name: keyOf(parent, source) },
    );
  else if (parent.type === "ReturnStatement") use(name, { kind: "returned" });
  else if (
    (parent.type === "IfStatement" ||
      parent.type === "ConditionalExpression" ||
      parent.type === "WhileStatement") &&
    test === at
  )
    use(name, { kind: "tested" });
  else if (parent.type === "UnaryExpression" && parent["operator"] === "!" && argument === at)
    use(name, { kind: "tested" });
  else if (parent.type === "LogicalExpression" && left === at) use(name, { kind: "tested" });
  else if (parent.type === "BinaryExpression" && comparisons.has(String(parent["operator"])))
    use(name, { kind: "compared", code: oneLine(source.slice(parent.start, parent.end)) });
  else if (parent.type === "BinaryExpression" || parent.type === "TemplateLiteral")
    use(name, { kind: "computed", code: oneLine(source.slice(parent.start, parent.end)) });
  else if ((parent.type === "ForOfStatement" || parent.type === "ForInStatement") && right === at)
    use(name, { kind: "iterated" });
  else if (parent.type === "AssignmentExpression" && right === at && isNode(left)) {
    const to = callee(left);
    if (to.includes(".")) use(name, { kind: "stored", in: to });
  }
}
