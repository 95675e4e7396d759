import type { Receiver } from "../../language.ts";
import { type Around as Anywhere, reach } from "../gathered.ts";
import { takenBy } from "./handlers.ts";
import { callee, choicesOf, functions, isNode, type Node, nodesOf, running } from "./parse.ts";

/** What stands around a place in a function's body. */
export interface Around extends Anywhere {
  /** Within a `try` whose handler passes nothing on; `catches` are the classes that others take, `!X` for all but X. */
  readonly caught: boolean;
  /** Within a `try` of the function: the handlers around that. */
  readonly outside?: readonly string[] | undefined;
  /** Within what `new Promise` is given: the name that it fails by, and what is around the promise. */
  readonly executor?: { readonly reject: string; readonly around: Around };
}

/** What the rules below ask about a body. */
export interface Body {
  readonly source: string;
  /** What it does somewhere with names. */
  names(): Used;
}

/** Names that a body calls itself or through its own functions, throws, and gives to a call. */
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
  /** What functions of the body call, by their names. */
  readonly within: Map<string, Set<string>>;
  /** Where what is called here goes. */
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
 * A function that is declared under a name calls what it calls only where it is called, and one that is given to a call may run
 * there; one that is given back or put into an object runs where somebody calls it by that.
 */
function inside(child: Node, node: Node, gathering: Gathering): Gathering {
  if (!functions.has(child.type) || node.type === "CallExpression" || node.type === "NewExpression")
    return gathering;
  const name = nameOf(child, node);
  return { ...gathering, calls: name ? inner(gathering, name) : new Set() };
}

/** The name that the body calls a function within it by: `function f() {…}`, `const f = () => …`, `f = () => …`. */
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

/** The functions that `const f = given || g` may be another name of. */
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
export function aroundChild(
  child: Node,
  node: Node,
  { around, body }: { around: Around; body: Body },
): Around {
  if (node.type === "TryStatement") {
    const { block, handler, finalizer } = node;
    // what a `finally` returns or throws is given in place of any error
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
  // f(…).catch(…): a failure of f ends there, unless that throws it again
  const handler = child === node["callee"] ? handlerOf(child, node) : undefined;
  if (!handler) return around;
  if (!functions.has(handler.type)) return { ...around, caught: true };
  const { type, start, end, body: own } = handler;
  return handledBy({ type, start, end, param: nodesOf(handler["params"])[0], body: own }, around, body);
}

/** Inside of what a handler stands behind. */
function handledBy(handler: Node, around: Around, body: Body): Around {
  const taken = takenBy(handler, () => body.names().thrown);
  return taken ? { ...around, catches: [...around.catches, ...taken] } : { ...around, caught: true };
}

/** What `.catch(…)` and `.then(…, …)` give failures to. */
function handlerOf(member: Node, call: Node): Node | undefined {
  const given = nodesOf(call["arguments"]);
  const property = propertyOf(member);
  return property === "catch" && given.length === 1
    ? given[0]
    : property === "then" && given.length === 2
      ? given[1]
      : undefined;
}

/** The calls whose promises a function gives back with a value. */
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

/** Whether a function that stands in a body runs with it. */
export function runsHere(fn: Node, node: Node, { used, body }: { used: boolean; body: Body }): boolean {
  if (node.type === "CallExpression" && (node["callee"] === fn || atOnce.has(propertyOf(node["callee"]))))
    return true;
  if (used && (node.type === "CallExpression" || node.type === "NewExpression")) return true;
  const name = nameOf(fn, node);
  return name !== "" && body.names().called.has(name);
}

/** What a function is given to: the call that it stands in, or one that gets it by its name. */
export function receiverOf(fn: Node, node: Node, body: Body): Receiver | undefined {
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    const to = callee(node["callee"]);
    const place = nodesOf(node["arguments"]).indexOf(fn);
    return to && place >= 0 ? { to, at: place } : undefined;
  }
  const name = nameOf(fn, node);
  return name ? body.names().given.get(name) : undefined;
}
