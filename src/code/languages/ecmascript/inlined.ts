import { children, isNode, type Node, nodesOf } from "./parse.ts";

/** The values of names in scope: expressions from the source, or undefined for values known only at run time. */
export class Scope {
  readonly #own = new Map<string, { readonly node: Node; readonly scope: Scope } | undefined>();
  readonly #around: Scope | undefined;

  constructor(around?: Scope) {
    this.#around = around;
  }

  /** Returns a name's value: undefined if nothing around declares it, null if its value isn't known. */
  value(name: string): { readonly node: Node; readonly scope: Scope } | null | undefined {
    if (this.#own.has(name)) return this.#own.get(name) ?? null;
    return this.#around?.value(name);
  }

  /** Binds the names of a pattern to the matching parts of a value. */
  bind(pattern: unknown, value: unknown, scope: Scope): void {
    if (!isNode(pattern)) return;
    const [to, from] = isNode(value) ? scope.followed(value) : [undefined, scope];
    if (pattern.type === "Identifier")
      this.#own.set(String(pattern["name"]), isNode(value) ? { node: value, scope } : undefined);
    else if (pattern.type === "ArrayPattern") {
      const parts = to?.type === "ArrayExpression" && Array.isArray(to["elements"]) ? to["elements"] : [];
      nodesOf(pattern["elements"]).forEach((node, place) => this.bind(node, parts[place], from));
    } else if (pattern.type === "ObjectPattern")
      for (const node of nodesOf(pattern["properties"]))
        this.bind(node["value"] ?? node["argument"], to && propertyOf(to, keyOf(node)), from);
    else this.bind(pattern["left"] ?? pattern["argument"] ?? pattern["parameter"], undefined, from);
  }

  /** Follows a name to its value, also through other names. */
  followed(node: Node): readonly [node: Node, scope: Scope] {
    let [at, scope]: readonly [Node, Scope] = [node, this];
    for (let steps = 0; at.type === "Identifier" && steps < 5; steps++) {
      const meant = scope.value(String(at["name"]));
      if (!meant) break;
      [at, scope] = [meant.node, meant.scope];
    }
    return [at, scope];
  }
}

const keyOf = (property: Node): string | undefined => {
  const key = property["key"];
  if (!isNode(key) || property["computed"]) return undefined;
  return String(key["name"] ?? key["value"]);
};

const propertyOf = (object: Node, key: string | undefined): unknown =>
  key !== undefined && object.type === "ObjectExpression"
    ? nodesOf(object["properties"]).find((node) => keyOf(node) === key)?.["value"]
    : undefined;

const globals = new Set(
  "undefined NaN Infinity Math Number String Boolean Date Map Set Array Object Error RegExp URL URLSearchParams BigInt Symbol JSON TypeError RangeError Uint8Array Promise".split(
    " ",
  ),
);

/** An expression rewritten to stand alone. */
export interface Inlined {
  readonly text: string;
  /** Names it uses from outside. */
  readonly names: ReadonlySet<string>;
  /** A call or `new` replaces the name of its result: correct only if nothing changed that result. */
  readonly derived: boolean;
}

const impossible = new Set([
  "FunctionExpression",
  "ClassExpression",
  "ThisExpression",
  "Super",
  "YieldExpression",
  "AssignmentExpression",
  "UpdateExpression",
  "ImportExpression",
  "MetaProperty",
  "JSXElement",
  "JSXFragment",
]);
const typed = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "TSTypeAssertion"]);

/** Test literals don't nest deeper. */
const deepest = 6;

/** Inlines the values of a test's names into an expression; undefined if it isn't made of literals and calls. */
export function inlined(node: Node, scope: Scope, source: string): Inlined | undefined {
  const found = { names: new Set<string>(), derived: false };
  const text = new Inliner(source, scope, 0, found).text(node);
  return text === undefined ? undefined : { text, ...found };
}

/** State shared by all parts of an expression. */
interface Found {
  readonly names: Set<string>;
  derived: boolean;
}

/** Inlines one expression with the values of a scope. */
class Inliner {
  readonly #source: string;
  readonly #scope: Scope;
  readonly #depth: number;
  readonly #found: Found;
  readonly #edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];

