import type { Shown } from "../../study.ts";
import { type Assertion, assertedBy } from "./asserted.ts";
import { Scope, inlined } from "./inlined.ts";
import { callee, children, functions, isNode, type Node, nodesOf, type Tree } from "./parse.ts";

/** Rows of a table that examples are made of. */
const rows = 3;

/** Rounds over rows in a file: tables may stand in tables. */
const mostRounds = 5000;
const longest = 200;

/** What tests assert about calls of what is written in them: the call, and what it gives. */
export function shownIn(source: string, tree: Tree): readonly Shown[] {
  const search = new Search(source, tree.program);
  search.visit(tree.program, new Scope(), "");
  return search.found;
}

class Search {
  readonly found: Shown[] = [];
  readonly #source: string;
  #rounds = 0;
  /** What is assigned to names, each time. */
  readonly #assigned: ReadonlyMap<string, readonly Node[]>;

  constructor(source: string, program: Node) {
    this.#source = source;
    this.#assigned = assignedIn(program);
  }

  visit(at: Node, scope: Scope, title: string): void {
    if (functions.has(at.type)) return this.#enter(at, scope, { title });
    const inner = at.type === "Program" || at.type === "BlockStatement" ? new Scope(scope) : scope;
    if (inner !== scope) this.#declare(nodesOf(at["body"]), inner);
    if (at.type === "ForOfStatement" && this.#loop(at, inner, title)) return;
    if (at.type === "CallExpression" && this.#call(at, inner, title)) return;
    const assertion = assertedBy(at);
    if (assertion) this.#put(assertion, inner, title);
    for (const child of children(at)) this.visit(child, inner, title);
  }

  /** A function's body, with what its parameters stand for where that is known. */
  #enter(
    at: Node,
    scope: Scope,
    { title, given = [] }: { title: string; given?: readonly (Node | undefined)[] },
  ): void {
    const inner = new Scope(scope);
    nodesOf(at["params"]).forEach((param, place) => inner.bind(param, given[place], scope));
    if (isNode(at["body"])) this.visit(at["body"], inner, title);
  }

  #declare(statements: readonly Node[], scope: Scope): void {
    for (const statement of statements) {
      const declared = statement.type === "ExportNamedDeclaration" ? statement["declaration"] : statement;
      if (!isNode(declared) || declared.type !== "VariableDeclaration") continue;
      for (const { id, init } of nodesOf(declared["declarations"])) {
        const later = isNode(id) ? (this.#assigned.get(String(id["name"])) ?? []) : [];
        const value = later.length === 0 ? init : isNode(init) || later.length > 1 ? undefined : later[0];
        if (!isImported(value)) scope.bind(id, value ?? undefined, scope);
      }
    }
  }

  /** Tests with a name, tables of them, and rounds over what is written there; false for any other call. */
  #call(at: Node, scope: Scope, title: string): boolean {
    const args = nodesOf(at["arguments"]);
    const body = args.findLast(({ type }) => functions.has(type));
    const called = at["callee"];
    if (!body || !isNode(called)) return false;
    const own =
      args[0]?.type === "Literal" && typeof args[0]["value"] === "string" ? args[0]["value"] : undefined;
    const table =
      called.type === "CallExpression" &&
      /^(?:it|test|describe)\.(?:\w+\.)?each$/.test(callee(called["callee"]));
    if (table)
      return this.#rows(nodesOf(called["arguments"])[0], body, {
        scope,
        title: /[%$]/.test(own ?? "%") ? "" : (own ?? ""),
        spread: true,
      });
    if (
      called.type === "MemberExpression" &&
      callee(called["property"]) === "forEach" &&
      isNode(called["object"])
    )
      return this.#rows(called["object"], body, { scope, title, spread: false });
    if (own === undefined || !/^(?:it|test)(?:\.\w+)?$|^(?:t|st|q|tap)\.test$/.test(callee(called)))
      return false;
    this.#enter(body, scope, { title: own });
    return true;
  }

  #rows(
    table: unknown,
    body: Node,
    { scope, title, spread }: { scope: Scope; title: string; spread: boolean },
  ): boolean {
    const [list, within] = isNode(table) ? scope.followed(table) : [undefined, scope];
    if (list?.type !== "ArrayExpression") return false;
    for (const row of nodesOf(list["elements"]).slice(0, rows)) {
      if (this.#rounds++ > mostRounds) return true;
      const [one, of] = within.followed(row);
      const parts = spread && one.type === "ArrayExpression" ? nodesOf(one["elements"]) : [row];
      const inner = new Scope(scope);
      nodesOf(body["params"]).forEach((param, place) =>
        inner.bind(param, parts[place], parts[0] === row ? within : of),
      );
      if (isNode(body["body"])) this.visit(body["body"], inner, title);
    }
    return true;
  }

  /** `for (const [given, wanted] of cases)`. */
  #loop(at: Node, scope: Scope, title: string): boolean {
    const [pattern] = isNode(at["left"]) ? nodesOf(at["left"]["declarations"]) : [];
    if (!isNode(pattern?.["id"]) || !isNode(at["body"])) return false;
    return this.#rows(at["right"], { ...at, params: [pattern["id"]] }, { scope, title, spread: false });
  }

  #put({ subject, value, gives, throws, awaited }: Assertion, scope: Scope, title: string): void {
    const [meant, within] = scope.followed(subject);
    const waits = meant.type === "AwaitExpression";
    const inner = waits ? meant["argument"] : meant;
    const target = isNode(inner) ? targetOf(inner, within) : "";
    if (!isNode(inner) || !target) return;
    const call = inlined(inner, within, this.#source);
    const given = value && inlined(value, scope, this.#source);
    if (!call || call.names.size === 0 || (value && given?.names.size !== 0)) return;
    if (call.text.length > longest || (given?.text.length ?? 0) > longest) return;
    const result = given?.text ?? gives;
    if (result === undefined && !throws) return;
    this.found.push({
      target,
      names: [...call.names],
      call: call.text,
      title,
      awaited: waits || awaited === true,
      ...((call.derived || meant !== subject || gives !== undefined) && { derived: true }),
      ...(result === undefined ? { throws: true } : { value: result }),
    });
  }
}

