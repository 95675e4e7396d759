import type { Node } from "./grammar.ts";

/** Two conditions that both hold. */
const both = (outer: string | undefined, own: string): string =>
  outer ? [outer, own].map((item) => (/\|\||\?/.test(item) ? `(${item})` : item)).join(" && ") : own;

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

/** What has to hold for `node` to be reached, as far as `if`s around it within `root` say. */
export function whenOf(node: Node, root: Node): string | undefined {
  let found: string | undefined;
  for (let at: Node = node; at !== root && at.parent; at = at.parent) {
    const { parent } = at;
    if (cases.has(at.type)) return undefined; // which of them it is decides, too
    if (parent.type !== "if_statement" && parent.type !== "if_expression") continue;
    const test = parent.in("condition");
    if (!test || at === test || at.field === "initializer") continue;
    const text = unwrapped(test.code);
    const own = at.field === "consequence" ? text : `!(${text})`;
    found = found === undefined ? own : both(own, found);
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

/** In a branch or a loop of `root`. */
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

/** Whether a function within `root` holds `node`. */
export function isNested(node: Node, root: Node): boolean {
  for (let at = node.parent; at && at !== root; at = at.parent) if (closures.has(at.type)) return true;
  return false;
}
