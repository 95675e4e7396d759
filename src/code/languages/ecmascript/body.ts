import type { Declaration } from "../../language.ts";
import { callee, children, functions, isNode, type Node, nodesOf } from "./parse.ts";

type Facts = Pick<Declaration, "raises" | "calls">;

interface Around {
  readonly caught: boolean;
  readonly when: string | undefined;
  /** Inside a function within that runs at its own time: what it throws is its own affair, what it calls is still called from here. */
  readonly nested: boolean;
}

/** Methods that call a function given to them before they return, or whose promise fails with it. */
const atOnce = new Set(
  "forEach map flatMap filter find findIndex findLast some every reduce reduceRight sort toSorted replace replaceAll from then".split(
    " ",
  ),
);

/** What a function's own body throws and calls. */
export function bodyFacts(node: Node, source: string): Facts {
  const raises: { type: string; when?: string }[] = [];
  const calls = new Map<string, { name: string; caught: boolean }>();
  const made = new Map<string, string>();
  const visit = (at: Node, around: Around): void => {
    if (at.type === "VariableDeclarator" && isNode(at["init"]) && at["init"].type === "NewExpression")
      made.set(callee(at["id"]), callee(at["init"]["callee"]));
    if (at.type === "ThrowStatement" && !around.caught && !around.nested) {
      const type = thrown(at["argument"], made);
      if (type && !raises.some((one) => one.type === type && one.when === around.when))
        raises.push({ type, ...(around.when && { when: around.when }) });
    }
    if (at.type === "CallExpression" || at.type === "NewExpression") {
      const name = callee(at["callee"]);
      const known = calls.get(name);
      const caught = around.caught || (around.nested && !known);
      if (name) calls.set(name, { name, caught: (around.caught || caught) && (known?.caught ?? true) });
    }
    for (const [child, its] of inside(at, around, source)) visit(child, its);
  };
  const { body } = node;
  if (isNode(body)) visit(body, { caught: false, when: undefined, nested: functions.has(body.type) });
  return { raises, calls: [...calls.values()] };
}

function inside(at: Node, around: Around, source: string): readonly (readonly [Node, Around])[] {
  const { block, handler, test, consequent, alternate } = at as Record<string, unknown>;
  return children(at).map((child) => {
    if (at.type === "TryStatement" && child === block && isNode(handler) && !rethrows(handler))
      return [child, { ...around, caught: true }];
    if (at.type === "IfStatement" && isNode(test) && (child === consequent || child === alternate)) {
      const text = source.slice(test.start, test.end);
      return [child, { ...around, when: child === consequent ? text : `!(${text})` }];
    }
    // f(…).catch(…): a failure of f ends there
    if (at.type === "CallExpression" && child === at["callee"] && catchesPromise(child, at))
      return [child, { ...around, caught: true }];
    return [child, functions.has(child.type) && !runsNow(child, at) ? { ...around, nested: true } : around];
  });
}

const propertyOf = (node: unknown): string =>
  isNode(node) && node.type === "MemberExpression" ? callee(node["property"]) : "";

const catchesPromise = (member: Node, call: Node): boolean =>
  (propertyOf(member) === "catch" && nodesOf(call["arguments"]).length === 1) ||
  (propertyOf(member) === "then" && nodesOf(call["arguments"]).length === 2);

function runsNow(fn: Node, parent: Node): boolean {
  if (parent.type !== "CallExpression") return false;
  return parent["callee"] === fn || atOnce.has(propertyOf(parent["callee"]));
}

/** A handler that throws what it caught lets it pass, whatever else it does. */
function rethrows(handler: Node): boolean {
  const name = callee(handler["param"]);
  if (!name) return false;
  const visit = (at: Node): boolean =>
    (at.type === "ThrowStatement" && callee(at["argument"]) === name) ||
    children(at).some((child) => !functions.has(child.type) && visit(child));
  return isNode(handler["body"]) && visit(handler["body"]);
}

/** Empty for what came from elsewhere and is only passed on. */
function thrown(value: unknown, made: ReadonlyMap<string, string>): string {
  if (!isNode(value)) return "Error";
  if (value.type === "NewExpression") return callee(value["callee"]) || "Error";
  if (value.type === "CallExpression") return ofFactory(callee(value["callee"]));
  if (value.type === "TSAsExpression") return thrown(value["expression"], made);
  const name = callee(value);
  return name ? (made.get(name) ?? "") : "Error";
}

/** `Errors.notFound()` and `Failure.of()` are named by the class. */
const ofFactory = (name: string): string => {
  const parts = name.split(".");
  const known = parts.findLast((part) => /^[A-Z]/.test(part));
  return known ? parts.slice(0, parts.indexOf(known) + 1).join(".") : "Error";
};