/** `require("…").name`, `await import("…")`: what they give is known by its name. */
const isImported = (value: unknown): boolean =>
  isNode(value) &&
  (value.type === "ImportExpression" ||
    (value.type === "CallExpression" && callee(value["callee"]) === "require") ||
    isImported(value["object"] ?? value["argument"]));

/** `f` of `f(1)` and `f(1).size`, `Queue.size` of `new Queue(2).size()`, `Queue` of `new Queue(2).limit`. */
function targetOf(node: Node, scope: Scope): string {
  const [at, within] = scope.followed(node);
  if (at.type === "NewExpression") return callee(at["callee"]);
  if (at.type === "AwaitExpression" || at.type.startsWith("TS")) {
    const inner = at["argument"] ?? at["expression"];
    return isNode(inner) ? targetOf(inner, within) : "";
  }
  const object = at["object"];
  if (at.type === "MemberExpression") return isNode(object) ? targetOf(object, within) : "";
  const called = at["callee"];
  if (at.type !== "CallExpression" || !isNode(called)) return "";
  if (called.type !== "MemberExpression" || called["computed"])
    return called.type === "Identifier" && within.value(callee(called)) === undefined ? callee(called) : "";
  const [owner] = isNode(called["object"]) ? within.followed(called["object"]) : [];
  const method = callee(called["property"]);
  if (owner?.type === "NewExpression") return `${callee(owner["callee"])}.${method}`;
  if (owner?.type === "CallExpression" || owner?.type === "AwaitExpression")
    return isNode(called["object"]) ? targetOf(called["object"], within) : "";
  return callee(called);
}

function assignedIn(program: Node): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, Node[]>();
  const visit = (at: Node): void => {
    const to =
      at.type === "AssignmentExpression"
        ? at["left"]
        : at.type === "UpdateExpression"
          ? at["argument"]
          : undefined;
    const value = at.type === "AssignmentExpression" && at["operator"] === "=" ? at["right"] : at;
    if (isNode(to) && to.type === "Identifier" && isNode(value)) {
      const name = String(to["name"]);
      found.set(name, [...(found.get(name) ?? []), value]);
    }
    children(at).forEach(visit);
  };
  visit(program);
  return found;
}
