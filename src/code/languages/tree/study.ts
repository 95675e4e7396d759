import type { Parameter } from "../../language.ts";
import { Passed } from "../passed.ts";
import type { Shape, Step, Study } from "../../study.ts";
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

type Shown = Pick<Study, "steps" | "returns" | "passed">;

/** Studies a body: its steps in order, its results, and where its parameters are passed. */
export function studyBody({ body, parameters, self, gives, endings = [] }: Body): Shown {
  const steps: Step[] = [];
  const returns: { shape: Shape; when?: string }[] = [];
  const nodes = new Map<string, Node>();
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
  return { steps, returns, passed: passedIn(body, parameters, self) };

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
    return isHeld && call.name && !call.name.endsWith("!") ? { shape: shapeOf(node, self) } : undefined;
  }
  if (node.type !== "assignment_expression" && node.type !== "assignment_statement") return undefined;
  const left = node.in("left");
  const to = path(left?.type === "expression_list" ? left.named[0] : left, self);
  return to.includes(".") ? { shape: shapeOf(node.in("right"), self) } : undefined;
}

/** Returns the functions that each parameter is passed to. */
function passedIn(body: Node, parameters: readonly Parameter[], self: Self): Study["passed"] {
  const passed = new Passed(parameters.map(({ name }) => name));
  for (const identifier of body.below()) {
    if (identifier.type !== "identifier") continue;
    let node = identifier;
    while (
      node.parent &&
      (/^(?:reference|parenthesized|try|await)_expression$/.test(node.parent.type) ||
        (node.parent.type === "unary_expression" && /^[&*]/.test(node.parent.text)))
    )
      node = node.parent;
    const { parent } = node;
    if (!parent?.parent || !/^argument(?:s|_list)$/.test(parent.type)) continue;
    const { name = "" } = calledBy(parent.parent, self) ?? {};
    if (!/^(?:Ok|Err|Some)$/.test(name) && !conversion.test(name))
      passed.to(identifier.text, name.replace(/^\./, ""));
  }
  return passed.all;
}
