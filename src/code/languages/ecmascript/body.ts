import type { Call, Declaration } from "../../language.ts";
import {
  type Around,
  aroundChild,
  atOnce,
  type Body,
  receiverOf,
  promisesIn,
  propertyOf,
  runsHere,
  usedBelow,
  usedIn,
} from "./around.ts";
import { within } from "../gathered.ts";
import { Gathered } from "./gathered.ts";
import { handedBy, parametersOf } from "./handed.ts";
import { Held } from "./raised.ts";
import { isOfBareBase } from "../bugs.ts";
import { isUncovered } from "../uncovered.ts";
import { calledName, callee, choicesOf, functions, isNode, type Node, nodesOf, running } from "./parse.ts";

/** What a body shows: its facts, and how it uses functions and promises passed to it. */
export interface Shown {
  readonly facts: Pick<Declaration, "raises" | "calls" | "gives" | "perhaps">;
  /** Names it calls itself, not in an inner function that runs later. */
  readonly calledNames: ReadonlySet<string>;
  readonly awaits: ReadonlyMap<string, Call>;
  readonly throws: ReadonlyMap<string, Call>;
  /** Class parameters of which it throws an instance. */
  readonly makes: ReadonlyMap<string, Call>;
  /** Inner functions that run later. */
  readonly later: readonly Node[];
}

/** Reads what a function's own body throws and calls. */
export const bodyFacts = (node: Node, source: string): Shown => new Reader(node, source).read();

/** Nodes that change the context of their children. */
const changing = new Set(["TryStatement", "IfStatement", "CallExpression"]);

/** Values whose class, or the call that creates it, is known. */
const making = new Set(["NewExpression", "CallExpression", "AwaitExpression"]);

/** Array methods that pass each item to a function. */
const overItems = new Set(["forEach", "map", "flatMap", "filter", "find", "findIndex", "some", "every"]);

/** A node whose children are visited. */
interface Place {
  readonly at: Node;
  readonly around: Around;
  /** Whether the failure of the node and its children is one of the function. */
  readonly used: boolean;
  readonly below: boolean;
}

/** Reads a body once, node by node. This is the hot path of reading a file, so it allocates little. */
class Reader {
  readonly #fn: Node;
  readonly #body: Body;
  readonly #held: Held;
  readonly #all = new Gathered();
  readonly #own = new Set<string>();
  readonly #later: Node[] = [];
  /** Calls inside a `try` whose promises are returned. */
  #late: Set<Node> | undefined;
  #perhaps: Gathered | undefined;
  #awaits: Gathered | undefined;
  #throws: Gathered | undefined;
  #makes: Gathered | undefined;
  #parameters: ReadonlyMap<string, string> | undefined;
  #gives: Set<string> | undefined;

  constructor(node: Node, source: string) {
    this.#fn = node;
    this.#held = new Held(node);
    let used: ReturnType<Body["names"]> | undefined;
    this.#body = { source, names: () => (used ??= usedIn(isNode(node["body"]) ? node["body"] : node)) };
  }

