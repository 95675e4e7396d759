import type { Call, Declaration } from "../../language.ts";
import { callee, children, functions, isNode, type Node, nodesOf } from "./parse.ts";

type Facts = Pick<Declaration, "raises" | "calls" | "gives">;

interface Around {
  readonly caught: boolean;
  /** Of handlers that pass some on: the classes they take, `!X` for all but X. */
  readonly catches: readonly string[];
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
  const raises: Mutable<Declaration["raises"][number]>[] = [];
  const calls = new Map<string, Call>();
  const gives = new Set<string>();
  const made = typesOf(node);
  const put = (name: string, around: Around, read?: boolean): void => {
    const known = calls.get(name);
    const [owner = "", ...rest] = name.split(".");
    const on = rest.length === 1 ? made.get(owner)?.replace(/\(\)$/, "") : undefined;
    const caught = (around.caught || around.nested) && (known?.caught ?? true);
    const catches =
      known && !known.caught
        ? (known.catches ?? []).filter((one) => around.catches.includes(one))
        : around.catches;
    calls.set(name, {
      name,
      caught,
      ...(catches.length && !caught && { catches }),
      ...(on && { on }),
      ...(read && { read }),
    });
  };
  const raise = (value: unknown, { when, caught, nested, catches }: Around): void => {
    for (const { type, by } of caught || nested ? [] : thrown(value, made))
      if (!raises.some((one) => one.type === type && one.when === when && one.by === by))
        raises.push({ type, ...(by && { by }), ...(when && { when }), ...(catches.length && { catches }) });
  };
  const giveBack = (value: unknown, { nested }: Around): void => {
    if (!nested && isNode(value) && value.type === "NewExpression") gives.add(callee(value["callee"]));
  };
  const visit = (at: Node, around: Around): void => {
    if (at.type === "VariableDeclarator" && isNode(at["init"])) hold(at["id"], at["init"], made);
    if (at.type === "ThrowStatement") raise(at["argument"], around);
    if (at.type === "ReturnStatement") giveBack(at["argument"], around);
    if (at.type === "CallExpression" || at.type === "NewExpression") {
      const name = callee(at["callee"]);
      const chained = isNode(at["callee"]) && at["callee"].type === "MemberExpression" && !name.includes(".");
      if (name) put(chained ? `().${name}` : name, around);
      if (name === "reject" || (name === "Promise.reject" && around.used))
        rejected(at, (value) => raise(value, around));
      if (atOnce.has(propertyOf(at["callee"])))
        for (const given of nodesOf(at["arguments"])) if (callee(given)) put(callee(given), around);
    } else if (at.type === "MemberExpression" && isNode(at["object"])) {
      const name = callee(at);
      const known = at["object"].type === "ThisExpression" || made.has(callee(at["object"]));
      if (name && known && !calls.has(name)) put(name, around, true);
    } else if (at.type === "AssignmentExpression") {
      const name = callee(at["left"]);
      if (name.split(".").length === 2) put(`${name}=`, around);
    }
    for (const [child, its] of inside(at, around, source)) visit(child, its);
  };
  const { body } = node;
  if (isNode(body)) {
    const outermost: Around = {
      caught: false,
      catches: [],
      when: undefined,
      nested: functions.has(body.type),
      used: body.type !== "BlockStatement",
      called: calledIn(body),
    };
    if (body.type !== "BlockStatement") giveBack(body, outermost);
    visit(body, outermost);
  }
  return { raises, calls: [...calls.values()], ...(gives.size && { gives: [...gives] }) };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What a variable is made of: a class, or as `f()` what a call gives. */
function hold(id: unknown, value: Node, made: Map<string, string>): void {
  const called = value.type === "CallExpression" ? `${callee(value["callee"])}()` : "";
  if (value.type === "NewExpression") made.set(callee(id), callee(value["callee"]));
  else if (called.length > 2) made.set(callee(id), called);
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
    if (at.type === "TryStatement" && child === block && isNode(handler)) {
      const taken = takenBy(handler);
      return [
        child,
        taken ? { ...around, catches: [...around.catches, ...taken] } : { ...around, caught: true },
      ];
    }
    if (at.type === "IfStatement" && isNode(test) && (child === consequent || child === alternate)) {
      const text = source.slice(test.start, test.end);
      return [child, { ...around, when: child === consequent ? text : `!(${text})` }];
    }
    // f(…).catch(…): a failure of f ends there
    if (at.type === "CallExpression" && child === at["callee"] && catchesPromise(child, at))
      return [child, { ...around, caught: true }];
    if (at.type === "CallExpression" && callee(at["callee"]) === "Promise.allSettled")
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

interface Made {
  readonly type: string;
  /** The call that makes it. */
  readonly by?: string;
}

/** The classes of what is thrown; none for what came from elsewhere and is only passed on. */
function thrown(value: unknown, made: ReadonlyMap<string, string>): readonly Made[] {
  if (!isNode(value)) return [{ type: "Error" }];
  if (value.type === "NewExpression") return [{ type: callee(value["callee"]) || "Error" }];
  if (value.type === "CallExpression") {
    const name = callee(value["callee"]);
    if (name === "Object.assign") return thrown(nodesOf(value["arguments"])[0], made);
    return [{ type: ofFactory(name), ...(name && { by: name }) }];
  }
  if (value.type === "TSAsExpression") return thrown(value["expression"], made);
  if (value.type === "ConditionalExpression")
    return [...thrown(value["consequent"], made), ...thrown(value["alternate"], made)];
  if (value.type === "LogicalExpression")
    return [...thrown(value["left"], made), ...thrown(value["right"], made)];
  const name = callee(value);
  if (!name) return [{ type: "Error" }];
  const from = made.get(name);
  if (!from) return [];
  return from.endsWith("()")
    ? [{ type: ofType(from.slice(0, -2)), by: from.slice(0, -2) }]
    : [{ type: from }];
}

/** The class in whose name a call makes something; empty for a plain function. */
const ofType = (name: string): string => (/(?:^|\.)[A-Z]/.test(name) ? ofFactory(name) : "");

/** `Errors.notFound()` and `Failure.of()` are named by the class. */
const ofFactory = (name: string): string => {
  const parts = name.split(".");
  const known = parts.findLast((part) => /^[A-Z]/.test(part));
  return known ? parts.slice(0, parts.indexOf(known) + 1).join(".") : "Error";
};
