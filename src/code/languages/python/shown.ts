import type { Shown } from "../../study.ts";
import { inlined, Scope } from "./inlined.ts";
import { type Node, parts, positional, treeOf } from "./syntax.ts";

/** Maximum number of table rows used as examples. */
const rows = 3;

/** Maximum number of row iterations in a file, since loops may nest. */
const mostRounds = 5000;
const longest = 200;

/** Returns what tests assert about calls with literal arguments: the call and its result. */
export function shownIn(text: string): readonly Shown[] {
  const search = new Search(text);
  search.block(treeOf(text), new Scope(), "");
  return search.found;
}

const equal = /^assert(?:Equals?|(?:Dict|List|Tuple|Set|Sequence|Count|MultiLine)Equal|Is)$/;
const expectations = new Map([
  ["assertTrue", "True"],
  ["assertFalse", "False"],
  ["assertIsNone", "None"],
]);

interface Assertion {
  readonly subject: Node;
  readonly value?: Node | undefined;
  /** The expected value, if the assertion's name states it. */
  readonly gives?: string | undefined;
  /** The result is only as true as the expected value. */
  readonly loose?: boolean;
}

class Search {
  readonly found: Shown[] = [];
  #rounds = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  #word = (node: Node | undefined): string => (node ? this.#text.slice(node.from, node.to) : "");

  /** Visits the statements of a module, a class or a function. */
  block(block: Node, scope: Scope, title: string): void {
    this.#bindAll(block, scope);
    this.#statements(block, scope, title);
  }

