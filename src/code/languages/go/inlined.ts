import type { Node } from "../tree/grammar.ts";

/** The value of a name: an expression, and the scope of its own names. */
export interface Value {
  readonly node: Node;
  readonly scope: Scope;
  /** Source of the type of a row or element literal that omits it. */
  readonly type?: string | undefined;
  /** Fields of a row by position, with their types. */
  readonly fields?: readonly (readonly [name: string, type: string])[] | undefined;
  /** It is the first result of a call whose second is an error. */
  readonly fallible?: boolean;
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

  /** Marks a name that is assigned elsewhere as unknown. */
  forget(name: string): void {
    if (this.#own.has(name) || !this.#around) this.#own.set(name, null);
    else this.#around.forget(name);
  }

  /** Types declared in this scope, by name. */
  readonly types = new Map<string, Node>();

  type(name: string): Node | undefined {
    return this.types.get(name) ?? this.#around?.type(name);
  }

  /** Returns a name's value; undefined if nothing around assigns it. */
  value(name: string): Value | null | undefined {
    const value = this.#own.get(name);
    return value === undefined ? this.#around?.value(name) : value;
  }

  /** Follows an expression to its value, through names, parentheses and row fields. */
  followed(node: Node): Value {
    let value: Value = { node, scope: this };
    for (let steps = 0; steps < 5; steps++) {
      const meant = meaning(value);
      if (!meant) break;
      value = value.fallible ? { ...meant, fallible: true } : meant;
    }
    return value;
  }
}

/** Takes one step; null for a value known only at run time. */
function meaning({ node, scope }: Value): Value | null | undefined {
  if (node.type === "identifier") return scope.value(node.text);
  if (node.type === "parenthesized_expression" && node.named[0]) return { node: node.named[0], scope };
  if (node.type !== "selector_expression") return undefined;
  const operand = node.in("operand");
  const row = operand?.type === "identifier" ? scope.value(operand.text) : undefined;
  return row?.fields ? fieldOf(row, node.in("field")?.text ?? "") : undefined;
}

/** Returns a row's field by name; undefined if the row omits it. */
function fieldOf({ node, scope, fields = [] }: Value, name: string): Value | undefined {
  const place = fields.findIndex(([fieldName]) => fieldName === name);
  if (place < 0) return undefined;
  const elements = elementsOf(node);
  const keyed = elements.find(({ key }) => key?.text === name);
  const found = keyed ?? (elements.some(({ key }) => key) ? undefined : elements[place]);
  return found ? { node: found.value, scope } : undefined;
}

/** Returns the elements of a literal, with their keys. */
export const elementsOf = (
  literal: Node,
): readonly { readonly key?: Node | undefined; readonly value: Node }[] =>
  literal.named.flatMap((node) => {
    const [key, value] =
      node.type === "keyed_element" ? [node.in("key"), node.in("value")] : [undefined, node];
    return value ? [{ key: key && bare(key), value: bare(value) }] : [];
  });

const bare = (element: Node): Node =>
  element.type === "literal_element" ? (element.named[0] ?? element) : element;

/** An expression rewritten to stand alone. */
export interface Inlined {
  readonly text: string;
  /** Names it uses from outside: packages, and declarations of the package. */
  readonly names: ReadonlySet<string>;
  /** A value replaces its name, which isn't always valid. */
  readonly derived: boolean;
  /** Statements that create its parts if those calls also return an error. */
  readonly before: readonly string[];
}

const builtins = new Set(
  "true false nil iota append cap complex copy imag len make max min new real string bool byte rune int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 complex64 complex128 error any comparable".split(
    " ",
  ),
);

const impossible = new Set(["func_literal", "channel_type", "type_assertion_expression", "ERROR"]);
const named = new Set(["identifier", "type_identifier", "package_identifier"]);
const deepest = 120;
const longest = 1000;

/** Inlines the values of a test's names into an expression; undefined if it isn't made of literals and calls. */
export function inlined(value: Value): Inlined | undefined {
  const names = new Set<string>();
  const before = new Map<string, string>();
  let derived = false;
  const text = (at: Value, depth: number): string | undefined => {
    const { node, scope, type } = at;
    if (impossible.has(node.type) || depth > deepest) return undefined;
    const meant = isKey(node) ? undefined : meaning(at);
    if (meant === null || (meant === undefined && isOfRow(at))) return undefined;
    if (meant?.fallible) return apart(node.text, meant, depth); // two results can't be an operand
    if (meant) {
      const inner = text(meant, depth + 20);
      if (node.type !== "parenthesized_expression") derived = true;
      const isOperand = /^(?:selector|call|binary|unary|index)_expression$/.test(node.parent?.type ?? "");
      const brackets =
        node.type === "parenthesized_expression" ||
        (isOperand && /^(?:binary|unary)_expression$/.test(meant.node.type));
      return inner !== undefined && brackets ? `(${inner})` : inner;
    }
    if (named.has(node.type) && !isKey(node) && !builtins.has(node.text)) names.add(node.text);
    let [result, from] = [type ?? "", node.start];
    for (const child of node.all) {
      const inner = text({ node: child, scope }, depth + 1);
      if (inner === undefined) return undefined;
      result += source(node, from, child.start) + inner;
      from = child.end;
    }
    return result + source(node, from, node.end);
  };
  const apart = (name: string, { node, scope }: Value, depth: number): string | undefined => {
    const inner = text({ node, scope }, depth + 20);
    const statement = `${name}, _ := ${inner}`;
    if (inner === undefined || (before.get(name) ?? statement) !== statement) return undefined;
    before.set(name, statement);
    return name;
  };
  const inlinedText = text(value, 0);
  return inlinedText === undefined || inlinedText.length > longest
    ? undefined
    : { text: inlinedText, names, derived, before: [...before.values()] };
}

const source = (node: Node, from: number, to: number): string =>
  node.text.slice(from - node.start, to - node.start);

/** Whether a selector reads a field that a row doesn't have. */
const isOfRow = ({ node, scope }: Value): boolean => {
  const operand = node.type === "selector_expression" ? node.in("operand") : undefined;
  return operand?.type === "identifier" && scope.value(operand.text) !== undefined
    ? Boolean(scope.value(operand.text)?.fields)
    : false;
};

/** Whether a name is a field key in a literal. */
function isKey(node: Node): boolean {
  const element = node.parent?.type === "literal_element" ? node.parent : node;
  if (element.field !== "key") return false;
  const literal = element.parent?.parent?.parent;
  return node.type === "identifier" && literal?.in("type")?.type !== "map_type";
}
