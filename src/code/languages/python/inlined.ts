import type { Node } from "./syntax.ts";

interface Value {
  readonly node: Node;
  readonly scope: Scope;
}

/** The values of names in scope: expressions from the source, or null for values known only at run time. */
export class Scope {
  readonly #own = new Map<string, Value | null>();
  readonly #around: Scope | undefined;

  constructor(around?: Scope) {
    this.#around = around;
  }

  bind(name: string, value: Value | null): void {
    // a name assigned twice has no known value
    this.#own.set(name, this.#own.has(name) ? null : value);
  }

  /** Returns a name's value; undefined if nothing around assigns it. */
  value(name: string): Value | null | undefined {
    const value = this.#own.get(name);
    return value === undefined ? this.#around?.value(name) : value;
  }

  /** Follows a node to its value, through names and parentheses. */
  followed(node: Node, text: string): Value {
    let value: Value = { node, scope: this };
    for (let steps = 0; steps < 5; steps++) {
      const [, inner] = value.node.children;
      const meant =
        value.node.name === "VariableName"
          ? value.scope.value(text.slice(value.node.from, value.node.to))
          : value.node.name === "ParenthesizedExpression" && inner
            ? { node: inner, scope: value.scope }
            : undefined;
      if (!meant) break;
      value = meant;
    }
    return value;
  }
}

/** An expression rewritten to stand alone. */
export interface Inlined {
  readonly text: string;
  /** Names it uses from outside. */
  readonly names: ReadonlySet<string>;
  /** A call replaces the name of its result: correct only if nothing changed that result. */
  readonly derived: boolean;
}

const builtins = new Set(
  "True False None len str int float bool list dict set tuple bytes bytearray sorted reversed range type isinstance abs min max sum round repr complex frozenset object enumerate zip any all ord chr hex print".split(
    " ",
  ),
);

const impossible =
  /Comprehension|^(?:LambdaExpression|AwaitExpression|YieldExpression|NamedExpression|FormatString|⚠)$/;

/** Nodes that need no parentheses before a dot or next to an operator. */
const standalone = new Set([
  "String",
  "ContinuedString",
  "CallExpression",
  "MemberExpression",
  "VariableName",
  "ArrayExpression",
  "DictionaryExpression",
  "SetExpression",
  "TupleExpression",
  "ParenthesizedExpression",
]);

/** Test literals don't nest deeper. */
const deepest = 6;

/** Inlines the values of a test's names into an expression; undefined if it isn't made of literals and calls. */
export function inlined(node: Node, scope: Scope, source: string): Inlined | undefined {
  const names = new Set<string>();
  let derived = false;
  const text = (node: Node, within: Scope, depth: number, parent?: Node): string | undefined => {
    if (impossible.test(node.name) || depth > deepest * 20) return undefined;
    if (node.name === "VariableName" && !isKeyword(node, parent)) return named(node, within, depth, parent);
    let [result, from] = ["", node.from];
    for (const child of node.children) {
      const inner = text(child, within, depth + 1, node);
      if (inner === undefined) return undefined;
      result += source.slice(from, child.from) + inner;
      from = child.to;
    }
    return result + source.slice(from, node.to);
  };
  const named = (node: Node, within: Scope, depth: number, parent: Node | undefined): string | undefined => {
    const name = source.slice(node.from, node.to);
    const meant = within.value(name);
    if (meant === null) return undefined;
    if (!meant) {
      if (!builtins.has(name)) names.add(name);
      return name;
    }
    const inner = text(meant.node, meant.scope, depth + 20);
    if (inner === undefined) return undefined;
    if (makes(meant.node)) derived = true;
    const beside = parent && /^(?:Member|Call|Binary|Unary)Expression$/.test(parent.name);
    return beside && !standalone.has(meant.node.name) ? `(${inner})` : inner;
  };
  const inlinedText = text(node, scope, 0);
  return inlinedText === undefined || inlinedText.length > 1000
    ? undefined
    : { text: inlinedText, names, derived };
}

/** Whether a name is the keyword of an argument. */
function isKeyword(node: Node, parent: Node | undefined): boolean {
  if (parent?.name !== "ArgList") return false;
  return parent.children[parent.children.indexOf(node) + 1]?.name === "AssignOp";
}

/** Whether a value is created by a call rather than written as a literal. */
const makes = (node: Node): boolean => node.name === "CallExpression" || node.children.some(makes);