  #statements(block: Node, scope: Scope, title: string): void {
    for (const child of block.children) this.#statement(child, scope, title);
  }

  #statement(node: Node, scope: Scope, title: string, decorators: readonly Node[] = []): void {
    const body = node.children.find(({ name }) => name === "Body");
    if (node.name === "DecoratedStatement") {
      const [last] = node.children.slice(-1);
      if (last) this.#statement(last, scope, title, node.children.slice(0, -1));
    } else if (node.name === "ClassDefinition" && body) this.block(body, new Scope(scope), title);
    else if (node.name === "FunctionDefinition" && body) this.#function(node, body, { scope, decorators });
    else if (node.name === "ForStatement" && body) this.#loop(node, body, { scope, title });
    else if (body)
      for (const inner of node.children) if (inner.name === "Body") this.#statements(inner, scope, title);
    const assertion = this.#assertion(node);
    if (assertion) this.#put(assertion, scope, title);
  }

  #function(
    node: Node,
    body: Node,
    { scope, decorators }: { scope: Scope; decorators: readonly Node[] },
  ): void {
    const name = this.#word(node.children.find(({ name: kind }) => kind === "VariableName"));
    const params = node.children.find(({ name: kind }) => kind === "ParamList");
    const title = name.startsWith("test") ? name.replace(/^test_?/, "").replaceAll("_", " ") : "";
    const tables = decorators.flatMap((decorator) => this.#table(decorator, scope));
    for (let round = 0; round < (tables.length ? rows : 1); round++) {
      if (round > 0 && tables.every((table) => table.rows.length <= round)) break;
      const inner = new Scope(scope);
      const rowValues = new Map(tables.flatMap((table) => this.#row(table, round, scope)));
      for (const param of params ? parts(params) : [])
        if (param.name === "VariableName") {
          const value = rowValues.get(this.#word(param));
          inner.bind(this.#word(param), value ? { node: value, scope } : null);
        }
      this.block(body, inner, tables.length ? "" : title);
    }
  }

  /** Enters `@pytest.mark.parametrize("a, b", [(1, 2)])`. */
  #table(
    decorator: Node,
    scope: Scope,
  ): readonly { readonly names: readonly string[]; readonly rows: readonly Node[] }[] {
    const list = decorator.children.find(({ name }) => name === "ArgList");
    if (!list || !/\bparametrize\s*\(/.test(this.#word(decorator))) return [];
    const [names, values] = positional(list);
    if (!names || !values) return [];
    const strings = names.name === "String" ? [names] : parts(names).filter(({ name }) => name === "String");
    const table = scope.followed(values, this.#text).node;
    if (!/^(?:Array|Tuple)Expression$/.test(table.name)) return [];
    return [
      {
        names: strings.flatMap((node) =>
          this.#word(node)
            .slice(1, -1)
            .split(",")
            .map((name) => name.trim()),
        ),
        rows: parts(table),
      },
    ];
  }

  #row(
    { names, rows: all }: { readonly names: readonly string[]; readonly rows: readonly Node[] },
    round: number,
    scope: Scope,
  ): readonly (readonly [string, Node])[] {
    const row = all[Math.min(round, all.length - 1)];
    if (!row) return [];
    const node = scope.followed(row, this.#text).node;
    const named = node.name === "CallExpression" && /^(?:pytest\.)?param$/.test(this.#word(node.children[0]));
    const values = named
      ? positional(node.children[1])
      : names.length > 1 && /^(?:Array|Tuple)Expression$/.test(node.name)
        ? parts(node)
        : [row];
    return values.length === names.length
      ? names.flatMap((name, place) => (values[place] ? [[name, values[place]] as const] : []))
      : [];
  }

  /** Enters `for given, wanted in [(1, 2)]`. */
  #loop(node: Node, body: Node, { scope, title }: { scope: Scope; title: string }): void {
    const index = node.children.findIndex(({ name }) => name === "in");
    const targets = node.children.slice(1, index).filter(({ name }) => name === "VariableName");
    const list = node.children[index + 1];
    const table = list && scope.followed(list, this.#text).node;
    const all = table && /^(?:Array|Tuple)Expression$/.test(table.name) ? parts(table).slice(0, rows) : [];
    for (const row of all.length ? all : [undefined]) {
      if (this.#rounds++ > mostRounds) return;
      const inner = new Scope(scope);
      const values = row && targets.length > 1 ? parts(row) : row ? [row] : [];
      targets.forEach((target, place) => {
        const value = values.length === targets.length ? values[place] : undefined;
        inner.bind(this.#word(target), value ? { node: value, scope } : null);
      });
      this.#statements(body, inner, title);
    }
  }

  /** Binds every name assigned in a function; those assigned in nested blocks too, but with unknown values. */
  #bindAll(block: Node, scope: Scope, certain = true): void {
    for (const child of block.children) {
      if (child.name === "AssignStatement") this.#assign(child, scope, certain);
      else if (child.name === "UpdateStatement") scope.bind(this.#word(child.children[0]), null);
      if (/^(?:Function|Class)Definition$|^DecoratedStatement$/.test(child.name)) continue;
      const opens = child.name === "WithStatement" || child.name === "TryStatement";
      for (const inner of child.children) {
        if (inner.name === "Body") this.#bindAll(inner, scope, certain && opens);
        else if (inner.name === "as")
          scope.bind(this.#word(child.children[child.children.indexOf(inner) + 1]), null);
      }
    }
  }

  #assign(node: Node, scope: Scope, certain: boolean): void {
    const index = node.children.findIndex(({ name }) => name === "AssignOp");
    const targets = node.children.slice(0, index).filter(({ name }) => name !== "," && name !== "TypeDef");
    const values = node.children.slice(index + 1).filter(({ name }) => name !== ",");
    targets.forEach((target, place) => {
      const value = certain && values.length === targets.length ? values[place] : undefined;
      const names =
        target.name === "VariableName"
          ? [target]
          : parts(target).filter(({ name }) => name === "VariableName");
      for (const name of target.name === "MemberExpression" ? [] : names)
        scope.bind(this.#word(name), value && name === target ? { node: value, scope } : null);
    });
  }

  #assertion(node: Node): Assertion | undefined {
    if (node.name === "AssertStatement" && node.children[1]) return this.#testedBy(node.children[1]);
    const call = node.name === "ExpressionStatement" ? node.children[0] : undefined;
    const [called, list] = call?.name === "CallExpression" ? call.children : [];
    const method = this.#word(called).replace(/^self\./, "");
    const [subject, value] = positional(list);
    if (!subject || called?.name !== "MemberExpression") return undefined;
    if (equal.test(method) && value) return this.#turned(subject, value);
    const result = expectations.get(method);
    return result === undefined
      ? undefined
      : result === "True"
        ? this.#testedBy(subject)
        : { subject, gives: result, loose: result === "False" };
  }

  /** Parses an assertion: `f(1) == 2`, `f(1) is None`, `f(1)`, `not f(1)`. */
  #testedBy(test: Node): Assertion | undefined {
    const [first, second, third] = test.children;
    if (test.name === "UnaryExpression")
      return first?.name === "not" && second && isCall(second)
        ? { subject: second, gives: "False", loose: true }
        : undefined;
    if (test.name !== "BinaryExpression")
      return isCall(test) ? { subject: test, gives: "True", loose: true } : undefined;
    const operator = this.#word(second);
    if (!first || !third || test.children.length !== 3) return undefined;
    if (operator === "==") return this.#turned(first, third);
    const constant = this.#word(third);
    return operator === "is" && /^(?:None|True|False)$/.test(constant)
      ? { subject: first, value: third }
      : undefined;
  }

  /** Swaps the sides if the expected value comes first. */
  #turned(first: Node, second: Node): Assertion {
    return isCall(second) &&
      /^(?:String|ContinuedString|Number|Boolean|None|\w+Expression)$/.test(first.name) &&
      !isCall(first)
      ? { subject: second, value: first }
      : { subject: first, value: second };
  }

  #put({ subject, value, gives, loose }: Assertion, scope: Scope, title: string): void {
    const meant = scope.followed(subject, this.#text);
    const target = this.#target(meant.node, meant.scope);
    const call = target ? inlined(meant.node, meant.scope, this.#text) : undefined;
    const expected = value && inlined(value, scope, this.#text);
    const result = expected?.text ?? gives;
    if (!call || result === undefined || call.names.size === 0) return;
    const [callText, resultText] = [onOneLine(call.text), onOneLine(result)];
    if (callText === undefined || resultText === undefined) return;
    const derived =
      call.derived || meant.node !== subject || gives !== undefined || expected?.names.size !== 0;
    this.found.push({
      target,
      names: [...new Set([...call.names, ...(expected?.names ?? [])])],
      call: callText,
      value: resultText,
      title,
      awaited: false,
      ...(derived && { derived }),
      ...(loose && { loose }),
    });
  }

  /** Returns the target: `f` for `f(1)`, `Queue.size` for `Queue(2).size()`, `Queue` for `Queue(2).limit`. */
  #target(node: Node, scope: Scope): string {
    const { node: at, scope: within } = scope.followed(node, this.#text);
    const [first, second] = at.children;
    if (at.name === "MemberExpression") return first ? this.#target(first, within) : "";
    if (at.name !== "CallExpression" || !first) return "";
    if (first.name === "VariableName")
      return within.value(this.#word(first)) === undefined ? this.#word(first) : "";
    const [object] = first.children;
    if (first.name !== "MemberExpression" || !object || !second) return "";
    const owner = within.followed(object, this.#text).node;
    if (owner.name !== "CallExpression")
      return /^[\w.]+$/.test(this.#word(first)) && owner === object ? this.#word(first) : "";
    const target = this.#target(object, within);
    const isClass = /^_*[A-Z]/.test(target.split(".").at(-1) ?? "");
    return isClass ? `${target}.${this.#word(first.children.at(-1))}` : target;
  }
}

/** Whether a node is a call, or a part of its result. */
const isCall = ({ name, children: [first] }: Node): boolean =>
  name === "CallExpression" || (name === "MemberExpression" && first !== undefined && isCall(first));

/** Joins bracketed lines into one; undefined if it contains a multi-line string or a comment. */
function onOneLine(text: string): string | undefined {
  const joined = text.includes("\n")
    ? text
        .replaceAll(/\s*\n\s*/g, " ")
        .replaceAll(/,? (?=[\])}])/g, "")
        .replaceAll(/(?<=[[({]) /g, "")
    : text;
  const isUnjoinable = /["']{3}|#/.test(text) && text.includes("\n");
  return isUnjoinable || joined.length > longest ? undefined : joined;
}
