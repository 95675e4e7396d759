import type { Expression, TypeMember, Class, Fn, Statement } from "../ir.ts";
import { parseEcmascript, type Dialect } from "../../../code/index.ts";

/** Fields of every syntax node; the others depend on its kind. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

export const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

export const child = (node: Node, field: string): Node | undefined => {
  const value = node[field];
  return isNode(value) ? value : undefined;
};

export const word = (value: unknown): string => (typeof value === "string" ? value : "");

const typescript: readonly Dialect[] = ["ts"];
const others: readonly Dialect[] = ["tsx", "ts", "jsx"];

/** Parses the statements of a module; `undefined` if no dialect accepts it. */
export function parseModule(path: string, source: string): readonly Node[] | undefined {
  const tree = parseEcmascript(source, /\.[mc]?ts$/.test(path) ? typescript : others);
  return tree && nodes(tree.program["body"]);
}

/** The name of a key or an identifier; `undefined` if it is computed. */
export function nameOf(node: Node | undefined): string | undefined {
  if (!node) return undefined;
  if (node.type === "Identifier" || node.type === "PrivateIdentifier") return word(node["name"]);
  if (node.type === "Literal") return String(node["value"]);
  return undefined;
}

/** The readers of one file, which call each other recursively. */
export interface Front {
  readonly file: string;
  expression(node: Node): Expression;
  type(node: Node): Expression | undefined;
  fn(node: Node): Fn;
  cls(node: Node): Class;
  block(node: Node | undefined): readonly Statement[];
}

const name = (text: string): Expression => ({ kind: "name", name: text });

const keywords: Readonly<Record<string, string>> = {
  TSStringKeyword: "string",
  TSNumberKeyword: "number",
  TSBooleanKeyword: "boolean",
  TSBigIntKeyword: "bigint",
};

function entity(node: Node): Expression {
  if (node.type === "TSQualifiedName") {
    const left = child(node, "left");
    const of = left ? entity(left) : name("");
    return { kind: "get", of, name: nameOf(child(node, "right")) ?? "" };
  }
  return name(word(node["name"]));
}

const members = (all: readonly Node[], front: Front): readonly TypeMember[] =>
  all.flatMap((member) => {
    const called = nameOf(child(member, "key"));
    if (member.type !== "TSPropertySignature" || called === undefined) return [];
    return [{ name: called, type: typeOf(member, front), optional: member["optional"] === true }];
  });

const several = (node: Node, op: "|" | "&", front: Front): Expression =>
  nodes(node["types"])
    .map((item) => typeOf(item, front) ?? name("any"))
    .reduce((left, right) => ({ kind: "binary", op, left, right }));

function generic(of: Expression, node: Node, front: Front): Expression {
  const args = child(node, "typeArguments") ?? child(node, "typeParameters");
  const types = args ? nodes(args["params"]).map((item) => typeOf(item, front) ?? name("any")) : [];
  if (!types.length) return of;
  return { kind: "index", of, at: { kind: "list", items: types.map((value) => ({ value })) } };
}

/** Reads a type as an expression: `A<B>` as an index, `A | B` as an operator, members as a shape. */
export function typeOf(node: Node, front: Front): Expression | undefined {
  const below = (field: string): Expression => {
    const found = child(node, field);
    return (found && typeOf(found, front)) ?? name("any");
  };
  switch (node.type) {
    case "TSTypeAnnotation":
    case "TSPropertySignature":
      return child(node, "typeAnnotation") && below("typeAnnotation");
    case "TSTypeReference": {
      const called = child(node, "typeName");
      return called && generic(entity(called), node, front);
    }
    case "TSInterfaceHeritage":
    case "TSClassImplements": {
      const called = child(node, "expression");
      return called && generic(front.expression(called), node, front);
    }
    case "TSTypeLiteral":
      return { kind: "shape", members: members(nodes(node["members"]), front), bases: [] };
    case "TSInterfaceDeclaration": {
      const body = child(node, "body");
      const bases = nodes(node["extends"]).flatMap((base) => typeOf(base, front) ?? []);
      return { kind: "shape", members: members(nodes(body?.["body"]), front), bases };
    }
    case "TSUnionType":
      return several(node, "|", front);
    case "TSIntersectionType":
      return several(node, "&", front);
    case "TSArrayType":
      return {
        kind: "index",
        of: name("Array"),
        at: { kind: "list", items: [{ value: below("elementType") }] },
      };
    case "TSTypeOperator":
    case "TSParenthesizedType":
      return below("typeAnnotation");
    case "TSLiteralType": {
      const value = child(node, "literal");
      return value && front.expression(value);
    }
    case "TSTypeQuery": {
      const called = child(node, "exprName");
      return called && generic({ kind: "get", of: name("typeof"), name: "" }, node, front) && entity(called);
    }
    case "TSIndexedAccessType": {
      const index = below("indexType");
      return { kind: "index", of: below("objectType"), at: index };
    }
    default:
      return name(keywords[node.type] ?? "any");
  }
}
