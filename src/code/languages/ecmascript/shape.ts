import type { Shape } from "../../study.ts";
import { callee, isNode, type Node, nodesOf, unwrapped } from "./parse.ts";

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Unwraps nodes that only add types or parentheses. */
export function bare(node: unknown): Node | undefined {
  let at = node;
  while (
    isNode(at) &&
    [
      "TSAsExpression",
      "TSSatisfiesExpression",
      "TSNonNullExpression",
      "ParenthesizedExpression",
      "TSTypeAssertion",
    ].includes(at.type)
  )
    at = at["expression"];
  return isNode(at) ? at : undefined;
}

const comparisons = new Set(["==", "!=", "===", "!==", "<", ">", "<=", ">=", "in", "instanceof"]);

export function shapeOf(node: unknown, source: string): Shape {
  const at = unwrapped(node);
  if (!at) return { kind: "nothing", code: "" };
  const code = oneLine(source.slice(at.start, at.end));
  const name = callee(at);
  switch (at.type) {
    case "Literal":
      return at["value"] === null && at["raw"] === "null"
        ? { kind: "literal", code }
        : typeof at["value"] === "string"
          ? { kind: "text", code, type: "string" }
          : { kind: "literal", code, ...typed(at["value"]) };
    case "TemplateLiteral":
      return { kind: "text", code, type: "string" };
    case "ArrayExpression":
      return {
        kind: "list",
        code,
        parts: nodesOf(at["elements"]).map((node) => oneLine(source.slice(node.start, node.end))),
      };
    case "ObjectExpression":
      return { kind: "object", code, parts: nodesOf(at["properties"]).map((node) => keyOf(node, source)) };
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return {
        kind: "function",
        code,
        parts: nodesOf(at["params"]).map((node) => oneLine(source.slice(node.start, node.end))),
      };
    case "NewExpression":
    case "CallExpression":
      return {
        kind: at.type === "NewExpression" ? "new" : "call",
        code,
        name: chainName(at["callee"]),
        parts: nodesOf(at["arguments"]).map((node) => oneLine(source.slice(node.start, node.end))),
      };
    case "UnaryExpression":
      return at["operator"] === "!"
        ? { kind: "truth", code, type: "boolean" }
        : at["operator"] === "typeof"
          ? { kind: "text", code, type: "string" }
          : at["operator"] === "void"
            ? { kind: "nothing", code }
            : { kind: "other", code };
    case "BinaryExpression":
      return comparisons.has(String(at["operator"]))
        ? { kind: "truth", code, type: "boolean" }
        : { kind: "other", code };
    case "LogicalExpression":
      return [at["left"], at["right"]].every((side) => shapeOf(side, source).kind === "truth")
        ? { kind: "truth", code, type: "boolean" }
        : { kind: "other", code };
    case "ConditionalExpression":
      return { kind: "choice", code };
    case "JSXElement":
    case "JSXFragment": {
      const opening = at["openingElement"];
      const tag =
        isNode(opening) && isNode(opening["name"])
          ? source.slice(opening["name"].start, opening["name"].end)
          : "";
      return { kind: "markup", code, name: tag };
    }
    case "Identifier":
      return name === "undefined" ? { kind: "nothing", code } : { kind: "name", code, name };
    default:
      return name ? { kind: "name", code, name } : { kind: "other", code };
  }
}

/** Returns `a.b` for `a.b()`, and `.b` for a call on the result of a call. */
function chainName(node: unknown): string {
  const name = callee(node);
  return isNode(node) && node.type === "MemberExpression" && !name.includes(".") ? `.${name}` : name;
}

const typed = (value: unknown): Pick<Shape, "type"> =>
  typeof value === "number" ? { type: "number" } : typeof value === "boolean" ? { type: "boolean" } : {};

export function keyOf(property: Node, source: string): string {
  if (property.type === "SpreadElement") {
    const of = property["argument"];
    return `...${isNode(of) ? oneLine(source.slice(of.start, of.end)) : ""}`;
  }
  const { key, computed } = property as { key?: unknown; computed?: unknown };
  if (!isNode(key)) return "";
  const text = oneLine(source.slice(key.start, key.end));
  return computed ? `[${text}]` : text.replaceAll(/^["']|["']$/g, "");
}
