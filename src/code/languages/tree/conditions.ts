import type { Node } from "./grammar.ts";

/** Joins two conditions that both hold. */
const both = (outer: string | undefined, inner: string): string =>
  outer ? [outer, inner].map((item) => (/\|\||\?/.test(item) ? `(${item})` : item)).join(" && ") : inner;

const unwrapped = (text: string): string =>
  /^\((?:[^()]|\([^()]*\))*\)$/.test(text) ? text.slice(1, -1).trim() : text;

const cases = new Set([
  "match_arm",
  "switch_block_statement_group",
  "switch_rule",
  "expression_case",
  "type_case",
  "default_case",
  "communication_case",
]);

/** Returns the condition under which `node` is reached, from the `if`s around it within `root`. */
export function whenOf(node: Node, root: Node): string | undefined {
  let found: string | undefined;
  for (let at: Node = node; at !== root && at.parent; at = at.parent) {
    const { parent } = at;
    if (cases.has(at.type)) return undefined; // which case applies matters too
    if (parent.type !== "if_statement" && parent.type !== "if_expression") continue;
    const test = parent.in("condition");
    if (!test || at === test || at.field === "initializer") continue;
    const text = unwrapped(test.code);
    const condition = at.field === "consequence" ? text : `!(${text})`;
    found = found === undefined ? condition : both(condition, found);
  }
  return found;
}

const loops = new Set([
  "for_statement",
  "enhanced_for_statement",
  "while_statement",
  "do_statement",
  "for_expression",
  "while_expression",
  "loop_expression",
  ...cases,
  "catch_clause",
  "if_statement",
  "if_expression",
]);

/** Whether a node is inside a branch or loop of `root`. */
export function isInner(node: Node, root: Node): boolean {
  for (let at = node.parent; at && at !== root; at = at.parent) if (loops.has(at.type)) return true;
  return false;
}

export const closures = new Set([
  "func_literal",
  "lambda_expression",
  "closure_expression",
  "class_body",
  "async_block",
]);

/** Whether a function inside `root` contains `node`. */
export function isNested(node: Node, root: Node): boolean {
  for (let at = node.parent; at && at !== root; at = at.parent) if (closures.has(at.type)) return true;
  return false;
}
