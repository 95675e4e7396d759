import type { Shape } from "../../study.ts";
import type { Node } from "./grammar.ts";
import { last, path, type Self } from "./type-names.ts";

const texts = new Set([
  "interpreted_string_literal",
  "raw_string_literal",
  "string_literal",
  "text_block",
  "char_literal",
  "character_literal",
  "rune_literal",
]);
const truths = new Set(["true", "false", "boolean_literal"]);
const nothings = new Set(["nil", "null_literal", "unit_expression"]);
const calls = new Set([
  "call_expression",
  "method_invocation",
  "object_creation_expression",
  "macro_invocation",
  "composite_literal",
  "struct_expression",
  "explicit_constructor_invocation",
]);
const choices = new Set([
  "ternary_expression",
  "if_expression",
  "match_expression",
  "switch_expression",
  "block",
]);
const lists = new Set([
  "array_expression",
  "array_initializer",
  "array_creation_expression",
  "tuple_expression",
  "expression_list",
]);
const functions = new Set(["func_literal", "lambda_expression", "closure_expression"]);
const comparisons = new Set(["==", "!=", "<", ">", "<=", ">="]);

export interface Called {
  readonly kind: "call" | "new";
  /** `this.a.b` for a chain of names; `.b` for a call on the result of a call. */
  readonly name: string;
  readonly argNodes: readonly Node[];
}

/** Returns what a node calls, creates or, for a macro, runs. */
export function calledBy(node: Node, self: Self): Called | undefined {
  const args = (node.in("arguments") ?? node.one("argument_list", "arguments"))?.named ?? [];
  switch (node.type) {
    case "call_expression": {
      const of = node.in("function");
      const name = path(of, self) || `.${last(of?.in("field")?.text ?? "")}`;
      return { kind: "call", name: name === "." ? "" : name, argNodes: args };
    }
    case "method_invocation": {
      const object = node.in("object");
      const owner = path(object, self);
      const name = node.in("name")?.text ?? "";
      return {
        kind: "call",
        name: object ? (owner ? `${owner}.${name}` : `.${name}`) : name,
        argNodes: args,
      };
    }
    case "explicit_constructor_invocation":
      return { kind: "call", name: path(node.in("constructor")), argNodes: args };
    case "object_creation_expression":
      return { kind: "new", name: path(node.in("type")), argNodes: args };
    case "macro_invocation":
      return { kind: "call", name: `${path(node.in("macro"))}!`, argNodes: [] };
    case "composite_literal":
    case "struct_expression":
      return { kind: "new", name: path(node.in("type") ?? node.in("name")), argNodes: [] };
    default:
      return undefined;
  }
}

/** Unwraps parentheses, references, `await`, and in Rust `Ok`, `Some` and `?`. */
function bare(node: Node): Node {
  const inner = innerOf(node);
  return inner && inner !== node ? bare(inner) : node;
}

function innerOf(node: Node): Node | undefined {
  if (node.type === "unary_expression")
    return /^[&*]/.test(node.text) ? (node.in("operand") ?? node.named[0]) : undefined;
  if (/^(?:parenthesized|reference|await|try)_expression$/.test(node.type))
    return node.in("value") ?? node.named[0];
  if (node.type === "call_expression" && /^(?:Ok|Some)$/.test(node.in("function")?.text ?? ""))
    return node.in("arguments")?.named[0];
  return node.type === "expression_list" && node.named.length === 1 ? node.named[0] : undefined;
}

export function shapeOf(from: Node | undefined, self: Self): Shape {
  if (!from) return { kind: "nothing", code: "" };
  const node = bare(from);
  const { code, type } = node;
  if (texts.has(type)) return { kind: "text", code, type: "string" };
  if (truths.has(type)) return { kind: "literal", code, type: "boolean" };
  if (nothings.has(type)) return { kind: "literal", code };
  if (/(?:int|integer|float|floating_point|imaginary)_literal$/.test(type))
    return { kind: "literal", code, type: "number" };
  if (functions.has(type))
    return { kind: "function", code, parts: node.in("parameters")?.named.map((node) => node.code) ?? [] };
  if (choices.has(type)) return { kind: "choice", code };
  if (lists.has(type)) return { kind: "list", code, parts: node.named.map((node) => node.code) };
  if (isTruth(node)) return { kind: "truth", code, type: "boolean" };
  if (calls.has(type)) return called(node, code, self);
  const name = path(node, self);
  if (name === "None") return { kind: "literal", code };
  return name ? { kind: "name", code, name } : { kind: "other", code };
}

function called(node: Node, code: string, self: Self): Shape {
  const literal = node.in("body");
  if (node.type === "composite_literal" && !path(node.in("type")))
    return literal
      ? { kind: "list", code, parts: literal.named.map((node) => node.code) }
      : { kind: "other", code };
  const { kind, name, argNodes: args } = calledBy(node, self) ?? { kind: "call", name: "", argNodes: [] };
  if (name === "vec!") return { kind: "list", code, parts: ["..."] };
  return name ? { kind, code, name, parts: args.map((node) => node.code) } : { kind: "other", code };
}

/** Whether an expression is always boolean. */
function isTruth(node: Node): boolean {
  if (node.type === "instanceof_expression") return true;
  if (node.type === "unary_expression") return node.text.startsWith("!");
  if (node.type !== "binary_expression") return false;
  const operator = node.in("operator")?.text ?? "";
  if (comparisons.has(operator)) return true;
  const sides = [node.in("left"), node.in("right")];
  return /^(?:&&|\|\|)$/.test(operator) && sides.every((side) => side && isTruth(bare(side)));
}

/** Returns a readable message: a text with a space, with dots for substitutions; concatenations are joined. */
export function messageOf(nodes: readonly Node[]): string | undefined {
  for (const node of nodes) {
    const whole = node.type === "binary_expression" ? sum(node) : undefined;
    if (whole !== undefined) return readable(whole);
    for (const item of node.below(({ type }) => !functions.has(type))) {
      const found = texts.has(item.type) ? readable(plain(item)) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

const readable = (text: string): string | undefined =>
  text.includes(" ") && text.length <= 160 ? text : undefined;

const plain = (text: Node): string =>
  text.code
    .replaceAll(/\\./g, " ")
    .replaceAll(/^[a-z]*#*(?:"""|["'`])|(?:"""|["'`])#*$/g, "")
    .replaceAll(/%[-+#0-9.]*[a-zA-Z]|\{[^}]*\}/g, "...")
    .trim();

/** Formats `fmt.Sprintf("no %s", name)` inside a concatenation. */
function formatted(node: Node): string {
  const { name = "", argNodes: args = [] } = calledBy(node, undefined) ?? {};
  const [first] = args;
  return first && texts.has(first.type) && /(?:^|\.)(?:Sprintf?|format)!?$/.test(name) ? plain(first) : "...";
}

/** Renders `"no " + name + " here"` as `no ... here`. */
function sum(node: Node): string | undefined {
  if (node.type !== "binary_expression") return texts.has(node.type) ? plain(node) : formatted(node);
  const [left, right] = [node.in("left"), node.in("right")];
  if (node.in("operator")?.text !== "+" || !left || !right) return "...";
  const joined = `${sum(left) ?? ""} ${sum(right) ?? ""}`;
  return joined
    .replaceAll(/ \.\.\.(?: \.\.\.)+/g, " ...")
    .replaceAll(/([(['"]) (?=\.\.\.)/g, "$1")
    .replaceAll(/(?<=\.\.\.) (?=[)\]'",;:.])/g, "");
}
