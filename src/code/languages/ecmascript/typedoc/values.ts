import { functions, isNode, type Node, nodesOf } from "../parse.ts";
import { commentAt, type File, speaks } from "./comments.ts";
import { insideSignature, type Listed, literalsIn, nameOf } from "./types.ts";

/** Unwraps nodes that don't change a value's type. */
export function plain(value: unknown): Node | undefined {
  const node = isNode(value) ? value : undefined;
  if (node?.type === "ParenthesizedExpression" || node?.type === "TSSatisfiesExpression")
    return plain(node["expression"]);
  const type = node?.type === "TSAsExpression" ? node["typeAnnotation"] : undefined;
  return isNode(type) && isNode(type["typeName"]) && type["typeName"]["name"] === "const"
    ? plain(node?.["expression"])
    : node;
}

/** Lists the contents of a value's type, as far as the expression shows it. */
export function insideValue(value: unknown, file: File): readonly Listed[] {
  const node = plain(value);
  if (!node) return [];
  if (node.type === "ObjectExpression")
    return nodesOf(node["properties"]).flatMap((node) => property(node, file));
  if (functions.has(node.type)) return insideFunction(node, file);
  if (node.type === "CallExpression" && /^Object\.freeze$/.test(file.source.slice(...calleeOf(node))))
    return nodesOf(node["arguments"]).flatMap((node) => insideValue(node, file));
  return [];
}

const calleeOf = ({ callee }: Node & { readonly callee?: unknown }): [number, number] =>
  isNode(callee) ? [callee.start, callee.end] : [0, 0];

function property(node: Node, file: File): readonly Listed[] {
  const key = node["key"];
  if (node.type !== "Property" || node["computed"] || !isNode(key)) return [];
  const row = { name: nameOf(key), at: key.start, documented: speaks(commentAt(node.start, file)) };
  return [row, ...(node["shorthand"] ? [] : insideValue(node["value"], file))];
}

/** Lists the contents of a function's result: its declared type or only `return`. */
export function insideFunction(node: Node, file: File): readonly Listed[] {
  if (
    isNode(node["returnType"]) ||
    node.type.endsWith("EmptyBodyFunctionExpression") ||
    node.type === "TSDeclareFunction"
  )
    return insideSignature(node, file);
  return [...literalsIn(node["typeParameters"], file), ...insideValue(given(node["body"]), file)];
}

function given(body: unknown): unknown {
  if (!isNode(body) || body.type !== "BlockStatement")
    return plain(body)?.type === "ObjectExpression" ? body : undefined;
  const last = nodesOf(body["body"]).at(-1);
  const only = last?.type === "ReturnStatement" ? plain(last["argument"]) : undefined;
  return only?.type === "ObjectExpression" ? only : undefined;
}
