import type { Declaration, Given } from "../../language.ts";
import {
  type Around,
  aroundChild,
  atOnce,
  type Body,
  givenTo,
  propertyOf,
  runsHere,
  usedBelow,
  usedIn,
} from "./around.ts";
import type { Made } from "../gathered.ts";
import { Gathered } from "./gathered.ts";
import { callee, functions, isNode, type Node, nodesOf, running } from "./parse.ts";

/** What a body shows: its own facts, and what tells of functions and promises that it is given. */
export interface Shown {
  readonly facts: Pick<Declaration, "raises" | "calls" | "gives" | "perhaps">;
  /** What it calls itself, and not in a function within that runs later. */
  readonly own: ReadonlySet<string>;
  /** The names that it awaits, as calls. */
  readonly awaits: Gathered;
  /** The functions within that run later. */
  readonly later: readonly Node[];
}

/** What a function's own body throws and calls; what is given to the call `open` counts as its own. */
export function bodyFacts(node: Node, source: string, open?: Node): Shown {
  const { body } = node;
  const found = new Found(node);
  if (!isNode(body)) return found.shown;
  const block = body.type === "BlockStatement";
  const isFunction = functions.has(body.type);
  if (isFunction) found.later.push(body);
  const outermost: Around = {
    caught: false,
    catches: [],
    given: [],
    when: undefined,
    nested: isFunction,
  };
  if (!block) found.giveBack(body, outermost);
  let used: ReturnType<Body["names"]> | undefined;
  const whole: Body = { source, names: () => (used ??= usedIn(body)) };
  const visit = (at: Node, around: Around, isUsed: boolean): void => {
    found.look(at, around, isUsed);
    const below = usedBelow(at, isUsed);
    const special = changing.has(at.type);
    for (const key of running(at.type)) {
      const value = at[key];
      if (!Array.isArray(value)) {
        if (isNode(value)) enter(value, at);
      } else for (const child of value) if (isNode(child)) enter(child, at);
    }
    function enter(child: Node, parent: Node): void {
      const its = below || (isUsed && child === parent["callee"]);
      const own = special ? aroundChild(child, parent, { around, body: whole }) : around;
      if (!functions.has(child.type)) return visit(child, awaited(child, parent, own), its);
      if (own !== around) return visit(child, own, its);
      const given = parent === open ? undefined : givenTo(child, parent, whole);
      if (runsHere(child, parent, { used: isUsed, body: whole }))
        return visit(child, given && isUsed ? { ...around, given: [...around.given, given] } : around, true);
      if (!around.nested) found.later.push(child);
      visit(child, within(around, given), its);
    }
    /** What a call gives that is given to another: a promise may fail there. */
    function awaited(child: Node, parent: Node, around: Around): Around {
      if (!isUsed || parent.type !== "CallExpression" || child.type !== "CallExpression") return around;
      const place = nodesOf(parent["arguments"]).indexOf(child);
      const to = place < 0 ? "" : callee(parent["callee"]);
      return to ? { ...around, given: [...around.given, { to, at: `await ${place}` }] } : around;
    }
  };
  visit(body, outermost, !block);
  return found.shown;
}

/** Inside a function that is given to something, or that only may run later. */
function within(around: Around, given: Given | undefined): Around {
  if (around.nested && !around.perhaps) return around;
  return given
    ? { ...around, nested: true, perhaps: true, given: [...around.given, given] }
    : { ...around, nested: true, perhaps: false };
}

/** Kinds of nodes that change what stands around their children. */
const changing = new Set(["TryStatement", "IfStatement", "CallExpression"]);

class Found {
  readonly #all = new Gathered();
  readonly #perhaps = new Gathered();
  readonly #awaits = new Gathered();
  readonly #own = new Set<string>();
  readonly #gives = new Set<string>();
  readonly later: Node[] = [];
  readonly #made: Map<string, string>;
  /** Of variables all that they are made of. */
  readonly #errors = new Map<string, Set<string>>();

  constructor(node: Node) {
    this.#made = typesOf(node);
  }

