import { callee, children, functions, isNode, type Node, nodesOf, unwrapped } from "./parse.ts";

/**
 * Returns what a handler catches without rethrowing: `A`, `A!B` for A but not B, `!B` for all but B;
 * undefined if it catches everything. `thrown` are the names that the function throws somewhere.
 */
export function takenBy(handler: Node, thrown: () => ReadonlySet<string>): readonly string[] | undefined {
  const name = callee(handler["param"]);
  const { body } = handler;
  if (!name || !isNode(body)) return undefined;
  const names = namesOf(name, body);
  if (!throwsAgain(body, names) && !isTurned(body, names)) return isKept(body, name, thrown) ? [] : undefined;
  const way = new Way({ names });
  if (way.follow(within(body)) !== "passes") way.take(["*"]);
  return way.taken.includes("*") ? undefined : way.taken;
}

/**
 * Returns the classes of an error parameter that a function doesn't return, in the same form; undefined if
 * it never returns the error.
 */
export function turnedBy(fn: Node, name: string): readonly string[] | undefined {
  const { body } = fn;
  if (!isNode(body) || body.type !== "BlockStatement") return undefined;
  const names = namesOf(name, body);
  if (!givesBack(body, names)) return undefined;
  const way = new Way({ names, isBack: true });
  if (way.follow(within(body)) !== "passes") way.take(["*"]);
  return way.taken;
}

/** Returns the error's name and its aliases: `let failure = error`. */
function namesOf(name: string, body: Node): ReadonlySet<string> {
  const names = new Set([name]);
  for (const statement of nodesOf(body["body"]))
    for (const { id, init } of nodesOf(statement["declarations"]))
      if (isNode(init) && init.type === "Identifier" && names.has(callee(init))) names.add(callee(id));
  return names;
}

type End = "passes" | "taken" | undefined;

interface Followed {
  readonly names: ReadonlySet<string>;
  /** Follows a function that may return the error, instead of a handler. */
  readonly isBack?: boolean;
}

/** Follows an error through the statements of a handler. */
class Way {
  readonly taken: string[] = [];
  readonly #passed: string[] = [];
  readonly #followed: Followed;
  readonly #names: ReadonlySet<string>;
  /** Memo of how errors of some classes end, by the statement they reach. */
  readonly #apart: Map<Node | undefined, Way>;
  #end: End;

  constructor(followed: Followed, apart = new Map<Node | undefined, Way>()) {
    this.#followed = followed;
    this.#names = followed.names;
    this.#apart = apart;
  }