  constructor(source: string, scope: Scope, depth: number, found: Found) {
    this.#source = source;
    this.#scope = scope;
    this.#depth = depth;
    this.#found = found;
  }

  text(node: Node): string | undefined {
    if (!this.#visit(node, new Set())) return undefined;
    let [text, from] = ["", node.start];
    for (const edit of this.#edits.sort((a, b) => a.start - b.start)) {
      if (edit.start < from) continue; // inside a replaced part
      text += this.#source.slice(from, edit.start) + edit.text;
      from = edit.end;
    }
    text += this.#source.slice(from, node.end);
    return text.length > 1000 ? undefined : text;
  }

  #inner(node: Node, scope: Scope): string | undefined {
    return new Inliner(this.#source, scope, this.#depth + 1, this.#found).text(node);
  }

  #replace({ start, end }: Node, text: string): void {
    this.#edits.push({ start, end, text });
  }

  #visit(node: Node, bound: ReadonlySet<string>, parent?: Node): boolean {
    if (impossible.has(node.type)) return false;
    if (typed.has(node.type)) {
      const inner = isNode(node["expression"]) ? this.#inner(node["expression"], this.#scope) : undefined;
      if (inner === undefined || bound.size > 0) return false;
      this.#replace(node, inner);
      return true;
    }
    if (node.type === "ArrowFunctionExpression") return this.#arrow(node, bound);
    if (node.type === "Identifier") return this.#name(node, bound, parent);
    const skipped = keyIn(node);
    return children(node).every((child) => {
      if (child === node["typeArguments"] || child === node["typeParameters"]) {
        this.#replace(child, "");
        return true;
      }
      return child === skipped || this.#visit(child, bound, node);
    });
  }

  #arrow(node: Node, bound: ReadonlySet<string>): boolean {
    const parameters = nodesOf(node["params"]).map((parameter) => parameter["name"]);
    const body = node["body"];
    if (node["async"] || !isNode(body) || body.type === "BlockStatement") return false;
    if (!parameters.every((name) => typeof name === "string")) return false;
    for (const parameter of nodesOf(node["params"]))
      if (isNode(parameter["typeAnnotation"])) this.#replace(parameter["typeAnnotation"], "");
    if (isNode(node["returnType"])) this.#replace(node["returnType"], "");
    return this.#visit(body, new Set([...bound, ...parameters.map(String)]), node);
  }

  #name(node: Node, bound: ReadonlySet<string>, parent: Node | undefined): boolean {
    const name = String(node["name"]);
    if (bound.has(name)) return true;
    const meant = this.#scope.value(name);
    if (meant === null || (meant && this.#depth >= deepest)) return false;
    if (!meant) {
      if (!globals.has(name)) this.#found.names.add(name);
      return true;
    }
    const inner = this.#inner(meant.node, meant.scope);
    if (inner === undefined) return false;
    if (makes(meant.node)) this.#found.derived = true;
    const short = parent?.type === "Property" && parent["shorthand"] === true ? `${name}: ` : "";
    const alone =
      (parent?.type === "MemberExpression" && parent["object"] === node) ||
      parent?.["callee"] === node ||
      (parent?.type === "ArrowFunctionExpression" && inner.startsWith("{"));
    this.#replace(node, short + (alone && !standalone.has(meant.node.type) ? `(${inner})` : inner));
    return true;
  }
}

/** Nodes that need no parentheses before a dot. */
const standalone = new Set([
  "CallExpression",
  "ArrayExpression",
  "Identifier",
  "MemberExpression",
  "TemplateLiteral",
  "NewExpression",
]);

/** Returns the key of a member or property, which isn't a name to resolve. */
const keyIn = (node: Node): unknown =>
  node["computed"]
    ? undefined
    : node.type === "MemberExpression"
      ? node["property"]
      : node.type === "Property"
        ? node["key"]
        : undefined;

/** Whether a value is created by a call or `new` rather than written as a literal. */
const makes = (node: Node): boolean =>
  ["CallExpression", "NewExpression", "AwaitExpression", "TaggedTemplateExpression"].includes(node.type) ||
  children(node).some(makes);