  read(): Shown {
    const { body } = this.#fn;
    if (isNode(body)) {
      const isFunction = functions.has(body.type);
      if (isFunction) this.#later.push(body);
      const outermost: Around = {
        caught: false,
        catches: [],
        given: [],
        when: undefined,
        nested: isFunction,
      };
      const isBlock = body.type === "BlockStatement";
      if (!isBlock) this.#giveBack(body, outermost);
      this.#visit(body, outermost, !isBlock);
    }
    return {
      facts: {
        ...this.#all.facts,
        ...(this.#gives && { gives: [...this.#gives] }),
        ...(this.#perhaps && !this.#perhaps.isEmpty && { perhaps: this.#perhaps.facts }),
      },
      calledNames: this.#own,
      awaits: this.#awaits?.calls ?? noCalls,
      throws: this.#throws?.calls ?? noCalls,
      makes: this.#makes?.calls ?? noCalls,
      later: this.#later,
    };
  }

  #visit(node: Node, around: Around, used: boolean): void {
    this.#look(node, around, used);
    const place: Place = { at: node, around, used, below: usedBelow(node, used) };
    for (const key of running(node.type)) {
      const value = node[key];
      if (!Array.isArray(value)) {
        if (isNode(value)) this.#enter(value, place);
      } else for (const child of value) if (isNode(child)) this.#enter(child, place);
    }
  }

  #enter(child: Node, place: Place): void {
    if (child.type === "Identifier" || child.type === "Literal") return; // most nodes, with nothing to record
    const { at, around, used } = place;
    const below = place.below || (used && child === at["callee"]);
    const childAround = changing.has(at.type) ? aroundChild(child, at, { around, body: this.#body }) : around;
    if (!functions.has(child.type)) this.#visit(child, awaited(child, place, childAround), below);
    else if (childAround !== around) this.#visit(child, childAround, below);
    else this.#enterFunction(child, place, below);
  }

  #enterFunction(fn: Node, { at, around: outer, used }: Place, below: boolean): void {
    // an outer test is no reason there, or not the whole reason
    const around = isForFailure(fn, at) ? { ...outer, when: undefined } : outer;
    const receiver = receiverOf(fn, at, this.#body);
    if (runsHere(fn, at, { used, body: this.#body })) {
      const functionAround = around.outside ? { ...around, outside: undefined } : around; // nothing is returned from there
      const inner =
        receiver && used ? { ...functionAround, given: [...functionAround.given, receiver] } : functionAround;
      const reject =
        at.type === "NewExpression" && receiver?.to === "Promise" ? callee(nodesOf(fn["params"])[1]) : "";
      const failing = this.#late?.has(at) ? { ...inner, late: around.outside } : inner;
      this.#visit(fn, reject ? { ...inner, executor: { reject, around: failing } } : inner, true);
      return;
    }
    if (!around.nested) this.#later.push(fn);
    this.#visit(fn, within(around, receiver), below);
  }

  #look(node: Node, around: Around, used: boolean): void {
    switch (node.type) {
      case "VariableDeclarator":
        this.#held.declare(node);
        return;
      case "ForOfStatement":
        for (const { id } of isNode(node["left"]) ? nodesOf(node["left"]["declarations"]) : [])
          this.#held.iterate(id, node["right"]);
        return;
      case "ThrowStatement":
        this.#throw(
          node["argument"],
          around,
          isUncovered(this.#body.source, node.start) || isOfBareBase(around.when),
        );
        return;
      case "ReturnStatement":
        if (around.outside)
          for (const call of promisesIn(node["argument"])) (this.#late ??= new Set()).add(call);
        this.#giveBack(node["argument"], around);
        return;
      case "CallExpression":
      case "NewExpression":
        this.#call(node, around, used);
        return;
      case "AwaitExpression": {
        const name = callee(node["argument"]);
        if (!name) return;
        this.#awaits ??= new Gathered();
        this.#awaits.put(name, around, {});
        return;
      }
      case "MemberExpression": {
        const object = node["object"];
        if (!isNode(object)) return;
        const name = object.type === "ThisExpression" || this.#held.knows(object) ? callee(node) : "";
        if (name && !this.#all.calls.has(name) && !this.#all.calls.has(`${name}=`))
          this.#put(name, around, true);
        return;
      }
      case "AssignmentExpression": {
        const name = callee(node["left"]);
        const dot = name.indexOf(".");
        if (dot >= 0 && !name.includes(".", dot + 1)) this.#put(`${name}=`, around);
        else if (isNode(node["right"]) && making.has(node["right"].type))
          this.#held.read(name, node["right"]);
      }
    }
  }

  #giveBack(value: unknown, { nested }: Around): void {
    if (nested) return;
    for (const item of this.#held.given(value)) (this.#gives ??= new Set()).add(item);
  }

  #call(node: Node, place: Around, used: boolean): void {
    const around = this.#late?.has(node) ? { ...place, late: place.outside } : place;
    const { executor } = around;
    const called = node["callee"];
    const name = calledName(called);
    if (name) this.#put(name, around);
    // a promise rejects through its own function however late, so the surrounding handlers don't apply
    const failing = executor?.reject === name ? { ...executor.around, when: around.when } : around;
    if (name === "reject" || executor?.reject === name || (name === "Promise.reject" && used))
      rejected(node, (value) => this.#raise(value, asPromise(failing)));
    const property = propertyOf(called);
    const list = isNode(called) ? called["object"] : undefined;
    if (isNode(list) && list.type === "MemberExpression" && overItems.has(property))
      for (const fn of nodesOf(node["arguments"])) this.#held.iterate(nodesOf(fn["params"])[0], list);
    if (name && node.type === "CallExpression" && name !== "reject") this.#hand(node, name, around);
    if (property === "throw") rejected(node, (value) => this.#raise(value, around));
    if (atOnce.has(property) || (property === "catch" && used))
      for (const argument of nodesOf(node["arguments"]))
        if (argument.type !== "ThisExpression" && callee(argument)) this.#put(callee(argument), around);
  }

  /** Handles each of the values that a `throw` may choose. */
  #throw(value: unknown, around: Around, isLocal: boolean): void {
    const choices = isNode(value) ? choicesOf(value) : undefined;
    if (choices) {
      for (const choice of choices) this.#throw(choice, around, isLocal);
      return;
    }
    const name = isNode(value) && value.type === "Identifier" ? callee(value) : "";
    if (name && !around.nested) (this.#throws ??= new Gathered()).put(name, around);
    // the class of a parameter is unknown here; callers decide it
    const isHanded = name !== "" && this.#held.madeOf(name) === "Error" && !this.#held.allOf(name);
    this.#raise(value, around, isLocal || isHanded);
  }

  /** Handles errors that a call passes to its callee, which may throw them. */
  #hand(call: Node, to: string, around: Around): void {
    if (around.nested && !around.perhaps) return;
    for (const { type, at } of handedBy(call))
      this.#more.raise({ type }, { ...around, nested: false, given: [...around.given, { to, at }] });
  }

  /**
   * Handles `throw new Failure()` of a class parameter and `throw failure()` of a function parameter: only
   * its default is known here.
   */
  #raiseGiven(value: Node, around: Around): boolean {
    const isMade = value.type === "NewExpression";
    const [first, ...rest] =
      isMade || value.type === "CallExpression" ? callee(value["callee"]).split(".") : [];
    if (!first || (!isMade && rest.length > 0)) return false;
    this.#parameters ??= parametersOf(this.#fn);
    const otherwise = this.#parameters.get(first);
    if (otherwise === undefined) return false;
    if (around.nested || rest.length > 0) return true; // the class in a field is unknown
    (this.#makes ??= new Gathered()).put(first, around);
    if (otherwise) this.#all.raise({ type: otherwise }, around);
    return true;
  }

  #put(name: string, around: Around, read = false): void {
    const more = { on: this.#held.ownerOf(name), read };
    this.#all.put(name, around, more);
    if (!around.nested) this.#own.add(name);
    else if (around.perhaps) this.#more.put(name, { ...around, nested: false }, more);
  }

  #raise(value: unknown, around: Around, isLocal = false): void {
    if (around.nested && !around.perhaps) return;
    if (isNode(value) && this.#raiseGiven(value, around)) return;
    for (const error of this.#held.thrown(value)) {
      const raised = isLocal ? { ...error, local: true } : error;
      if (around.nested) this.#more.raise(raised, { ...around, nested: false });
      else this.#all.raise(raised, around);
    }
  }

  /** Facts of inner functions that are passed to something. */
  get #more(): Gathered {
    return (this.#perhaps ??= new Gathered());
  }
}

/** Whether it is a promise's failure handler: `.catch(fn)`, `.then(…, fn)`. */
function isForFailure(fn: Node, { callee: called, arguments: args }: Node): boolean {
  const property = propertyOf(called);
  return property === "catch" || (property === "then" && nodesOf(args).indexOf(fn) === 1);
}

const noCalls: ReadonlyMap<string, Call> = new Map();

/** Returns the context of a call's result that is passed to another call: a promise may fail there. */
function awaited(child: Node, { at, used }: Place, around: Around): Around {
  if (!used || at.type !== "CallExpression" || child.type !== "CallExpression") return around;
  const place = nodesOf(at["arguments"]).indexOf(child);
  const to = place < 0 ? "" : callee(at["callee"]);
  return to ? { ...around, given: [...around.given, { to, at: `await ${place}` }] } : around;
}

/** Moves the handlers of a promise's rejection to where the promise is returned. */
const asPromise = (around: Around): Around =>
  around.late ? { ...around, caught: around.late.includes("*"), catches: around.late } : around;

/**
 * Handles `reject(new Error(…))` and `generator.throw(new Error(…))`: only an error created there is one of
 * this function.
 */
function rejected(call: Node, raise: (value: unknown) => void): void {
  const [value] = nodesOf(call["arguments"]);
  if (value?.type === "NewExpression") raise(value);
}