  take(classes: readonly string[], passed: readonly string[] = []): void {
    const all = [...this.#passed, ...passed];
    const but = all.length ? `!${all.join("|")}` : "";
    for (const item of classes) this.taken.push(but && item === "*" ? but : item + but);
  }

  /** Returns how an error ends that no test on the way matches. */
  follow(statements: readonly Node[]): End {
    for (const [index, statement] of statements.entries()) {
      if (statement.type === "ReturnStatement" && throwsAgain(statement, this.#names)) return "passes";
      if (this.#followed.isBack && isGiven(statement, this.#names)) return "passes";
      if (
        statement.type === "ReturnStatement" ||
        statement.type === "ContinueStatement" ||
        statement.type === "BreakStatement"
      )
        return "taken";
      if (statement.type === "ThrowStatement") {
        if (throwsAgain(statement, this.#names)) return "passes";
        const turned = this.#followed.isBack ? "" : turning(statement, this.#names);
        if (turned) this.#passed.push(turned);
        return "taken";
      }
      if (statement.type !== "IfStatement") {
        if (throwsAgain(statement, this.#names)) return "passes";
        if (isReplaced(statement, this.#names)) return "taken";
        continue;
      }
      const { test, consequent, alternate } = statement;
      const isNot = isNode(test) && test.type === "UnaryExpression" && test["operator"] === "!";
      const testedClasses = instances(isNot ? test["argument"] : test, this.#names);
      if (testedClasses.length === 0) {
        if (throwsAgain(statement, this.#names)) return "passes"; // in some branch
        continue;
      }
      const rest = statements.slice(index + 1);
      const otherwise = [...within(alternate), ...rest];
      if (isNot) this.#choose(testedClasses, otherwise, []);
      else this.#choose(testedClasses, within(consequent), rest);
      return this.follow(isNot ? [...within(consequent), ...rest] : otherwise);
    }
    return undefined;
  }

  /** Handles classes with a branch of their own; `after` are the statements that follow if the branch doesn't end. */
  #choose(testedClasses: readonly string[], ownNodes: readonly Node[], after: readonly Node[]): void {
    const way = this.#alone(ownNodes);
    const next = way.#end === undefined ? this.#alone(after) : new Way(this.#followed);
    const end = way.#end ?? next.#end;
    if (end === "passes") this.#passed.push(...testedClasses);
    else this.take(testedClasses, [...way.#passed, ...next.#passed]);
  }

  /** Follows errors of one kind from a statement on; the result is memoized. */
  #alone(statements: readonly Node[]): Way {
    const known = this.#apart.get(statements[0]);
    if (known) return known;
    const way = new Way(this.#followed, this.#apart);
    way.#end = way.follow(statements);
    this.#apart.set(statements[0], way);
    return way;
  }
}

const within = (node: unknown): readonly Node[] =>
  isNode(node) ? (node.type === "BlockStatement" ? nodesOf(node["body"]) : [node]) : [];

const throwsAgain = (node: Node, names: ReadonlySet<string>): boolean =>
  (node.type === "ThrowStatement" && names.has(callee(node["argument"]))) ||
  (node.type === "CallExpression" &&
    callee(node["callee"]) === "Promise.reject" &&
    nodesOf(node["arguments"]).some((item) => names.has(callee(item)))) ||
  children(node).some((child) => !functions.has(child.type) && throwsAgain(child, names));

/** Whether it is `return error`. */
const isGiven = ({ type, argument }: Node, names: ReadonlySet<string>): boolean =>
  type === "ReturnStatement" &&
  isNode(argument) &&
  argument.type === "Identifier" &&
  names.has(callee(argument));

const givesBack = (node: Node, names: ReadonlySet<string>): boolean =>
  isGiven(node, names) ||
  children(node).some((child) => !functions.has(child.type) && givesBack(child, names));

/** Returns the function whose result is thrown instead of the error: `this.turn(0)` for `throw this.turn(error)`. */
function turning({ type, argument }: Node, names: ReadonlySet<string>): string {
  const call = type === "ThrowStatement" && isNode(argument) ? unwrapped(argument) : undefined;
  if (call?.type !== "CallExpression") return "";
  const place = nodesOf(call["arguments"]).findIndex(
    (node) => node.type === "Identifier" && names.has(callee(node)),
  );
  const name = callee(call["callee"]);
  return name && place >= 0 ? `${name}(${place})` : "";
}

const isTurned = (node: Node, names: ReadonlySet<string>): boolean =>
  turning(node, names) !== "" ||
  children(node).some((child) => !functions.has(child.type) && isTurned(child, names));

/** Whether the error is replaced: after `error = new Failure(error)` another one is thrown. */
function isReplaced({ expression }: Node, names: ReadonlySet<string>): boolean {
  if (!isNode(expression) || expression.type !== "AssignmentExpression") return false;
  const { left, right } = expression;
  return names.has(callee(left)) && isNode(right) && right.type === "NewExpression";
}

/** Whether the error is kept for later: `last = error` in a handler, and `throw last` somewhere. */
const isKept = (node: Node, name: string, thrown: () => ReadonlySet<string>): boolean =>
  (node.type === "AssignmentExpression" &&
    callee(node["right"]) === name &&
    thrown().has(callee(node["left"]))) ||
  children(node).some((child) => !functions.has(child.type) && isKept(child, name, thrown));

/** Returns the classes tested by `e instanceof A || e.name === "B"`. */
function instances(test: unknown, names: ReadonlySet<string>): readonly string[] {
  if (!isNode(test)) return [];
  const { operator, left, right } = test;
  if (test.type === "LogicalExpression" && operator === "||") {
    const sides = [instances(left, names), instances(right, names)];
    return sides.every((side) => side.length) ? sides.flat() : [];
  }
  if (test.type === "CallExpression")
    return nodesOf(test["arguments"]).some((node) => names.has(callee(node)))
      ? guarded(callee(test["callee"]))
      : [];
  if (test.type !== "BinaryExpression") return [];
  if (operator === "instanceof") return names.has(callee(left)) ? [callee(right)] : [];
  const text = isNode(right) && typeof right["value"] === "string" ? right["value"] : "";
  return (operator === "===" || operator === "==") && isNamed(callee(left), names) && /^[A-Z]\w*$/.test(text)
    ? [text]
    : [];
}

/** Whether it is `error.name`. */
const isNamed = (text: string, names: ReadonlySet<string>): boolean =>
  text.endsWith(".name") && names.has(text.slice(0, -".name".length));

/** Returns the class that a type guard tests, by the guard's name: `NotFound.isNotFound`, `isAxiosError`. */
function guarded(test: string): readonly string[] {
  const parts = test.split(".");
  const [, className = ""] = /^is([A-Z]\w*)$/.exec(parts.at(-1) ?? "") ?? [];
  const owner = parts.at(-2) ?? "";
  if (!className || className === "Prototype") return [];
  if (/^[A-Z]\w*[a-z]/.test(owner)) return [owner];
  return /\w(?:Error|Exception)$/.test(className) ? [className] : [];
}
