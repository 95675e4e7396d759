import type { Imported } from "../../study.ts";
import { callee, isNode, type Node, nodesOf, type Tree } from "./parse.ts";

/** Returns a module's imports: `import`, `export … from`, and top-level `require`. */
export function importsOf(tree: Tree): readonly Imported[] {
  const body = nodesOf(tree.program["body"]);
  const found = body.flatMap(importedBy);
  const whole = new Map(found.filter(({ name }) => name === "*").map(({ local, from }) => [local, from]));
  return whole.size ? [...found, ...body.flatMap((statement) => takenFrom(statement, whole))] : found;
}

/** Returns the names that `const { a } = module` takes from a whole-module import. */
function takenFrom(statement: Node, whole: ReadonlyMap<string, string>): readonly Imported[] {
  if (statement.type !== "VariableDeclaration") return [];
  return nodesOf(statement["declarations"]).flatMap(({ id, init }) => {
    const from = isNode(init) && init.type === "Identifier" ? whole.get(callee(init)) : undefined;
    return from && isNode(id) && id.type === "ObjectPattern" ? patternOf(id, from) : [];
  });
}

const patternOf = (pattern: Node, from: string): readonly Imported[] =>
  nodesOf(pattern["properties"]).map((node) => ({
    local: callee(node["value"]),
    name: callee(node["key"]),
    from,
  }));

function importedBy(statement: Node): readonly Imported[] {
  const from = isNode(statement["source"]) ? String(statement["source"]["value"]) : "";
  if (statement.type === "ImportDeclaration")
    return nodesOf(statement["specifiers"]).map((node) => ({
      local: callee(node["local"]),
      name: imported(node),
      from,
    }));
  if (statement.type === "ExportAllDeclaration") return [{ local: "*", name: "*", from }];
  if (statement.type === "ExportNamedDeclaration" && from)
    return nodesOf(statement["specifiers"]).map((node) => ({
      local: callee(node["exported"]),
      name: callee(node["local"]),
      from,
    }));
  if (statement.type === "ExpressionStatement") return handedOn(statement["expression"]);
  if (statement.type !== "VariableDeclaration") return [];
  return nodesOf(statement["declarations"]).flatMap(required);
}

/** Reads re-exports: `exports.a = require("./a")`, `module.exports = { a: require("./a") }`. */
function handedOn(expression: unknown): readonly Imported[] {
  if (!isNode(expression) || expression.type !== "AssignmentExpression") return [];
  const [, name] = /^(?:module\.)?exports(?:\.(\w+))?$/.exec(callee(expression["left"])) ?? [];
  const right = expression["right"];
  if (name) return required({ ...expression, id: { ...expression, type: "Identifier", name }, init: right });
  if (callee(expression["left"]) !== "module.exports" || !isNode(right)) return [];
  return nodesOf(right["properties"]).flatMap((node) =>
    required({ ...node, id: node["key"], init: node["value"] }),
  );
}

const imported = (node: Node): string =>
  node.type === "ImportNamespaceSpecifier"
    ? "*"
    : node.type === "ImportDefaultSpecifier"
      ? "default"
      : callee(node["imported"]);

function required({ id, init }: Node): readonly Imported[] {
  const member = isNode(init) && init.type === "MemberExpression" ? callee(init["property"]) : undefined;
  const call = isNode(init) && init.type === "MemberExpression" ? init["object"] : init;
  if (!isNode(call) || call.type !== "CallExpression" || callee(call["callee"]) !== "require" || !isNode(id))
    return [];
  const [path] = nodesOf(call["arguments"]);
  const from = typeof path?.["value"] === "string" ? path["value"] : "";
  if (!from) return [];
  if (id.type === "Identifier") return [{ local: callee(id), name: member ?? "*", from }];
  return patternOf(id, from);
}
