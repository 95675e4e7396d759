import type { Node } from "./syntax.ts";

interface Value {
  readonly node: Node;
  readonly scope: Scope;
}

/** What names stand for where an expression stands: values that are written there, or null for what only running tells. */
export class Scope {
  readonly #own = new Map<string, Value | null>();
  readonly #around: Scope | undefined;

  constructor(around?: Scope) {
    this.#around = around;
  }

  bind(name: string, value: Value | null): void {
    // what is given a value twice is known by none
    this.#own.set(name, this.#own.has(name) ? null : value);
  }

  /** Undefined for a name that nothing around gives a value. */
  value(name: string): Value | null | undefined {
    const value = this.#own.get(name);
    return value === undefined ? this.#around?.value(name) : value;
  }

  /** What a name stands for, of names and brackets too. */
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

/** An expression as it would stand alone. */
export interface Inlined {
  readonly text: string;
  /** What it takes from outside. */
  readonly names: ReadonlySet<string>;
  /** A call stands where its result was named: true only if nothing happened to that. */
  readonly derived: boolean;
}

const builtins = new Set(
  "True False None len str int float bool list dict set tuple bytes bytearray sorted reversed range type isinstance abs min max sum round repr complex frozenset object enumerate zip any all ord chr hex print".split(
    " ",
  ),
);

const impossible =
  /Comprehension|^(?:LambdaExpression|AwaitExpression|YieldExpression|NamedExpression|FormatString|⚠)$/;

/** What needs no brackets in front of a dot or beside an operator. */
const stands = new Set([
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

/** Deeper are no literals of tests. */
const deepest = 6;

/** An expression with the values of the names that a test gives them; undefined for one that isn't made of literals and calls. */
export function inlined(node: Node, scope: Scope, source: string): Inlined | undefined {
  const names = new Set<string>();
  let derived = false;
  const text = (node: Node, within: Scope, depth: number, parent?: Node): string | undefined => {
    if (impossible.test(node.name) || depth > deepest * 20) return undefined;
    if (node.name === "VariableName" && !isKeyword(node, parent)) return named(node, within, depth, parent);
    let [made, from] = ["", node.from];
    for (const child of node.children) {
      const inner = text(child, within, depth + 1, node);
      if (inner === undefined) return undefined;
      made += source.slice(from, child.from) + inner;
      from = child.to;
    }
    return made + source.slice(from, node.to);
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
    return beside && !stands.has(meant.node.name) ? `(${inner})` : inner;
  };
  const made = text(node, scope, 0);
  return made === undefined || made.length > 1000 ? undefined : { text: made, names, derived };
}

/** The name of what a call is handed by its name. */
function isKeyword(node: Node, parent: Node | undefined): boolean {
  if (parent?.name !== "ArgList") return false;
  return parent.children[parent.children.indexOf(node) + 1]?.name === "AssignOp";
}

/** Whether a value is made, rather than written. */
const makes = (node: Node): boolean => node.name === "CallExpression" || node.children.some(makes);
