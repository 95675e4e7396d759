import type { Argument, Class, ClassField, Expression, Fn, Method, Parameter, Statement } from "../ir.ts";
import { withDefault } from "./expressions.ts";
import { child, nameOf, nodes, type Front, type Node } from "./types.ts";

const decorators = (node: Node, front: Front): readonly Expression[] =>
  nodes(node["decorators"]).map((item) => front.expression(item));

function typed(node: Node | undefined, front: Front): { type?: Expression } {
  const annotation = node && child(node, "typeAnnotation");
  const type = annotation && front.type(annotation);
  return type ? { type } : {};
}

function parameter(node: Node, front: Front): Parameter {
  if (node.type === "TSParameterProperty") {
    const inner = child(node, "parameter");
    return {
      ...parameter(inner ?? node, front),
      decorators: [...decorators(node, front), ...(inner ? decorators(inner, front) : [])],
      property: true,
    };
  }
  if (node.type === "RestElement") {
    const inner = child(node, "argument");
    return { ...withDefault(inner ?? node, front), decorators: [], rest: "list" };
  }
  const named = node.type === "AssignmentPattern" ? child(node, "left") : node;
  return { ...withDefault(node, front), ...typed(named, front), decorators: decorators(node, front) };
}

const parameters = (node: Node, front: Front): readonly Parameter[] => {
  const { params } = node;
  const all = nodes(Array.isArray(params) ? params : (params as { items?: unknown } | undefined)?.items);
  return all
    .filter((item) => !(item.type === "Identifier" && item["name"] === "this"))
    .map((item) => parameter(item, front));
};

export function functionOf(node: Node, front: Front, called?: string): Fn {
  const body = child(node, "body");
  const isExpression = body && body.type !== "BlockStatement" && body.type !== "FunctionBody";
  const statements: readonly Statement[] = !body
    ? []
    : isExpression
      ? [{ kind: "return", of: front.expression(body) }]
      : front.block(body);
  const returns = child(node, "returnType");
  const type = returns && front.type(returns);
  return {
    name: called ?? nameOf(child(node, "id")) ?? "",
    params: parameters(node, front),
    body: statements,
    decorators: decorators(node, front),
    ...(type ? { returns: type } : {}),
    ...(node.type === "ArrowFunctionExpression" ? { arrow: true } : {}),
    ...(node["generator"] === true ? { generator: true } : {}),
    file: front.file,
    at: node.start,
  };
}

function method(node: Node, front: Front): readonly Method[] {
  const value = child(node, "value");
  const called = nameOf(child(node, "key"));
  if (!value || called === undefined || !child(value, "body")) return [];
  const fn = { ...functionOf(value, front, called), decorators: decorators(node, front), at: node.start };
  const kind = node["kind"] === "get" || node["kind"] === "set" ? node["kind"] : "method";
  return [{ kind, fn }];
}

function classField(node: Node, front: Front): readonly ClassField[] {
  const called = nameOf(child(node, "key"));
  if (called === undefined) return [];
  const value = child(node, "value");
  return [
    {
      name: called,
      ...typed(node, front),
      ...(value ? { value: front.expression(value) } : {}),
      decorators: decorators(node, front),
      static: node["static"] === true,
      optional: node["optional"] === true,
    },
  ];
}

export function classOf(node: Node, front: Front): Class {
  const body = child(node, "body");
  const all = nodes(body?.["body"]);
  const base = child(node, "superClass");
  const bases: readonly Argument[] = base ? [{ value: front.expression(base) }] : [];
  return {
    name: nameOf(child(node, "id")) ?? "",
    bases,
    methods: all.filter(({ type }) => type === "MethodDefinition").flatMap((item) => method(item, front)),
    fields: all
      .filter(({ type }) => type === "PropertyDefinition" || type === "AccessorProperty")
      .flatMap((item) => classField(item, front)),
    body: all.filter(({ type }) => type === "StaticBlock").flatMap((item) => front.block(item)),
    decorators: decorators(node, front),
    file: front.file,
    at: node.start,
  };
}
