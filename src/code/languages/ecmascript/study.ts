import { isUncovered } from "../uncovered.ts";
import { Passed } from "../passed.ts";
import type { Shape, Step, Study, Thrown } from "../../study.ts";
import { callee, children, functions, isNode, type Node, nodesOf, unwrapped } from "./parse.ts";
import { oneLine, shapeOf } from "./shape.ts";
import { thrown } from "./thrown.ts";

interface Around {
  readonly when: string | undefined;
  readonly inner: boolean;
  readonly nested: boolean;
  readonly after?: string;
  /** Inside a `catch`. */
  readonly caught?: true;
  /** The call that receives this as an argument, possibly inside an object. */
  readonly call?: string;
  /** In the `default` of a `switch`: the condition that no case matches. */
  readonly others?: string;
}

export function studyBody(
  node: Node,
  source: string,
  names: ReadonlySet<string>,
): Pick<Study, "steps" | "returns" | "passed" | "throws"> {
  const steps: Step[] = [];
  const returns: { shape: Shape; when?: string; caught?: true }[] = [];
  const throws: Thrown[] = [];
  const passed = new Passed(names);
  const nodes = new Map<string, Node>();
  const giveBack = (value: unknown, { when, caught }: Around): void => {
    const valueShape = shapeOf(value, source);
    const first = valueShape.kind === "name" ? nodes.get(valueShape.code) : undefined;
    const shape = first ? { ...shapeOf(first, source), code: valueShape.code } : valueShape;
    returns.push({ shape, ...(when && { when }), ...(caught && { caught }) });
  };
  const statement = (node: Node, around: Around): void => {
    if (node.type === "ReturnStatement") giveBack(node["argument"], around);
    if (node.type === "ThrowStatement" && !isUncovered(source, node.start))
      throws.push({
        ...thrown(node["argument"], source, nodes),
        ...whenOf(around),
        ...(around.after && { after: around.after }),
        ...(!around.inner && { last: true as const }),
      });
    if (node.type === "ExpressionStatement") effect(node["expression"], around, { source, steps });
    if (node.type === "VariableDeclaration")
      for (const item of nodesOf(node["declarations"])) {
        if (node["kind"] === "const" && isNode(item["init"])) nodes.set(callee(item["id"]), item["init"]);
        effect(item["init"], around, { source, steps });
      }
  };
  const visit = (node: Node, around: Around, parent: Node | undefined): void => {
    if (!around.nested) statement(node, around);
    if (node.type === "Identifier" && parent)
      passed.to(String(node["name"]), takerOf(node, parent, around.call));
    for (const child of children(node)) visit(child, within(node, child, { around, source }), node);
  };
  const { body } = node;
  if (isNode(body)) {
    if (body.type !== "BlockStatement") {
      giveBack(body, { when: undefined, inner: false, nested: false });
      effect(body, { when: undefined, inner: false, nested: false }, { source, steps, only: true });
    }
    visit(body, { when: undefined, inner: false, nested: functions.has(body.type) }, node);
  }
  return { steps, returns, passed: passed.all, throws };
}

/** Returns the function that a name is passed to, possibly in an object. */
function takerOf(node: Node, parent: Node, call = ""): string {
  if (parent.type === "CallExpression" || parent.type === "NewExpression")
    return parent["callee"] === node ? "" : callee(parent["callee"]);
  return parent.type === "Property" && parent["value"] === node ? call : "";
}

const branches = new Set([
  "ForStatement",
  "ForOfStatement",
  "ForInStatement",
  "WhileStatement",
  "DoWhileStatement",
  "SwitchCase",
  "CatchClause",
]);

function within(node: Node, child: Node, { around, source }: { around: Around; source: string }): Around {
  if (functions.has(child.type)) return { ...around, nested: true, call: "" };
  if ((node.type === "CallExpression" || node.type === "NewExpression") && child !== node["callee"])
    return { ...around, call: callee(node["callee"]) };
  if (node.type === "BlockStatement" && around.call) return { ...around, call: "" };
  const { test, consequent, alternate } = node as Record<string, unknown>;
  if (node.type === "IfStatement" && isNode(test) && (child === consequent || child === alternate)) {
    const text = oneLine(source.slice(test.start, test.end));
    return { ...around, inner: true, when: both(around.when, child === consequent ? text : `!(${text})`) };
  }
  if (node.type === "TryStatement" && child === node["handler"]) {
    const after = onlyCall(node["block"]);
    return { ...around, inner: true, caught: true, ...(after && { after }) };
  }
  const others = node.type === "SwitchStatement" && !child["test"] ? noneOf(node, source) : undefined;
  if (others) return { ...around, inner: true, others };
  return branches.has(node.type) ? { ...around, inner: true } : around;
}

const whenOf = ({ when, others }: Around): Pick<Thrown, "when"> => {
  const whole = when && others ? both(others, when) : (when ?? others);
  return whole ? { when: whole } : {};
};

/** Returns the condition under which the `default` of a `switch` over a few literals runs. */
function noneOf(node: Node, source: string): string | undefined {
  const { discriminant } = node;
  const cases = nodesOf(node["cases"]);
  const tests = cases.flatMap(({ test }) => (isNode(test) ? [test] : []));
  const name = isNode(discriminant) ? callee(discriminant) : "";
  const plain = tests.every(({ type }) => type === "Literal") && cases.at(-1)?.["test"] === null;
  if (!name || !plain || tests.length === 0 || tests.length > 6) return undefined;
  return `![${tests.map(({ start, end }) => source.slice(start, end)).join(", ")}].includes(${name})`;
}

/** Joins two conditions that both hold. */
const both = (outer: string | undefined, inner: string): string =>
  outer ? [outer, inner].map((item) => (/\|\||\?/.test(item) ? `(${item})` : item)).join(" && ") : inner;

/** Returns the only call of a node; empty if there are several, since it is unclear which failed. */
function onlyCall(node: unknown): string {
  const called = callsIn(node);
  return called.size === 1 ? ([...called][0] ?? "") : "";
}

function callsIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (!isNode(node) || functions.has(node.type)) return found;
  if (node.type === "CallExpression" || node.type === "NewExpression") found.add(callee(node["callee"]));
  for (const child of children(node)) callsIn(child, found);
  return found;
}

/** Records a call, a write or a yield that is a statement by itself. */
function effect(
  node: unknown,
  { inner }: Around,
  { source, steps, only }: { source: string; steps: Step[]; only?: boolean },
): void {
  const at = unwrapped(node);
  if (!at || steps.length >= 40) return;
  if (at.type === "CallExpression" || at.type === "NewExpression") {
    if (!only) steps.push({ shape: shapeOf(at, source), inner });
  } else if (at.type === "AssignmentExpression" && isNode(at["left"])) {
    const value = unwrapped(at["right"]);
    if (value?.type === "CallExpression") steps.push({ shape: shapeOf(value, source), inner });
    if (callee(at["left"]).includes(".")) steps.push({ shape: shapeOf(at["right"], source), inner });
  } else if (at.type === "YieldExpression") steps.push({ shape: shapeOf(at["argument"], source), inner });
}
