import { callee, type Node, nodesOf } from "./parse.ts";
import { bare, oneLine } from "./shape.ts";

/** Returns the class of a thrown error, and its message if it is a literal. */
export function thrown(
  value: unknown,
  source: string,
  constants: ReadonlyMap<string, Node>,
): { readonly type: string; readonly message?: string } {
  const node = bare(value);
  if (node?.type !== "NewExpression" && node?.type !== "CallExpression")
    return { type: (node && callee(node)) || "Error" };
  const name = callee(node["callee"]);
  for (const item of nodesOf(node["arguments"])) {
    const message = messageOf((item.type === "Identifier" && constants.get(callee(item))) || item, source);
    if (message) return { type: name || "Error", message };
  }
  return { type: name || "Error" };
}

/** Returns a readable message: a text with a space, with `...` for substitutions. */
function messageOf(node: Node, source: string): string | undefined {
  const at = bare(node);
  if (at?.type === "Literal" && typeof at["value"] === "string") return sentence(at["value"]);
  if (at?.type === "TemplateLiteral")
    return sentence(
      nodesOf(at["quasis"])
        .map((node) => source.slice(node.start, node.end))
        .join("...")
        .replaceAll("\\`", "'")
        .replaceAll(/[`{}$]/g, ""),
    );
  if (at?.type !== "BinaryExpression" || at["operator"] !== "+") return undefined;
  const whole = oneLine(sum(at, source)).replaceAll(/(?:\.\.\.){2,}/g, "...");
  return whole.includes(" ") && whole !== "..." ? whole : undefined;
}

/** Returns a concatenation as text, with `...` for values and its separators intact. */
function sum(node: unknown, source: string): string {
  const at = bare(node);
  if (at?.type === "Literal" && typeof at["value"] === "string") return at["value"];
  if (at?.type !== "BinaryExpression" || at["operator"] !== "+")
    return (at?.type === "TemplateLiteral" && messageOf(at, source)) || "...";
  return sum(at["left"], source) + sum(at["right"], source);
}

const sentence = (text: string): string | undefined => {
  const plain = oneLine(text);
  return plain.includes(" ") && plain.length <= 120 ? plain : undefined;
};
