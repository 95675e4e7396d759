import type { Argument, Expression, Member, Target } from "../ir.ts";
import { child, nameOf, nodes, word, type Front, type Node } from "./types.ts";

export const literal = (value: string | number | boolean | null | undefined): Expression => ({
  kind: "literal",
  value,
});
export const undefinedValue = literal(undefined);

export const argument = (node: Node, front: Front): Argument =>
  node.type === "SpreadElement"
    ? { value: field(node, "argument", front), spread: "list" }
    : { value: expression(node, front) };

const field = (node: Node, name: string, front: Front): Expression => {
  const found = child(node, name);
  return found ? expression(found, front) : undefinedValue;
};

/** The value of a property key, plain or computed. */
export const keyOf = (node: Node, front: Front): Expression => {
  const key = child(node, "key") ?? child(node, "property");
  if (!key) return undefinedValue;
  return node["computed"] === true ? expression(key, front) : literal(nameOf(key));
};

function member(node: Node, front: Front): Member {
  if (node.type === "SpreadElement") return { value: field(node, "argument", front) };
  return { key: keyOf(node, front), value: field(node, "value", front) };
}

/** The pattern on the left of an assignment. */
export function target(node: Node, front: Front): Target {
  switch (node.type) {
    case "Identifier":
      return { kind: "name", name: word(node["name"]) };
    case "AssignmentPattern":
      return target(child(node, "left") ?? node, front);
    case "MemberExpression":
      return { kind: "place", of: field(node, "object", front), at: keyOf(node, front) };
    case "ObjectPattern": {
      const rest = nodes(node["properties"]).find(({ type }) => type === "RestElement");
      const members = nodes(node["properties"]).flatMap((property) => {
        const value = child(property, "value");
        return property.type === "Property" && value
          ? [{ key: keyOf(property, front), ...withDefault(value, front) }]
          : [];
      });
      return { kind: "members", members, ...restOf(rest, front) };
    }
    case "ArrayPattern": {
      const all = Array.isArray(node["elements"]) ? (node["elements"] as readonly (Node | null)[]) : [];
      const rest = all.find((item) => item?.type === "RestElement") ?? undefined;
      const items = all
        .filter((item) => item?.type !== "RestElement")
        .map((item) => (item ? withDefault(item, front) : undefined));
      return { kind: "items", items, ...restOf(rest, front) };
    }
    default:
      return { kind: "name", name: "" };
  }
}

const restOf = (node: Node | undefined, front: Front): { rest?: Target } => {
  const inner = node && child(node, "argument");
  return inner ? { rest: target(inner, front) } : {};
};

export const withDefault = (node: Node, front: Front): { to: Target; otherwise?: Expression } =>
  node.type === "AssignmentPattern"
    ? { to: target(node, front), otherwise: field(node, "right", front) }
    : { to: target(node, front) };

function template(node: Node, front: Front): Expression {
  const quasis = nodes(node["quasis"]).map((part) => {
    const value = part["value"] as { cooked?: string };
    return literal(value.cooked ?? "");
  });
  const inner = nodes(node["expressions"]).map((part) => expression(part, front));
  return { kind: "text", parts: quasis.flatMap((text, index) => [text, ...inner.slice(index, index + 1)]) };
}

type Reader = (node: Node, front: Front) => Expression;

const inner =
  (name: string): Reader =>
  (node, front) =>
    field(node, name, front);

const logical = (node: Node, front: Front): Expression => ({
  kind: "logic",
  op: node["operator"] === "&&" ? "&&" : node["operator"] === "||" ? "||" : "??",
  left: field(node, "left", front),
  right: field(node, "right", front),
});

function assignment(node: Node, front: Front): Expression {
  const left = child(node, "left");
  if (!left) return undefinedValue;
  const op = word(node["operator"]);
  const value = field(node, "right", front);
  const to = target(left, front);
  if (op === "=") return { kind: "assign", to, value };
  const before = expression(left, front);
  const logic = op === "||=" || op === "&&=" || op === "??=";
  return {
    kind: "assign",
    to,
    value: logic
      ? { kind: "logic", op: op.slice(0, 2) as "||" | "&&" | "??", left: before, right: value }
      : { kind: "binary", op: op.slice(0, -1), left: before, right: value },
  };
}

