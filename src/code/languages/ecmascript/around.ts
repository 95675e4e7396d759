import type { Receiver } from "../../language.ts";
import { type Around as Anywhere, reach } from "../gathered.ts";
import { takenBy } from "./handlers.ts";
import { callee, choicesOf, functions, isNode, type Node, nodesOf, running } from "./parse.ts";

/** The context of a place in a function's body. */
export interface Around extends Anywhere {
  /**
   * Inside a `try` whose handler rethrows nothing; `catches` are the classes that other handlers catch,
   * `!X` for all but X.
   */
  readonly caught: boolean;
  /** Inside a `try` of the function: the handlers around that `try`. */
  readonly outside?: readonly string[] | undefined;
  /** Inside the executor of `new Promise`: the name of its reject function, and the context of the promise. */
  readonly executor?: { readonly reject: string; readonly around: Around };
}

/** A body, as the rules below query it. */
export interface Body {
  readonly source: string;
  /** How the body uses names. */
  names(): Used;
}

/** Names that a body calls (directly or through its own functions), throws, or passes to a call. */
interface Used {
  readonly called: Set<string>;
  readonly thrown: Set<string>;
  readonly given: Map<string, Receiver>;
}

export function usedIn(body: Node): Used {
  const used: Used = { called: new Set(), thrown: new Set(), given: new Map() };
  const within = new Map<string, Set<string>>();
  gather(body, { used, within, calls: used.called });
  reach(used.called, used.given.keys(), within);
  return used;
}

interface Gathering {
  readonly used: Used;
  /** Calls of the functions in the body, by function name. */
  readonly within: Map<string, Set<string>>;
  /** Collects the names called here. */
  readonly calls: Set<string>;
}

function gather(node: Node, gathering: Gathering): void {
  const { used, calls } = gathering;
  if (node.type === "CallExpression") {
    const name = callee(node["callee"]);
    const dot = name.indexOf(".");
    if (dot < 0) {
      if (isNode(node["callee"]) && node["callee"].type === "Identifier") calls.add(name);
    } else if (name.endsWith(".call") || name.endsWith(".apply")) calls.add(name.slice(0, dot));
    if (name)
      for (const [place, item] of nodesOf(node["arguments"]).entries())
        if (item.type === "Identifier" && !used.given.has(callee(item)))
          used.given.set(callee(item), { to: name, at: place });
  } else if (node.type === "ThrowStatement") used.thrown.add(callee(node["argument"]));
  else if (node.type === "VariableDeclarator")
    for (const other of othersOf(node["init"])) inner(gathering, callee(node["id"])).add(other);
  for (const key of running(node.type)) {
    const value = node[key];
    if (!Array.isArray(value)) {
      if (isNode(value)) gather(value, inside(value, node, gathering));
    } else for (const child of value) if (isNode(child)) gather(child, inside(child, node, gathering));
  }
}

/**
 * Returns where to collect a function's calls: a named one counts when it is called; one passed to a call
 * may run there; one that is returned or put into an object runs elsewhere.
 */
function inside(child: Node, node: Node, gathering: Gathering): Gathering {
  if (!functions.has(child.type) || node.type === "CallExpression" || node.type === "NewExpression")
    return gathering;
  const name = nameOf(child, node);
  return { ...gathering, calls: name ? inner(gathering, name) : new Set() };
}

/**
 * Returns the name under which the body calls an inner function: `function f() {…}`, `const f = () => …`,
 * `f = () => …`.
 */
const nameOf = (fn: Node, node: Node): string =>
  node.type === "VariableDeclarator"
    ? callee(node["id"])
    : node.type === "AssignmentExpression"
      ? callee(node["left"])
      : fn.type === "FunctionDeclaration"
        ? callee(fn["id"])
        : "";

function inner({ within }: Gathering, name: string): Set<string> {
  const known = within.get(name) ?? new Set<string>();
  within.set(name, known);
  return known;
}

/** Returns the functions that `const f = given || g` may be an alias of. */
function othersOf(value: unknown): readonly string[] {
  if (!isNode(value)) return [];
  return value.type === "Identifier" ? [callee(value)] : (choicesOf(value)?.flatMap(othersOf) ?? []);
}

const passing = new Set([
  "ChainExpression",
  "TSAsExpression",
  "TSNonNullExpression",
  "MemberExpression",
  "ConditionalExpression",
  "LogicalExpression",
]);

/**
 * Whether a node's child is awaited or returned, so that its failure is one of the function; a callee
 * counts like its call.
 */
