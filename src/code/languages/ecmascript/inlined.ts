import { children, isNode, type Node, nodesOf } from "./parse.ts";

/** What names stand for where an expression stands: values that are written there, or undefined for what only running tells. */
export class Scope {
  readonly #own = new Map<string, { readonly node: Node; readonly scope: Scope } | undefined>();
  readonly #around: Scope | undefined;

  constructor(around?: Scope) {
    this.#around = around;
  }

  /** Undefined for a name that nothing around declares; null for one whose value isn't known. */
  value(name: string): { readonly node: Node; readonly scope: Scope } | null | undefined {
    if (this.#own.has(name)) return this.#own.get(name) ?? null;
    return this.#around?.value(name);
  }

  /** Gives the names of a pattern the parts of a value that stand for them. */
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

  /** What a name stands for, of names too. */
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

/** An expression as it would stand alone. */
export interface Inlined {
  readonly text: string;
  /** What it takes from outside. */
  readonly names: ReadonlySet<string>;
  /** A call or a `new` stands where its result was named: true only if nothing happened to that. */
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

/** Deeper are no literals of tests. */
const deepest = 6;

/** An expression with the values of the names that a test gives them; undefined for one that isn't made of literals and calls. */
export function inlined(node: Node, scope: Scope, source: string): Inlined | undefined {
  const names = new Set<string>();
  let derived = false;
  const text = (node: Node, within: Scope, depth: number): string | undefined => {
    const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
    const replace = ({ start, end }: Node, by: string): void => void edits.push({ start, end, text: by });
    const visit = (one: Node, bound: ReadonlySet<string>, parent?: Node): boolean => {
      if (impossible.has(one.type)) return false;
      if (typed.has(one.type)) {
        const inner = isNode(one["expression"]) ? text(one["expression"], within, depth + 1) : undefined;
        if (inner === undefined || bound.size > 0) return false;
        replace(one, inner);
        return true;
      }
      if (one.type === "ArrowFunctionExpression") return arrow(one, bound);
      if (one.type === "Identifier") return name(one, bound, parent);
      const skipped = keyIn(one);
      return children(one).every((child) => {
        if (child === one["typeArguments"] || child === one["typeParameters"]) {
          replace(child, "");
          return true;
        }
        return child === skipped || visit(child, bound, one);
      });
    };
    const arrow = (one: Node, bound: ReadonlySet<string>): boolean => {
      const own = nodesOf(one["params"]).map((param) => param["name"]);
      const body = one["body"];
      if (one["async"] || !isNode(body) || body.type === "BlockStatement") return false;
      if (!own.every((param) => typeof param === "string")) return false;
      for (const param of nodesOf(one["params"]))
        if (isNode(param["typeAnnotation"])) replace(param["typeAnnotation"], "");
      if (isNode(one["returnType"])) replace(one["returnType"], "");
      return visit(body, new Set([...bound, ...own.map(String)]), one);
    };
    const name = (one: Node, bound: ReadonlySet<string>, parent: Node | undefined): boolean => {
      const called = String(one["name"]);
      if (bound.has(called)) return true;
      const meant = within.value(called);
      if (meant === null || (meant && depth >= deepest)) return false;
      if (!meant) {
        if (!globals.has(called)) names.add(called);
        return true;
      }
      const inner = text(meant.node, meant.scope, depth + 1);
      if (inner === undefined) return false;
      if (makes(meant.node)) derived = true;
      const short = parent?.type === "Property" && parent["shorthand"] === true ? `${called}: ` : "";
      const alone =
        (parent?.type === "MemberExpression" && parent["object"] === one) ||
        parent?.["callee"] === one ||
        (parent?.type === "ArrowFunctionExpression" && inner.startsWith("{"));
      replace(one, short + (alone && !stands.has(meant.node.type) ? `(${inner})` : inner));
      return true;
    };
    if (!visit(node, new Set())) return undefined;
    let [made, from] = ["", node.start];
    for (const edit of edits.sort((a, b) => a.start - b.start)) {
      if (edit.start < from) continue; // within what was replaced
      made += source.slice(from, edit.start) + edit.text;
      from = edit.end;
    }
    made += source.slice(from, node.end);
    return made.length > 1000 ? undefined : made;
  };
  const made = text(node, scope, 0);
  return made === undefined ? undefined : { text: made, names, derived };
}

/** What needs no brackets before a dot. */
const stands = new Set([
  "CallExpression",
  "ArrayExpression",
  "Identifier",
  "MemberExpression",
  "TemplateLiteral",
  "NewExpression",
]);

/** The key of a member or a property, which is no name. */
const keyIn = (node: Node): unknown =>
  node["computed"]
    ? undefined
    : node.type === "MemberExpression"
      ? node["property"]
      : node.type === "Property"
        ? node["key"]
        : undefined;

/** Whether a value is made, rather than written. */
const makes = (node: Node): boolean =>
  ["CallExpression", "NewExpression", "AwaitExpression", "TaggedTemplateExpression"].includes(node.type) ||
  children(node).some(makes);