  get shown(): Shown {
    const gives = this.#gives.size > 0 && { gives: [...this.#gives] };
    const perhaps = !this.#perhaps.isEmpty && { perhaps: this.#perhaps.facts };
    return {
      facts: { ...this.#all.facts, ...gives, ...perhaps },
      own: this.#own,
      awaits: this.#awaits,
      later: this.later,
    };
  }

  look(at: Node, around: Around, used: boolean): void {
    switch (at.type) {
      case "VariableDeclarator":
        if (isNode(at["init"])) this.#hold(callee(at["id"]), at["init"]);
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
      case "AwaitExpression": {
        const name = callee(at["argument"]);
        if (name) this.#awaits.put(name, around, {});
        return;
      }
      case "MemberExpression": {
        const object = at["object"];
        if (!isNode(object)) return;
        const known = object.type === "ThisExpression" || (this.#made.size && this.#made.has(callee(object)));
        const name = known ? callee(at) : "";
        if (name && !this.#all.calls.has(name) && !this.#all.calls.has(`${name}=`))
          this.#put(name, around, true);
        return;
      }
      case "AssignmentExpression": {
        const name = callee(at["left"]);
        const dot = name.indexOf(".");
        if (dot >= 0 && !name.includes(".", dot + 1)) this.#put(`${name}=`, around);
        else if (isNode(at["right"]) && at["right"].type === "NewExpression") this.#hold(name, at["right"]);
      }
    }
  }

  giveBack(value: unknown, { nested }: Around): void {
    if (!nested && isNode(value) && value.type === "NewExpression") this.#gives.add(callee(value["callee"]));
  }

  #call(at: Node, around: Around, used: boolean): void {
    const called = at["callee"];
    const name = callee(called);
    const chained = isNode(called) && called.type === "MemberExpression" && !name.includes(".");
    if (name) this.#put(chained ? `().${name}` : name, around);
    if (name === "reject" || (name === "Promise.reject" && used))
      rejected(at, (value) => this.#raise(value, around));
    const property = propertyOf(called);
    if (atOnce.has(property) || (property === "catch" && used))
      for (const given of nodesOf(at["arguments"])) if (callee(given)) this.#put(callee(given), around);
  }

  #put(name: string, around: Around, read = false): void {
    const dot = name.indexOf(".");
    const on = dot >= 0 && !name.includes(".", dot + 1) ? this.#made.get(name.slice(0, dot)) : undefined;
    const more = { on: on?.replace(/\(\)$/, ""), read };
    this.#all.put(name, around, more);
    if (!around.nested) this.#own.add(name);
    else if (around.perhaps) this.#perhaps.put(name, { ...around, nested: false }, more);
  }

  #raise(value: unknown, around: Around): void {
    if (around.nested && !around.perhaps) return;
    const several =
      isNode(value) && value.type === "Identifier" ? this.#errors.get(callee(value)) : undefined;
    const all = several && several.size > 1 ? [...several].flatMap(held) : thrown(value, this.#made);
    for (const one of all)
      if (around.nested) this.#perhaps.raise(one, { ...around, nested: false });
      else this.#all.raise(one, around);
  }

  /** What a variable is made of: a class, or as `f()` what a call gives. */
  #hold(name: string, value: Node): void {
    if (!name) return; // a pattern, or a place in a list
    for (const made of makings(value)) {
      this.#made.set(name, made);
      const all = this.#errors.get(name) ?? new Set();
      this.#errors.set(name, all.add(made));
    }
  }
}

function makings(value: Node): readonly string[] {
  if (value.type === "ConditionalExpression")
    return [value["consequent"], value["alternate"]].flatMap((one) => (isNode(one) ? makings(one) : []));
  const name =
    value.type === "NewExpression" || value.type === "CallExpression" ? callee(value["callee"]) : "";
  return name ? [value.type === "NewExpression" ? name : `${name}()`] : [];
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
  return from ? held(from) : /^[A-Z][A-Z\d_]+$/.test(name) ? [{ type: "", by: name }] : [];
}

const held = (from: string): readonly Made[] =>
  from.endsWith("()") ? [{ type: ofType(from.slice(0, -2)), by: from.slice(0, -2) }] : [{ type: from }];

/** The class in whose name a call makes something; empty for a plain function. */
const ofType = (name: string): string => (/(?:^|\.)[A-Z]/.test(name) ? ofFactory(name) : "");

/** `Errors.notFound()` and `Failure.of()` are named by the class. */
const ofFactory = (name: string): string => {
  const parts = name.split(".");
  const known = parts.findLast((part) => /^[A-Z]/.test(part));
  return known ? parts.slice(0, parts.indexOf(known) + 1).join(".") : "Error";
};
