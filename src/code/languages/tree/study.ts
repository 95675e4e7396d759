import type { Parameter } from "../../language.ts";
import type { Shape, Step, Study, Use } from "../../study.ts";
import { isInner, isNested, whenOf } from "./conditions.ts";
import type { Node } from "./grammar.ts";
import { path, type Self } from "./type-names.ts";
import { calledBy, shapeOf } from "./shape.ts";

export interface Body {
  readonly body: Node;
  readonly parameters: readonly Parameter[];
  readonly self: Self;
  /** Returns the value of a `return`; undefined if it is only an error, or nothing. */
  gives(value: Node | undefined): Node | undefined;
  /** Expressions the body may evaluate to, in languages that return the last one. */
  readonly endings?: readonly Node[];
}

type Shown = Pick<Study, "steps" | "returns" | "uses">;

/** Studies a body: its steps in order, its results, and its use of parameters. */
export function studyBody({ body, parameters, self, gives, endings = [] }: Body): Shown {
  const steps: Step[] = [];
  const returns: { shape: Shape; when?: string }[] = [];
  const nodes = new Map<string, Node>();
  const uses = usesOf(body, parameters, self);
  const giveBack = (value: Node | undefined, node: Node): void => {
    const returned = gives(value);
    if (!returned && value) return;
    const shape = shapeOf(returned, self);
    const first = shape.kind === "name" ? nodes.get(shape.code) : undefined;
    const when = whenOf(node, body);
    returns.push({
      shape: first ? { ...shapeOf(first, self), code: shape.code } : shape,
      ...(when && { when }),
    });
  };
  for (const node of body.below()) {
    if (isNested(node, body)) continue;
    if (node.type === "return_statement" || node.type === "return_expression") giveBack(node.named[0], node);
    else if (node.type === "let_declaration") hold(node.in("pattern"), node.in("value"));
    else if (node.type === "variable_declarator") hold(node.in("name"), node.in("value"));
    else if (node.type === "short_var_declaration") hold(node.in("left"), node.in("right"));
    const step = steps.length < 40 ? stepOf(node, self) : undefined;
    if (step) steps.push({ ...step, inner: isInner(node, body) });
  }
  for (const ending of endings) giveBack(ending, ending);
  return { steps, returns, uses };

  function hold(name: Node | undefined, value: Node | undefined): void {
    if (!name || !value) return;
    if (nodes.has(name.text)) nodes.delete(name.text);
    else nodes.set(name.text, value);
  }
}

/** Go's builtin types, called as conversions. */
const conversion = /^(?:u?int(?:8|16|32|64|ptr)?|float(?:32|64)|string|byte|rune|bool|error|any)$/;

const alone = new Set(["expression_statement", "go_statement", "defer_statement", "statement_list"]);

/** Returns a call or a write that is a statement by itself. */
function stepOf(node: Node, self: Self): Omit<Step, "inner"> | undefined {
  const call = calledBy(node, self);
  if (call && conversion.test(call.name)) return undefined;
  if (call) {
    let top = node;
    while (top.parent && /^(?:try|await|parenthesized)_expression$/.test(top.parent.type)) top = top.parent;
    const { parent } = top;
    const isHeld =
      parent &&
      (alone.has(parent.type) ||
        ((parent.type === "let_declaration" || parent.type === "variable_declarator") &&
          top.field === "value") ||
        (parent.type === "expression_list" && parent.field === "right"));
    return isHeld && call.name && !call.name.endsWith("!")
      ? { kind: "call", shape: shapeOf(node, self) }
      : undefined;
  }
  if (node.type !== "assignment_expression" && node.type !== "assignment_statement") return undefined;
  const left = node.in("left");
  const to = path(left?.type === "expression_list" ? left.named[0] : left, self);
  return to.includes(".") ? { kind: "write", shape: shapeOf(node.in("right"), self), to } : undefined;
}

