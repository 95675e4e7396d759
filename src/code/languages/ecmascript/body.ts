import type { Call, Declaration } from "../../language.ts";
import { type Around, aroundChild, atOnce, type Body, propertyOf, runsHere, usedBelow } from "./around.ts";
import { callee, functions, isNode, type Node, nodesOf, running } from "./parse.ts";

type Facts = Pick<Declaration, "raises" | "calls" | "gives">;

/** What a function's own body throws and calls. */
export function bodyFacts(node: Node, source: string): Facts {
  const { body } = node;
  if (!isNode(body)) return { raises: [], calls: [] };
  const found = new Found(node);
  const block = body.type === "BlockStatement";
  const outermost: Around = {
    caught: false,
    catches: [],
    when: undefined,
    nested: functions.has(body.type),
  };
  if (!block) found.giveBack(body, outermost);
  let called: ReadonlySet<string> | undefined;
  const whole: Body = { source, called: () => (called ??= calledIn(body)) };
  const visit = (at: Node, around: Around, used: boolean): void => {
    found.look(at, around, used);
    const below = usedBelow(at, used);
    const special = changing.has(at.type);
    for (const key of running(at.type)) {
      const value = at[key];
      if (!Array.isArray(value)) {
        if (isNode(value)) enter(value, at);
      } else for (const child of value) if (isNode(child)) enter(child, at);
    }
    function enter(child: Node, parent: Node): void {
      const its = below || (used && child === parent["callee"]);
      const own = special ? aroundChild(child, parent, { around, body: whole }) : around;
      if (own !== around || !functions.has(child.type)) visit(child, own, its);
      else if (runsHere(child, parent, { used, body: whole })) visit(child, around, true);
      else visit(child, around.nested ? around : { ...around, nested: true }, its);
    }
  };
  visit(body, outermost, !block);
  const { raises, calls, gives } = found;
  return { raises, calls: [...calls.values()], ...(gives.size && { gives: [...gives] }) };
}

/** Kinds of nodes that change what stands around their children. */
const changing = new Set(["TryStatement", "IfStatement", "CallExpression"]);

function calledIn(at: Node, found = new Set<string>()): ReadonlySet<string> {
  if (at.type === "CallExpression" && isNode(at["callee"]) && at["callee"].type === "Identifier")
    found.add(callee(at["callee"]));
  for (const key of running(at.type)) {
    const value = at[key];
    if (!Array.isArray(value)) {
      if (isNode(value)) calledIn(value, found);
    } else for (const child of value) if (isNode(child)) calledIn(child, found);
  }
  return found;
}

class Found {
  readonly raises: Mutable<Declaration["raises"][number]>[] = [];
  readonly calls = new Map<string, Call>();
  readonly gives = new Set<string>();
  readonly #made: Map<string, string>;

  constructor(node: Node) {
    this.#made = typesOf(node);
  }

  look(at: Node, around: Around, used: boolean): void {
    switch (at.type) {
      case "VariableDeclarator":
        if (isNode(at["init"])) hold(at["id"], at["init"], this.#made);
        return;
      case "ThrowStatement":
        this.#raise(at["argument"], around);
        return;
      case "ReturnStatement":
        this.giveBack(at["argument"], around);
        return;
      case "CallExpression":
      case "NewExpression":
        this.#call(at, around, used);
        return;
      case "MemberExpression": {
        const object = at["object"];
        if (!isNode(object)) return;
        const known = object.type === "ThisExpression" || (this.#made.size && this.#made.has(callee(object)));
        const name = known ? callee(at) : "";
        if (name && !this.calls.has(name)) this.#put(name, around, true);
        return;
      }
      case "AssignmentExpression": {
        const name = callee(at["left"]);
        const dot = name.indexOf(".");
        if (dot >= 0 && !name.includes(".", dot + 1)) this.#put(`${name}=`, around);
      }
    }
  }

  giveBack(value: unknown, { nested }: Around): void {
    if (!nested && isNode(value) && value.type === "NewExpression") this.gives.add(callee(value["callee"]));
  }

  #call(at: Node, around: Around, used: boolean): void {
    const called = at["callee"];
    const name = callee(called);
    const chained = isNode(called) && called.type === "MemberExpression" && !name.includes(".");
    if (name) this.#put(chained ? `().${name}` : name, around);
    if (name === "reject" || (name === "Promise.reject" && used))
      rejected(at, (value) => this.#raise(value, around));
    if (atOnce.has(propertyOf(called)))
      for (const given of nodesOf(at["arguments"])) if (callee(given)) this.#put(callee(given), around);
  }

  #put(name: string, around: Around, read = false): void {
    const known = this.calls.get(name);
    const caught = (around.caught || around.nested) && (known?.caught ?? true);
    const catches =
      known && !known.caught
        ? (known.catches ?? []).filter((one) => around.catches.includes(one))
        : around.catches;
    const call: Mutable<Call> = { name, caught };
    if (catches.length && !caught) call.catches = catches;
    const dot = name.indexOf(".");
    const on = dot >= 0 && !name.includes(".", dot + 1) ? this.#made.get(name.slice(0, dot)) : undefined;
    if (on) call.on = on.replace(/\(\)$/, "");
    if (read) call.read = true;
    this.calls.set(name, call);
  }

  #raise(value: unknown, { when, caught, nested, catches }: Around): void {
    if (caught || nested) return;
    for (const { type, by } of thrown(value, this.#made))
      if (!this.raises.some((one) => one.type === type && one.when === when && one.by === by))
        this.raises.push({
          type,
          ...(by && { by }),
          ...(when && { when }),
          ...(catches.length && { catches }),
        });
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What a variable is made of: a class, or as `f()` what a call gives. */
function hold(id: unknown, value: Node, made: Map<string, string>): void {
  const called = value.type === "CallExpression" ? `${callee(value["callee"])}()` : "";
  if (value.type === "NewExpression") made.set(callee(id), callee(value["callee"]));
  else if (called.length > 2) made.set(callee(id), called);
}

/** `reject(new Error(…))`: only an error made there is one of this function's own. */
function rejected(call: Node, raise: (value: unknown) => void): void {
  const [value] = nodesOf(call["arguments"]);
  if (value?.type === "NewExpression") raise(value);
}

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
