import { callee, children, functions, isNode, type Node, nodesOf } from "./parse.ts";

/** What stands around a place in a function's body. */
export interface Around {
  readonly caught: boolean;
  /** Of handlers that pass some on: the classes they take, `!X` for all but X. */
  readonly catches: readonly string[];
  readonly when: string | undefined;
  /** Inside a function within that runs at its own time: what it throws is its own affair, what it calls is still called from here. */
  readonly nested: boolean;
}

/** What the rules below ask about a body. */
export interface Body {
  readonly source: string;
  /** Names that are called somewhere in it: functions within that run. */
  called(): ReadonlySet<string>;
}

const passing = new Set([
  "ChainExpression",
  "TSAsExpression",
  "TSNonNullExpression",
  "MemberExpression",
  "ConditionalExpression",
  "LogicalExpression",
]);

/** Whether what stands below a node is awaited or returned, so that a failure of it is one of the function; a call's callee is so with the call. */
export const usedBelow = ({ type }: Node, used: boolean): boolean =>
  type === "AwaitExpression" ||
  type === "ReturnStatement" ||
  (used && (type === "ArrowFunctionExpression" || passing.has(type)));

/** Methods that call a function given to them before they return, or whose promise fails with it. */
export const atOnce: ReadonlySet<string> = new Set(
  "forEach map flatMap filter find findIndex findLast some every reduce reduceRight sort toSorted replace replaceAll from then".split(
    " ",
  ),
);

export const propertyOf = (node: unknown): string =>
  isNode(node) && node.type === "MemberExpression" ? callee(node["property"]) : "";

/** What stands around a child that is tried, chosen by a test, or called. */
export function aroundChild(child: Node, at: Node, { around, body }: { around: Around; body: Body }): Around {
  if (at.type === "TryStatement") {
    const { block, handler, finalizer } = at;
    // what a `finally` returns is given in place of any error
    if (
      child !== finalizer &&
      isNode(finalizer) &&
      nodesOf(finalizer["body"]).some(({ type }) => type === "ReturnStatement")
    )
      return { ...around, caught: true };
    if (child !== block || !isNode(handler)) return around;
    const taken = takenBy(handler);
    return taken ? { ...around, catches: [...around.catches, ...taken] } : { ...around, caught: true };
  }
  if (at.type === "IfStatement") {
    const { test, consequent, alternate } = at;
    if (!isNode(test) || (child !== consequent && child !== alternate)) return around;
    const text = body.source.slice(test.start, test.end);
    return { ...around, when: child === consequent ? text : `!(${text})` };
  }
  // f(…).catch(…): a failure of f ends there
  const ends =
    (child === at["callee"] && catchesPromise(child, at)) || callee(at["callee"]) === "Promise.allSettled";
  return ends ? { ...around, caught: true } : around;
}

const catchesPromise = (member: Node, call: Node): boolean =>
  (propertyOf(member) === "catch" && nodesOf(call["arguments"]).length === 1) ||
  (propertyOf(member) === "then" && nodesOf(call["arguments"]).length === 2);

/** Whether a function that stands in a body runs with it. */
export function runsHere(fn: Node, at: Node, { used, body }: { used: boolean; body: Body }): boolean {
  if (at.type === "CallExpression" && (at["callee"] === fn || atOnce.has(propertyOf(at["callee"]))))
    return true;
  if (used && (at.type === "CallExpression" || at.type === "NewExpression")) return true;
  const name = callee(at.type === "VariableDeclarator" ? at["id"] : fn["id"]);
  return name !== "" && body.called().has(name);
}

/** What a handler that throws again what it caught doesn't throw again; undefined for one that takes all. */
function takenBy(handler: Node): readonly string[] | undefined {
  const name = callee(handler["param"]);
  const { body } = handler;
  if (!name || !isNode(body) || !throwsAgain(body, name)) return undefined;
  for (const one of nodesOf(body["body"])) {
    if (one.type !== "IfStatement" || !isNode(one["consequent"])) continue;
    const { test, consequent } = one as { test?: unknown; consequent?: unknown };
    const own = instances(test, name);
    const refused = isNode(test) && test.type === "UnaryExpression" ? instances(test["argument"], name) : [];
    const again = isNode(consequent) && throwsAgain(consequent, name);
    const rest = nodesOf(body["body"]).some((other) => other !== one && throwsAgain(other, name));
    if (refused.length && again) return refused;
    if (own.length && !again) return own;
    if (own.length === 1 && again && !rest && !one["alternate"]) return [`!${own[0] ?? ""}`];
  }
  return [];
}

const throwsAgain = (at: Node, name: string): boolean =>
  (at.type === "ThrowStatement" && callee(at["argument"]) === name) ||
  children(at).some((child) => !functions.has(child.type) && throwsAgain(child, name));

/** The classes of `e instanceof A || e instanceof B`. */
function instances(test: unknown, name: string): readonly string[] {
  if (!isNode(test)) return [];
  if (test.type === "LogicalExpression" && test["operator"] === "||") {
    const sides = [instances(test["left"], name), instances(test["right"], name)];
    return sides.every((side) => side.length) ? sides.flat() : [];
  }
  return test.type === "BinaryExpression" &&
    test["operator"] === "instanceof" &&
    callee(test["left"]) === name
    ? [callee(test["right"])]
    : [];
}