/** Returns how each parameter is used; unused ones have no entry. */
function usesOf(body: Node, parameters: readonly Parameter[], self: Self): Study["uses"] {
  const names = new Set(parameters.map(({ name }) => name));
  const uses = Object.create(null) as Record<string, Use[]>; // a parameter may be called `constructor`
  for (const node of body.below()) {
    if (node.type === "string_literal" || node.type === "string_content")
      for (const [, name = ""] of node.text.matchAll(/\{(\w+)/g)) if (names.has(name)) uses[name] ??= [];
    if (!/^(?:identifier|shorthand_field_identifier|field_identifier)$/.test(node.type)) continue;
    const name = node.text;
    if (!names.has(name)) continue;
    const list = (uses[name] ??= []);
    const use = useOf(node, self);
    if (use && list.length < 12 && !list.some((item) => JSON.stringify(item) === JSON.stringify(use)))
      list.push(use);
  }
  return uses;
}

const comparison = /^(?:==|!=|<|>|<=|>=)$/;

function useOf(identifier: Node, self: Self): Use | undefined {
  let node = identifier;
  while (
    node.parent &&
    (/^(?:reference|parenthesized|try|await)_expression$/.test(node.parent.type) ||
      (node.parent.type === "unary_expression" && /^[&*]/.test(node.parent.text)))
  )
    node = node.parent;
  const { parent, field } = node;
  if (!parent) return undefined;
  switch (parent.type) {
    case "selector_expression":
    case "field_access":
    case "field_expression":
      return parent.named[0] === node
        ? { kind: "field", name: (parent.in("field") ?? parent.in("name"))?.text ?? "" }
        : undefined;
    case "method_invocation":
      return field === "object" ? { kind: "field", name: parent.in("name")?.text ?? "" } : undefined;
    case "argument_list":
    case "arguments": {
      const { name = "" } = (parent.parent && calledBy(parent.parent, self)) ?? {};
      const wraps = /^(?:Ok|Err|Some)$/.test(name) || conversion.test(name);
      return wraps
        ? undefined
        : { kind: "argument", of: name.replace(/^\./, ""), position: parent.named.indexOf(node) };
    }
    case "literal_element":
    case "field_initializer":
    case "shorthand_field_initializer":
      return findUse(node);
    case "call_expression":
      return field === "function" ? { kind: "called", code: parent.code } : undefined;
    case "binary_expression":
      return comparison.test(parent.in("operator")?.text ?? "")
        ? { kind: "compared", code: parent.code }
        : /^[-+*/%]$/.test(parent.in("operator")?.text ?? "")
          ? { kind: "computed", code: parent.code }
          : undefined;
    case "if_statement":
    case "if_expression":
    case "while_statement":
      return field === "condition" ? { kind: "tested" } : undefined;
    case "range_clause":
      return field === "right" ? { kind: "iterated" } : undefined;
    case "enhanced_for_statement":
    case "for_expression":
      return field === "value" ? { kind: "iterated" } : undefined;
    case "return_statement":
    case "return_expression":
      return { kind: "returned" };
    case "assignment_expression":
      return field === "right" ? stored(parent.in("left"), self) : undefined;
    case "expression_list":
      return parent.parent?.type === "return_statement"
        ? { kind: "returned" }
        : field === undefined && parent.field === "right"
          ? stored(parent.parent?.in("left")?.named[parent.named.indexOf(node)], self)
          : undefined;
    default:
      return undefined;
  }
}

function stored(left: Node | undefined, self: Self): Use | undefined {
  const to = path(left, self);
  return to.includes(".") ? { kind: "stored", in: to } : undefined;
}

/** Returns the literal's field that receives the value. */
function findUse(at: Node): Use | undefined {
  for (let node = at.parent; node; node = node.parent) {
    if (node.type === "keyed_element") {
      const key = node.named[0];
      return key && key !== at.parent ? { kind: "stored", in: key.code } : undefined;
    }
    if (node.type === "field_initializer") return { kind: "stored", in: node.in("field")?.text ?? "" };
    if (node.type === "shorthand_field_initializer") return { kind: "stored", in: at.text };
    if (node.type === "literal_value") return undefined;
  }
  return undefined;
}