const access: Reader = (node, front) => {
  const of = field(node, "object", front);
  const optional = node["optional"] === true ? { optional: true } : {};
  const property = child(node, "property");
  return node["computed"] === true && property
    ? { kind: "index", of, at: expression(property, front), ...optional }
    : { kind: "get", of, name: nameOf(property) ?? "", ...optional };
};

/** Makes a whole optional chain optional: `a?.b.c` is undefined if any part is missing. */
function loosened(of: Expression): Expression {
  if (of.kind === "get" || of.kind === "index") {
    const below = loosened(of.of);
    return below !== of.of || isLoose(below) ? { ...of, of: below, optional: true } : of;
  }
  if (of.kind !== "call") return of;
  const callee = loosened(of.callee);
  return callee !== of.callee || isLoose(callee) ? { ...of, callee, optional: true } : of;
}

const isLoose = (of: Expression): boolean =>
  (of.kind === "get" || of.kind === "index" || of.kind === "call") && of.optional === true;

const call: Reader = (node, front) => ({
  kind: "call",
  callee: field(node, "callee", front),
  args: nodes(node["arguments"]).map((item) => argument(item, front)),
  ...(node.type === "NewExpression" ? { construct: true } : {}),
  ...(node["optional"] === true ? { optional: true } : {}),
  at: placeOf(node),
});

/** The position of a call in a chain: that of its own method name. */
const placeOf = (node: Node): number => {
  const callee = child(node, "callee");
  const inner = callee && child(callee, "object");
  return inner?.type === "CallExpression"
    ? (child(callee ?? node, "property")?.start ?? node.start)
    : node.start;
};

/** `delete` of a member; a deleted name is ignored. */
const deletion = (to: Target): Expression =>
  to.kind === "place" ? { ...to, kind: "delete" } : { kind: "opaque", parts: [] };

const unary: Reader = (node, front) => {
  const of = field(node, "argument", front);
  const op = node["operator"];
  if (op === "!") return { kind: "not", of };
  // `typeof` becomes a call of a name that no program can use
  if (op === "typeof")
    return { kind: "call", callee: { kind: "name", name: op }, args: [{ value: of }], at: node.start };
  if (op === "+" || op === "-") return { kind: "binary", op, left: literal(0), right: of };
  const removed = child(node, "argument");
  if (op === "delete" && removed) return deletion(target(removed, front));
  // `~text.indexOf("a")`
  if (op === "~") return { kind: "binary", op: "-", left: literal(-1), right: of };
  return { kind: "opaque", parts: [of] };
};

const fn: Reader = (node, front) => ({ kind: "function", fn: front.fn(node) });
const cls: Reader = (node, front) => ({ kind: "class", cls: front.cls(node) });

/** Types that say nothing about a value's content. */
const vague = /^(?:any|unknown|const|string|number|boolean|bigint)$/;

/** `req.body as Note`. A cast of a plain name is ignored. */
function cast(node: Node, front: Front): Expression {
  const of = field(node, "expression", front);
  const annotation = child(node, "typeAnnotation");
  const type = annotation && front.type(annotation);
  const isRead = of.kind === "get" || of.kind === "call" || of.kind === "index";
  return isRead && type && !(type.kind === "name" && vague.test(type.name)) ? { kind: "cast", of, type } : of;
}

const verbs = new Set(["get", "post", "put", "patch", "delete", "all", "options", "head"]);

/** Gives a handler's request the type from the generics of a call, or from the handler's own type. */
export function handling(of: Expression, types: readonly Expression[]): Expression {
  const [request, ...rest] = of.kind === "function" ? of.fn.params : [];
  if (of.kind !== "function" || !request || request.type) return of;
  const items = types.map((value) => ({ value }));
  const type: Expression = {
    kind: "index",
    of: { kind: "name", name: "Request" },
    at: { kind: "list", items },
  };
  return { kind: "function", fn: { ...of.fn, params: [{ ...request, type }, ...rest] } };
}

