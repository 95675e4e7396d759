import type { Use } from "../../study.ts";
import { callee, isNode, type Node, nodesOf } from "./parse.ts";
import { comparisons, keyOf, oneLine } from "./shape.ts";

export function used(
  node: Node,
  parent: Node,
  { source, use, call }: { source: string; call: string; use(name: string, one: Use): void },
): void {
  const name = String(node["name"]);
  const {
    object,
    property,
    computed,
    callee: called,
    arguments: args,
    test,
    left,
    right,
    value,
    argument,
  } = parent as Record<string, unknown>;
  if (parent.type === "MemberExpression") {
    if (object === node && !computed && isNode(property))
      use(name, { kind: "field", name: callee(property) });
    else if (property === node && computed) use(name, { kind: "argument", of: "[]", position: 0 });
  } else if (parent.type === "CallExpression" || parent.type === "NewExpression") {
    if (called === node) use(name, { kind: "called", code: oneLine(source.slice(parent.start, parent.end)) });
    else use(name, { kind: "argument", of: callee(called), position: nodesOf(args).indexOf(node) });
  } else if (parent.type === "Property" && value === node && isNode(parent["key"]))
    use(
      name,
      call ? { kind: "argument", of: call, position: -1 } : { kind: "key", name: keyOf(parent, source) },
    );
  else if (parent.type === "ReturnStatement") use(name, { kind: "returned" });
  else if (
    (parent.type === "IfStatement" ||
      parent.type === "ConditionalExpression" ||
      parent.type === "WhileStatement") &&
    test === node
  )
    use(name, { kind: "tested" });
  else if (parent.type === "UnaryExpression" && parent["operator"] === "!" && argument === node)
    use(name, { kind: "tested" });
  else if (parent.type === "LogicalExpression" && left === node) use(name, { kind: "tested" });
  else if (parent.type === "BinaryExpression" && comparisons.has(String(parent["operator"])))
    use(name, { kind: "compared", code: oneLine(source.slice(parent.start, parent.end)) });
  else if (parent.type === "BinaryExpression" || parent.type === "TemplateLiteral")
    use(name, { kind: "computed", code: oneLine(source.slice(parent.start, parent.end)) });
  else if ((parent.type === "ForOfStatement" || parent.type === "ForInStatement") && right === node)
    use(name, { kind: "iterated" });
  else if (parent.type === "AssignmentExpression" && right === node && isNode(left)) {
    const to = callee(left);
    if (to.includes(".")) use(name, { kind: "stored", in: to });
  }
}
