import type { Call, Declaration } from "../../language.ts";
import { callee, children, functions, isNode, type Node, nodesOf } from "./parse.ts";

type Facts = Pick<Declaration, "raises" | "calls">;

interface Around {
  readonly caught: boolean;
  readonly when: string | undefined;
  /** Inside a function within that runs at its own time: what it throws is its own affair, what it calls is still called from here. */
  readonly nested: boolean;
  /** What it gives is awaited or returned, so that a failure of it is one of this function. */
  readonly used: boolean;
  /** Names that are called somewhere in the body: functions within that run. */
  readonly called: ReadonlySet<string>;
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
  const calls = new Map<string, Call>();
  const made = typesOf(node);
  const put = (name: string, around: Around, read?: boolean): void => {
    const known = calls.get(name);
    const [owner = "", ...rest] = name.split(".");
    const on = rest.length === 1 ? made.get(owner) : undefined;
    const caught = (around.caught || around.nested) && (known?.caught ?? true);
    calls.set(name, { name, caught, ...(on && { on }), ...(read && { read }) });
  };
  const raise = (value: unknown, { when, caught, nested }: Around): void => {
    const type = caught || nested ? "" : thrown(value, made);
    if (type && !raises.some((one) => one.type === type && one.when === when))
      raises.push({ type, ...(when && { when }) });
  };
  const visit = (at: Node, around: Around): void => {
    if (at.type === "VariableDeclarator" && isNode(at["init"]) && at["init"].type === "NewExpression")
      made.set(callee(at["id"]), callee(at["init"]["callee"]));
    if (at.type === "ThrowStatement") raise(at["argument"], around);
    if (at.type === "CallExpression" || at.type === "NewExpression") {
      const name = callee(at["callee"]);
      const chained = isNode(at["callee"]) && at["callee"].type === "MemberExpression" && !name.includes(".");
      if (name) put(chained ? `().${name}` : name, around);
      if (name === "reject" || (name === "Promise.reject" && around.used))
        rejected(at, (value) => raise(value, around));
    } else if (
      at.type === "MemberExpression" &&
      isNode(at["object"]) &&
      at["object"].type === "ThisExpression"
    ) {
      const name = callee(at);
      if (name && !calls.has(name)) put(name, around, true);
    }
    for (const [child, its] of inside(at, around, source)) visit(child, its);
  };
  const { body } = node;
  if (isNode(body))
    visit(body, {
      caught: false,
      when: undefined,
      nested: functions.has(body.type),
      used: body.type !== "BlockStatement",
      called: calledIn(body),
    });
  return { raises, calls: [...calls.values()] };
}

function calledIn(body: Node): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (at: Node): void => {
    if (at.type === "CallExpression" && isNode(at["callee"]) && at["callee"].type === "Identifier")
      found.add(callee(at["callee"]));
    for (const child of children(at)) visit(child);
  };
  visit(body);
  return found;
}

/** `reject(new Error(…))`: only an error made there is one of this function's own. */
function rejected(call: Node, raise: (value: unknown) => void): void {
  const [value] = nodesOf(call["arguments"]);
  if (value?.type === "NewExpression") raise(value);
}

const passing = new Set([
  "ChainExpression",
  "TSAsExpression",
  "TSNonNullExpression",
  "MemberExpression",
  "ConditionalExpression",
  "LogicalExpression",
]);

/** The classes of parameters, by their annotations. */
function typesOf(node: Node): Map<string, string> {
  const found = new Map<string, string>();
  for (const parameter of nodesOf(node["params"])) {
    const inner = isNode(parameter["parameter"]) ? parameter["parameter"] : parameter;
    const type = typeName(inner["typeAnnotation"]);
    if (type) found.set(callee(inner), type);
  }
  return found;
}

/** The class that an annotation names, without its parameters. */
export function typeName(annotation: unknown): string {
  const type = isNode(annotation) ? annotation["typeAnnotation"] : undefined;
  return isNode(type) && type.type === "TSTypeReference" ? callee(type["typeName"]) : "";
}

function inside(at: Node, outside: Around, source: string): readonly (readonly [Node, Around])[] {
  const { block, handler, test, consequent, alternate } = at as Record<string, unknown>;
  const used =
    at.type === "AwaitExpression" ||
    at.type === "ReturnStatement" ||
    (at.type === "ArrowFunctionExpression" && outside.used);
  return children(at).map((child) => {
    const around = {
      ...outside,
      used: used || (outside.used && (passing.has(at.type) || child === at["callee"])),
    };
    if (at.type === "TryStatement" && child === block && isNode(handler) && !rethrows(handler))
      return [child, { ...around, caught: true }];
    if (at.type === "IfStatement" && isNode(test) && (child === consequent || child === alternate)) {
      const text = source.slice(test.start, test.end);
      return [child, { ...around, when: child === consequent ? text : `!(${text})` }];
    }
    // f(…).catch(…): a failure of f ends there
    if (at.type === "CallExpression" && child === at["callee"] && catchesPromise(child, at))
      return [child, { ...around, caught: true }];
    if (!functions.has(child.type)) return [child, around];
    const name = callee(at.type === "VariableDeclarator" ? at["id"] : child["id"]);
    const now =
      runsNow(child, at) ||
      (name !== "" && outside.called.has(name)) ||
      (outside.used && (at.type === "CallExpression" || at.type === "NewExpression"));
    return [child, now ? { ...around, used: true } : { ...around, nested: true }];
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