/** `request.json<Note>()`, `app.post<{ Body: Note }>("/notes", handler)` */
const readCall: Reader = (node, front) => {
  const of = call(node, front);
  const callee = child(node, "callee");
  const typeArguments = child(node, "typeArguments") ?? child(node, "typeParameters");
  if (!typeArguments || of.kind !== "call") return of;
  const types = nodes(typeArguments["params"]).flatMap((node) => front.type(node) ?? []);
  const name = nameOf(callee && child(callee, "property")) ?? "";
  if (name === "json" && types[0]) return { kind: "cast", of, type: types[0] };
  if (!verbs.has(name) || !types.length) return of;
  return { ...of, args: of.args.map((arg) => ({ ...arg, value: handling(arg.value, types) })) };
};

const readers: Readonly<Record<string, Reader>> = {
  Identifier: (node) =>
    node["name"] === "undefined" ? undefinedValue : { kind: "name", name: word(node["name"]) },
  Literal: (node) => {
    const { value } = node;
    const plain = value === null || ["string", "number", "boolean"].includes(typeof value);
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    return regex
      ? {
          kind: "call",
          callee: { kind: "name", name: "RegExp" },
          args: [{ value: literal(regex.pattern) }, { value: literal(regex.flags) }],
          construct: true,
          at: node.start,
        }
      : plain
        ? literal(value as string | number | boolean | null)
        : { kind: "opaque", parts: [] };
  },
  TemplateLiteral: template,
  MemberExpression: access,
  CallExpression: readCall,
  NewExpression: call,
  ChainExpression: (node, front) => loosened(field(node, "expression", front)),
  AwaitExpression: inner("argument"),
  TSAsExpression: cast,
  TSSatisfiesExpression: inner("expression"),
  TSNonNullExpression: inner("expression"),
  TSTypeAssertion: cast,
  TSInstantiationExpression: inner("expression"),
  ParenthesizedExpression: inner("expression"),
  Decorator: inner("expression"),
  YieldExpression: (node, front) => ({
    kind: "yield",
    of: child(node, "argument") && field(node, "argument", front),
  }),
  MetaProperty: () => ({ kind: "name", name: "import.meta" }),
  ThisExpression: () => ({ kind: "this" }),
  Super: () => ({ kind: "super" }),
  FunctionExpression: fn,
  ArrowFunctionExpression: fn,
  ClassExpression: cls,
  ClassDeclaration: cls,
  FunctionDeclaration: fn,
  TSDeclareFunction: fn,
  TSInterfaceDeclaration: (node, front) => front.type(node) ?? undefinedValue,
  ArrayExpression: (node, front) => ({
    kind: "list",
    items: nodes(node["elements"]).map((item) => argument(item, front)),
  }),
  ObjectExpression: (node, front) => ({
    kind: "object",
    members: nodes(node["properties"]).map((item) => member(item, front)),
  }),
  ConditionalExpression: (node, front) => ({
    kind: "choose",
    test: field(node, "test", front),
    yes: field(node, "consequent", front),
    no: field(node, "alternate", front),
  }),
  LogicalExpression: logical,
  BinaryExpression: (node, front) => ({
    kind: "binary",
    op: word(node["operator"]),
    left: field(node, "left", front),
    right: field(node, "right", front),
  }),
  UnaryExpression: unary,
  // how often something is counted is known only at run time
  UpdateExpression: (node, front) => {
    const of = child(node, "argument");
    return of
      ? { kind: "assign", to: target(of, front), value: { kind: "opaque", parts: [] } }
      : undefinedValue;
  },
  AssignmentExpression: assignment,
  SequenceExpression: (node, front) => {
    const all = nodes(node["expressions"]).map((item) => expression(item, front));
    const last = all.at(-1);
    return last && all.length > 1
      ? { kind: "logic", op: "??", left: { kind: "opaque", parts: all }, right: last }
      : (last ?? undefinedValue);
  },
  // the tag is called with the literal text and each value in it
  TaggedTemplateExpression: (node, front) => {
    const values = nodes(child(node, "quasi")?.["expressions"]).map((item) => expression(item, front));
    const all = [{ kind: "opaque", parts: [] } as const, ...values];
    return {
      kind: "call",
      callee: field(node, "tag", front),
      args: all.map((value) => ({ value })),
      at: node.start,
    };
  },
  ImportExpression: (node, front) => ({ kind: "import", module: field(node, "source", front) }),
};

/** Reads any expression; one without a meaning for routes is opaque. */
export function expression(node: Node, front: Front): Expression {
  return readers[node.type]?.(node, front) ?? { kind: "opaque", parts: [] };
}