export const usedBelow = ({ type }: Node, used: boolean): boolean =>
  type === "AwaitExpression" ||
  type === "ReturnStatement" ||
  (used && (type === "ArrowFunctionExpression" || passing.has(type)));

/** Methods that call a function argument before they return, or whose promise rejects with its error. */
export const atOnce: ReadonlySet<string> = new Set(
  "forEach map flatMap filter find findIndex findLast some every reduce reduceRight sort toSorted replace replaceAll from then".split(
    " ",
  ),
);

export const propertyOf = (node: unknown): string =>
  isNode(node) && node.type === "MemberExpression" ? callee(node["property"]) : "";

/** Returns the context of a child that is tried, chosen by a test, or called. */
export function aroundChild(
  child: Node,
  node: Node,
  { around, body }: { around: Around; body: Body },
): Around {
  if (node.type === "TryStatement") {
    const { block, handler, finalizer } = node;
    // what a `finally` returns or throws replaces any error
    if (
      child !== finalizer &&
      isNode(finalizer) &&
      nodesOf(finalizer["body"]).some(({ type }) => type === "ReturnStatement" || type === "ThrowStatement")
    )
      return { ...around, caught: true };
    if (child !== block || !isNode(handler)) return around;
    const outside = around.outside ?? (around.caught ? ["*"] : around.catches);
    return { ...handledBy(handler, around, body), outside };
  }
  if (node.type === "IfStatement") {
    const { test, consequent, alternate } = node;
    if (!isNode(test) || (child !== consequent && child !== alternate)) return around;
    const text = body.source.slice(test.start, test.end);
    return { ...around, when: child === consequent ? text : `!(${text})` };
  }
  if (callee(node["callee"]) === "Promise.allSettled") return { ...around, caught: true };
  // f(…).catch(…): a failure of f ends there unless the handler rethrows it
  const handler = child === node["callee"] ? handlerOf(child, node) : undefined;
  if (!handler) return around;
  if (!functions.has(handler.type)) return { ...around, caught: true };
  const { type, start, end, body: handlerBody } = handler;
  return handledBy(
    { type, start, end, param: nodesOf(handler["params"])[0], body: handlerBody },
    around,
    body,
  );
}

/** Returns the context of the code that a handler covers. */
function handledBy(handler: Node, around: Around, body: Body): Around {
  const caught = takenBy(handler, () => body.names().thrown);
  return caught ? { ...around, catches: [...around.catches, ...caught] } : { ...around, caught: true };
}

/** Returns the function to which `.catch(…)` and `.then(…, …)` pass failures. */
function handlerOf(member: Node, call: Node): Node | undefined {
  const args = nodesOf(call["arguments"]);
  const property = propertyOf(member);
  return property === "catch" && args.length === 1
    ? args[0]
    : property === "then" && args.length === 2
      ? args[1]
      : undefined;
}

/** Returns the calls whose promises a function returns with a value. */
export function promisesIn(value: unknown): readonly Node[] {
  if (!isNode(value)) return [];
  const several = value.type === "ArrayExpression" ? nodesOf(value["elements"]) : choicesOf(value);
  if (several) return several.flatMap(promisesIn);
  if (value.type === "NewExpression") return callee(value["callee"]) === "Promise" ? [value] : [];
  if (value.type !== "CallExpression") return passing.has(value.type) ? promisesIn(value["expression"]) : [];
  const called = value["callee"];
  const property = propertyOf(called);
  if (/^(?:all|race|any)$/.test(property) && callee(called).startsWith("Promise."))
    return nodesOf(value["arguments"]).flatMap(promisesIn);
  const object = isNode(called) ? called["object"] : undefined;
  return property === "then" || property === "finally" ? [value, ...promisesIn(object)] : [value];
}

/** Whether a function inside a body runs along with it. */
export function runsHere(fn: Node, node: Node, { used, body }: { used: boolean; body: Body }): boolean {
  if (node.type === "CallExpression" && (node["callee"] === fn || atOnce.has(propertyOf(node["callee"]))))
    return true;
  if (used && (node.type === "CallExpression" || node.type === "NewExpression")) return true;
  const name = nameOf(fn, node);
  return name !== "" && body.names().called.has(name);
}

/** Returns the receiver of a function: the call it is an argument of, or one that gets it by name. */
export function receiverOf(fn: Node, node: Node, body: Body): Receiver | undefined {
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    const to = callee(node["callee"]);
    const place = nodesOf(node["arguments"]).indexOf(fn);
    return to && place >= 0 ? { to, at: place } : undefined;
  }
  const name = nameOf(fn, node);
  return name ? body.names().given.get(name) : undefined;
}
