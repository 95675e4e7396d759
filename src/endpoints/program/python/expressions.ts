import type { Argument, Expression, Member, Parameter, Target } from "../ir.ts";
import { isLogic, logic } from "./logic.ts";
import { around, child, inside, split, type Front, type Node } from "./nodes.ts";

export const literal = (value: string | number | boolean | null | undefined): Expression => ({
  kind: "literal",
  value,
});
const opaque = (parts: readonly Expression[] = []): Expression => ({ kind: "opaque", parts });

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };

/** The value of a string literal without expressions. */
function stringOf(text: string): string {
  const [, prefix = "", quote = ""] = /^([a-zA-Z]*)("""|'''|"|')/.exec(text) ?? [];
  const body = text.slice(prefix.length + quote.length, text.length - quote.length);
  return /r/i.test(prefix)
    ? body
    : body.replaceAll(
        /\\([\s\S])/g,
        (_, sign: string) => escapes[sign] ?? (/["'\\]/.test(sign) ? sign : `\\${sign}`),
      );
}

function formatted(node: Node, front: Front): Expression {
  const text = front.text(node);
  const [open = ""] = /^[a-zA-Z]*(?:"""|'''|"|')/.exec(text) ?? [];
  const quote = open.replace(/^[a-zA-Z]*/, "");
  const parts: Expression[] = [];
  let index = node.from + open.length;
  const plain = (to: number): void => {
    const between = text
      .slice(index - node.from, to - node.from)
      .replaceAll("{{", "{")
      .replaceAll("}}", "}");
    if (between) parts.push(literal(between));
  };
  for (const replacement of node.children) {
    if (replacement.name !== "FormatReplacement") continue;
    plain(replacement.from);
    const inner = replacement.children.find(({ name }) => !/^(?:[{}]|Format\w+|=)$/.test(name));
    parts.push(inner ? front.expression(inner) : opaque());
    index = replacement.to;
  }
  plain(node.to - quote.length);
  return { kind: "text", parts };
}

/** Reads comma-separated nodes: one expression, or a tuple if there are several. */
export function listed(nodes: readonly Node[], front: Front): Expression {
  const groups = split(nodes);
  const [first] = groups;
  if (groups.length === 1 && first && !nodes.some(({ name }) => name === ",")) return one(first, front);
  return { kind: "list", items: groups.map((group) => argument(group, front)) };
}

/** Reads a group of nodes as one expression; a generator consists of several nodes. */
function one(group: readonly Node[], front: Front): Expression {
  if (group.some(({ name }) => name === "for")) return comprehension(group, front);
  const [first] = group;
  return first ? front.expression(first) : literal(undefined);
}

export function argument(group: readonly Node[], front: Front): Argument {
  const [first, second, third] = group;
  if (first?.name === "*") return { value: second ? front.expression(second) : opaque(), spread: "list" };
  if (first?.name === "**") return { value: second ? front.expression(second) : opaque(), spread: "object" };
  if (second?.name === "AssignOp" && third && first)
    return { value: one(group.slice(2), front), name: front.text(first) };
  return { value: one(group, front) };
}

/** `value for target in over if test …`: the first loop is the outer one, the others run inside it. */
function comprehension(nodes: readonly Node[], front: Front): Expression {
  const [values, rest] = around(nodes, "for");
  const [targets, after] = around(rest, "in");
  const over = after[0] ? front.expression(after[0]) : opaque();
  const more = after.slice(1);
  const [key, value] = around(values, ":");
  const nested = around(more, "for")[1];
  const loop = more.findIndex(({ name }) => name === "for");
  const loopParts = loop < 0 ? more : more.slice(0, loop);
  const when = loopParts.flatMap(({ name }, index) => {
    const test = name === "if" ? loopParts[index + 1] : undefined;
    return test ? [front.expression(test)] : [];
  });
  const inner = nested.length ? comprehension([...values, ...more.slice(loop)], front) : undefined;
  return {
    kind: "each",
    to: targetOf(targets, front),
    over,
    value: inner ?? one(value.length ? value : key, front),
    ...(value.length && key[0] && !inner ? { key: front.expression(key[0]) } : {}),
    ...(when.length ? { when } : {}),
  };
}

export function targetOf(nodes: readonly Node[], front: Front): Target {
  const groups = split(nodes);
  const [first] = groups;
  if (groups.length === 1 && first?.[0] && !nodes.some(({ name }) => name === ","))
    return front.target(first[0]);
  return {
    kind: "items",
    items: groups.flatMap((group) => {
      const inner = group.at(-1);
      return inner ? [{ to: front.target(inner) }] : [];
    }),
  };
}

export function target(node: Node, front: Front): Target {
  switch (node.name) {
    case "VariableName":
      return { kind: "name", name: front.text(node) };
    case "MemberExpression": {
      const access = front.expression(node);
      if (access.kind === "get") return { kind: "place", of: access.of, at: literal(access.name) };
      return access.kind === "index"
        ? { kind: "place", of: access.of, at: access.at }
        : { kind: "name", name: "" };
    }
    case "TupleExpression":
    case "ArrayExpression":
    case "ParenthesizedExpression":
      return targetOf(inside(node), front);
    default:
      return { kind: "name", name: "" };
  }
}

function member(node: Node, front: Front): Expression {
  const [object, mark] = node.children;
  if (!object) return opaque();
  const of = front.expression(object);
  if (mark?.name === ".") {
    const property = child(node, "PropertyName");
    return { kind: "get", of, name: property ? front.text(property) : "" };
  }
  const parts = node.children.slice(1).filter(({ name }) => name !== "[" && name !== "]");
  if (parts.some(({ name }) => name === ":")) return { kind: "opaque", parts: [of] };
  return { kind: "index", of, at: listed(parts, front) };
}

function binary(node: Node, front: Front): Expression {
  const [first, ...rest] = node.children;
  const last = rest.at(-1);
  if (!first || !last) return opaque();
  const op = rest
    .slice(0, -1)
    .map((part) => front.text(part))
    .join(" ");
  const [left, right] = [front.expression(first), front.expression(last)];
  return { kind: "binary", op, left, right };
}

function dictionary(node: Node, front: Front): Expression {
  const nodes = inside(node);
  if (nodes.some(({ name }) => name === "for")) return comprehension(nodes, front);
  const members = split(nodes).map((group): Member => {
    const [first, second] = group;
    if (first?.name === "**") return { value: second ? front.expression(second) : opaque() };
    const [key, value] = around(group, ":");
    return { key: key[0] ? front.expression(key[0]) : opaque(), value: one(value, front) };
  });
  return { kind: "object", members };
}

export const parameters = (node: Node | undefined, front: Front): readonly Parameter[] =>
  split(node ? inside(node) : []).flatMap((group): readonly Parameter[] => {
    const rest = group[0]?.name === "*" ? "list" : group[0]?.name === "**" ? "object" : undefined;
    const name = group.find((part) => part.name === "VariableName");
    if (!name) return [];
    const type = group.find((part) => part.name === "TypeDef")?.children.find((part) => part.name !== ":");
    const index = group.findIndex((part) => part.name === "AssignOp");
    const otherwise = index >= 0 ? group[index + 1] : undefined;
    return [
      {
        to: { kind: "name", name: front.text(name) },
        decorators: [],
        ...(type ? { type: typed(type, front) } : {}),
        ...(otherwise ? { otherwise: front.expression(otherwise) } : {}),
        ...(rest ? { rest } : {}),
      },
    ];
  });

/** Reads a type annotation; a quoted plain name is read as that name. */
export function typed(node: Node, front: Front): Expression {
  const type = front.expression(node);
  return type.kind === "literal" && typeof type.value === "string" && /^[\w.]+$/.test(type.value)
    ? { kind: "name", name: type.value }
    : type;
}

type Reader = (node: Node, front: Front) => Expression;

const array: Reader = (node, front) => {
  const nodes = inside(node);
  if (nodes.some(({ name }) => name === "for")) return comprehension(nodes, front);
  return { kind: "list", items: split(nodes).map((group) => argument(group, front)) };
};

const last: Reader = (node, front) => {
  const inner = node.children.at(-1);
  return inner ? front.expression(inner) : opaque();
};

const readers: Readonly<Record<string, Reader>> = {
  VariableName: (node, front) => {
    const name = front.text(node);
    return name === "super" ? { kind: "super" } : { kind: "name", name };
  },
  Number: (node, front) => literal(Number(front.text(node).replaceAll("_", ""))),
  Boolean: (node, front) => literal(front.text(node) === "True"),
  None: () => literal(null),
  Ellipsis: () => ({ kind: "name", name: "..." }),
  String: (node, front) => literal(stringOf(front.text(node))),
  FormatString: formatted,
  ContinuedString: (node, front) => ({
    kind: "text",
    parts: node.children.map((part) => front.expression(part)),
  }),
  ParenthesizedExpression: (node, front) => listed(inside(node), front),
  TupleExpression: array,
  ArrayExpression: array,
  SetExpression: array,
  ArrayComprehensionExpression: array,
  SetComprehensionExpression: array,
  ComprehensionExpression: array,
  DictionaryExpression: dictionary,
  DictionaryComprehensionExpression: dictionary,
  MemberExpression: member,
  CallExpression: (node, front) => {
    const [callee] = node.children;
    const args = child(node, "ArgList");
    return {
      kind: "call",
      callee: callee ? front.expression(callee) : opaque(),
      args: split(args ? inside(args) : []).map((group) => argument(group, front)),
      at: node.from,
    };
  },
  BinaryExpression: binary,
  UnaryExpression: (node, front) => {
    const [op] = node.children;
    const of = last(node, front);
    return { kind: "binary", op: op ? front.text(op) : "-", left: literal(0), right: of };
  },
  ConditionalExpression: (node, front) => {
    const [yes, , test, , no] = node.children;
    const read = (part: Node | undefined): Expression => (part ? front.expression(part) : opaque());
    return { kind: "choose", test: read(test), yes: read(yes), no: read(no) };
  },
  AwaitExpression: last,
  YieldExpression: (node, front) => ({
    kind: "yield",
    of: node.children.length > 1 ? last(node, front) : undefined,
  }),
  NamedExpression: (node, front) => {
    const [name] = node.children;
    return {
      kind: "assign",
      to: name ? front.target(name) : { kind: "name", name: "" },
      value: last(node, front),
    };
  },
  LambdaExpression: (node, front) => {
    const body = node.children.at(-1);
    return {
      kind: "function",
      fn: {
        name: "lambda",
        params: parameters(child(node, "ParamList"), front),
        body: body ? [{ kind: "return", of: front.expression(body) }] : [],
        decorators: [],
        file: front.file,
        at: node.from,
      },
    };
  },
};

export const expression = (node: Node, front: Front): Expression =>
  (isLogic(node) ? logic : readers[node.name])?.(node, front) ??
  opaque(node.children.map((part) => front.expression(part)));
