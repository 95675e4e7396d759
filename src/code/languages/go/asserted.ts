import type { Node } from "../tree/grammar.ts";
import { last, path } from "../tree/type-names.ts";

/** An assertion of a test statement about a value. */
export interface Assertion {
  readonly subject: Node;
  readonly value?: Node | undefined;
  /** The expected value, if the assertion's name states it. */
  readonly gives?: string | undefined;
}

/** Parses `if got != want { t.Errorf(…) }`, `assert.Equal(t, want, got)`, `c.Assert(got, Equals, want)`. */
export function assertionsIn(statement: Node): readonly Assertion[] {
  if (statement.type === "if_statement") {
    const [condition, body] = [statement.in("condition"), statement.in("consequence")];
    const fails =
      body && [...body.below()].some((node) => /^\w+\.(?:Error|Fatal|Fail)\w*$/.test(callee(node)));
    return condition && fails ? refused(condition) : [];
  }
  const call = statement.named[0];
  return call?.type === "call_expression" ? claimed(call) : [];
}

const callee = (node: Node): string => (node.type === "call_expression" ? path(node.in("function")) : "");

/** Returns what must hold for a test to pass that fails under this condition. */
function refused(condition: Node): readonly Assertion[] {
  if (condition.type === "parenthesized_expression" && condition.named[0]) return refused(condition.named[0]);
  const [left, right] = [condition.in("left"), condition.in("right")];
  const operator = condition.in("operator")?.text ?? "";
  if (condition.type === "binary_expression" && left && right) {
    if (operator === "||") return [...refused(left), ...refused(right)];
    return operator === "!=" && right.type !== "nil" ? turned(left, right) : [];
  }
  const operand =
    condition.type === "unary_expression" && operator === "!" ? condition.in("operand") : undefined;
  if (!operand) return condition.type === "call_expression" ? [{ subject: condition, gives: "false" }] : [];
  const args = operand.in("arguments")?.named ?? [];
  const [first, second] = args;
  return /^(?:reflect\.DeepEqual|(?:bytes|slices|maps|cmp)\.Equal)$/.test(callee(operand)) && first && second
    ? turned(first, second)
    : [{ subject: operand, gives: "true" }];
}

/** Orders two sides: the one that is a call, or is named like a result, comes first. */
function turned(first: Node, second: Node): readonly Assertion[] {
  const isSecond =
    (isMade(second) && !isMade(first)) ||
    (/^(?:want|expect|exp)/i.test(last(path(first))) && !/^(?:want|expect|exp)/i.test(last(path(second)))) ||
    (isLiteral(first) && !isLiteral(second));
  return [isSecond ? { subject: second, value: first } : { subject: first, value: second }];
}

const isMade = ({ type }: Node): boolean => type === "call_expression";
const isLiteral = ({ type }: Node): boolean => /_literal$|^(?:true|false)$/.test(type);

/** Parses Testify's calls, with or without a leading `t`. */
function claimed(call: Node): readonly Assertion[] {
  const [on = "", method = "", more] = callee(call).split(".");
  const args = call.in("arguments")?.named ?? [];
  if (more !== undefined || !method) return [];
  if (/^(?:assert|require|is|a|r|must)$/i.test(on)) {
    const [first, second] = /^(?:t|tt|tb|b|s\.T\(\))$/.test(args[0]?.text ?? "") ? args.slice(1) : args;
    if (/^(?:Equal|EqualValues|Exactly)$/.test(method) && first && second) return turned(first, second);
    if (/^(?:True|False)$/.test(method) && first) return [{ subject: first, gives: method.toLowerCase() }];
  }
  const [actual, how, want] = args;
  return /^(?:Assert|Check)$/.test(method) &&
    actual &&
    want &&
    /\b(?:Equals|DeepEquals)$/.test(how?.text ?? "")
    ? [{ subject: actual, value: want }]
    : [];
}
