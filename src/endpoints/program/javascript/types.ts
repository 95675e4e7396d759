import type { Expression, TypeMember } from "../ir.ts";
import { child, nameOf, nodes, word, type Front, type Node } from "./nodes.ts";

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
