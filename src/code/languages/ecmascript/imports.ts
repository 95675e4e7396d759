import type { Imported } from "../../study.ts";
import { callee, isNode, type Node, nodesOf, type Tree } from "./parse.ts";

/** What a module takes from others: `import`, `export … from`, and `require` at its top. */
export function importsOf(tree: Tree): readonly Imported[] {
  return nodesOf(tree.program["body"]).flatMap((statement) => {
    const from = isNode(statement["source"]) ? String(statement["source"]["value"]) : "";
    if (statement.type === "ImportDeclaration")
      return nodesOf(statement["specifiers"]).map((one) => ({
        local: callee(one["local"]),
        name: imported(one),
        from,
      }));
    if (statement.type === "ExportAllDeclaration") return [{ local: "*", name: "*", from }];
    if (statement.type === "ExportNamedDeclaration" && from)
      return nodesOf(statement["specifiers"]).map((one) => ({
        local: callee(one["exported"]),
        name: callee(one["local"]),
        from,
      }));
    if (statement.type !== "VariableDeclaration") return [];
    return nodesOf(statement["declarations"]).flatMap(required);
  });
}

const imported = (one: Node): string =>
  one.type === "ImportNamespaceSpecifier"
    ? "*"
    : one.type === "ImportDefaultSpecifier"
      ? "default"
      : callee(one["imported"]);

function required({ id, init }: Node): readonly Imported[] {
  const member = isNode(init) && init.type === "MemberExpression" ? callee(init["property"]) : undefined;
  const call = isNode(init) && init.type === "MemberExpression" ? init["object"] : init;
  if (!isNode(call) || call.type !== "CallExpression" || callee(call["callee"]) !== "require" || !isNode(id))
    return [];
  const [path] = nodesOf(call["arguments"]);
  const from = typeof path?.["value"] === "string" ? path["value"] : "";
  if (!from) return [];
  if (id.type === "Identifier") return [{ local: callee(id), name: member ?? "*", from }];
  return nodesOf(id["properties"]).map((one) => ({
    local: callee(one["value"]),
    name: callee(one["key"]),
    from,
  }));
}
