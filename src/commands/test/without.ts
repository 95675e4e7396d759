import { children, isNode, nodesOf, parseEcmascript, type Node } from "../../code/index.ts";

/** Returns a test file without one of its tests, by the last part of its name. Undefined if that isn't unique. */
export function without(path: string, text: string, name: string): string | undefined {
  const last = name.split(" > ").at(-1) ?? name;
  return path.endsWith(".py") ? pythonWithout(text, last) : ecmascriptWithout(path, text, last);
}

function ecmascriptWithout(path: string, text: string, name: string): string | undefined {
  const tree = parseEcmascript(
    text,
    path.endsWith("tsx") ? ["tsx"] : path.endsWith("ts") ? ["ts"] : ["ts", "jsx"],
  );
  if (!tree) return undefined;
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isTest(node, name)) found.push(node);
    else for (const child of children(node)) visit(child);
  };
  for (const node of nodesOf(tree.program["body"])) visit(node);
  const [only, other] = found;
  if (!only || other) return undefined;
  const start = text.lastIndexOf("\n", only.start - 1) + 1;
  const end = text.indexOf("\n", only.end - 1);
  return text.slice(0, start) + (end < 0 ? "" : text.slice(end + 1));
}

/** Whether a node is `test("name", …);` or the same with `it`. */
function isTest(node: Node, name: string): boolean {
  const { expression } = node;
  if (node.type !== "ExpressionStatement" || !isNode(expression) || expression.type !== "CallExpression")
    return false;
  const { callee } = expression;
  const [first] = nodesOf(expression["arguments"]);
  return (
    isNode(callee) &&
    callee.type === "Identifier" &&
    /^(?:test|it)$/.test(String(callee["name"])) &&
    first?.type === "Literal" &&
    first["value"] === name
  );
}

function pythonWithout(text: string, name: string): string | undefined {
  const lines = text.split("\n");
  const plain = name.replace(/\[.*$/, "");
  const heads = lines.flatMap((line, i) =>
    new RegExp(`^\\s*(?:async\\s+)?def\\s+${plain.replaceAll(/\W/g, "")}\\s*\\(`).test(line) ? [i] : [],
  );
  const [head, other] = heads;
  if (head === undefined || other !== undefined) return undefined;
  const indent = /^\s*/.exec(lines[head] ?? "")?.[0].length ?? 0;
  const isInside = (line: string): boolean =>
    line.trim() === "" || (/^\s*/.exec(line)?.[0].length ?? 0) > indent;
  let start = head;
  while (new RegExp(`^\\s{${indent}}@`).test(lines[start - 1] ?? "")) start--;
  let end = head + 1;
  while (end < lines.length && isInside(lines[end] ?? "")) end++;
  return [...lines.slice(0, start), ...lines.slice(end)].join("\n");
}
