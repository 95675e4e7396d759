import type { Shown } from "../../study.ts";
import { type Assertion, assertedBy } from "./asserted.ts";
import { Scope, inlined } from "./inlined.ts";
import { callee, children, functions, isNode, type Node, nodesOf, type Tree } from "./parse.ts";

/** Maximum number of table rows used as examples. */
const rows = 3;

/** Maximum number of row iterations in a file, since tables may nest. */
const mostRounds = 5000;
const longest = 200;

/** Returns what tests assert about calls with literal arguments: the call and its result. */
export function shownIn(source: string, tree: Tree): readonly Shown[] {
  const search = new Search(source, tree.program);
  search.visit(tree.program, new Scope(), "");
  return search.found;
}

class Search {
  readonly found: Shown[] = [];
  readonly #source: string;
  #rounds = 0;
  /** All values assigned to each name. */
  readonly #assigned: ReadonlyMap<string, readonly Node[]>;

  constructor(source: string, program: Node) {
    this.#source = source;
    this.#assigned = assignedIn(program);
  }

  visit(node: Node, scope: Scope, title: string): void {
    if (functions.has(node.type)) return this.#enter(node, scope, { title });
    const inner = node.type === "Program" || node.type === "BlockStatement" ? new Scope(scope) : scope;
    if (inner !== scope) this.#declare(nodesOf(node["body"]), inner);
    if (node.type === "ForOfStatement" && this.#loop(node, inner, title)) return;
    if (node.type === "CallExpression" && this.#call(node, inner, title)) return;
    const assertion = assertedBy(node);
    if (assertion) this.#put(assertion, inner, title);
    for (const child of children(node)) this.visit(child, inner, title);
  }

  /** Enters a function body, with the parameter values that are known. */
  #enter(
    node: Node,
    scope: Scope,
    { title, given = [] }: { title: string; given?: readonly (Node | undefined)[] },
  ): void {
    const inner = new Scope(scope);
    nodesOf(node["params"]).forEach((param, place) => inner.bind(param, given[place], scope));
    if (isNode(node["body"])) this.visit(node["body"], inner, title);
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

  /** Enters named tests, test tables, and loops over literal lists; false for any other call. */
  #call(node: Node, scope: Scope, title: string): boolean {
    const args = nodesOf(node["arguments"]);
    const body = args.findLast(({ type }) => functions.has(type));
    const called = node["callee"];
    if (!body || !isNode(called)) return false;
    const titleText =
      args[0]?.type === "Literal" && typeof args[0]["value"] === "string" ? args[0]["value"] : undefined;
    const table =
      called.type === "CallExpression" &&
      /^(?:it|test|describe)\.(?:\w+\.)?each$/.test(callee(called["callee"]));
    if (table)
      return this.#rows(nodesOf(called["arguments"])[0], body, {
        scope,
        title: /[%$]/.test(titleText ?? "%") ? "" : (titleText ?? ""),
        spread: true,
      });
    if (
      called.type === "MemberExpression" &&
      callee(called["property"]) === "forEach" &&
      isNode(called["object"])
    )
      return this.#rows(called["object"], body, { scope, title, spread: false });
    if (titleText === undefined || !/^(?:it|test)(?:\.\w+)?$|^(?:t|st|q|tap)\.test$/.test(callee(called)))
      return false;
    this.#enter(body, scope, { title: titleText });
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
      const [node, of] = within.followed(row);
      const parts = spread && node.type === "ArrayExpression" ? nodesOf(node["elements"]) : [row];
      const inner = new Scope(scope);
      nodesOf(body["params"]).forEach((param, place) =>
        inner.bind(param, parts[place], parts[0] === row ? within : of),
      );
      if (isNode(body["body"])) this.visit(body["body"], inner, title);
    }
    return true;
  }

  /** Enters `for (const [given, wanted] of cases)`. */
  #loop(node: Node, scope: Scope, title: string): boolean {
    const [pattern] = isNode(node["left"]) ? nodesOf(node["left"]["declarations"]) : [];
    if (!isNode(pattern?.["id"]) || !isNode(node["body"])) return false;
    return this.#rows(node["right"], { ...node, params: [pattern["id"]] }, { scope, title, spread: false });
  }

  #put({ subject, value, gives, loose, throws, awaited }: Assertion, scope: Scope, title: string): void {
    const [meant, within] = scope.followed(subject);
    const waits = meant.type === "AwaitExpression";
    const inner = waits ? meant["argument"] : meant;
    const target = isNode(inner) ? targetOf(inner, within) : "";
    if (!isNode(inner) || !target) return;
    const call = inlined(inner, within, this.#source);
    const expected = value && inlined(value, scope, this.#source);
    if (!call || call.names.size === 0 || (value && expected?.names.size !== 0)) return;
    if (call.text.length > longest || (expected?.text.length ?? 0) > longest) return;
    const result = expected?.text ?? gives;
    if (result === undefined && !throws) return;
    this.found.push({
      target,
      names: [...call.names],
      call: call.text,
      title,
      awaited: waits || awaited === true,
      ...((call.derived || meant !== subject || gives !== undefined) && { derived: true }),
      ...(result === undefined ? { throws: true } : { value: result }),
      ...(loose && { loose }),
    });
  }
}

/** Whether a value is imported by name: `require("…").name`, `await import("…")`. */
const isImported = (value: unknown): boolean =>
  isNode(value) &&
  (value.type === "ImportExpression" ||
    (value.type === "CallExpression" && callee(value["callee"]) === "require") ||
    isImported(value["object"] ?? value["argument"]));

/**
 * Returns the target: `f` for `f(1)` and `f(1).size`, `Queue.size` for `new Queue(2).size()`, `Queue` for
 * `new Queue(2).limit`.
 */
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
  const visit = (node: Node): void => {
    const to =
      node.type === "AssignmentExpression"
        ? node["left"]
        : node.type === "UpdateExpression"
          ? node["argument"]
          : undefined;
    const value = node.type === "AssignmentExpression" && node["operator"] === "=" ? node["right"] : node;
    if (isNode(to) && to.type === "Identifier" && isNode(value)) {
      const name = String(to["name"]);
      found.set(name, [...(found.get(name) ?? []), value]);
    }
    children(node).forEach(visit);
  };
  visit(program);
  return found;
}
