import {
  parseSync,
  type ParseResult,
  type ParserOptions,
  rawTransferSupported,
  visitorKeys,
} from "oxc-parser";
import { nestsTooDeep } from "./depth.ts";

/** Fields of every syntax tree node; the others depend on its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export type Dialect = "ts" | "tsx" | "jsx";

export interface Tree {
  readonly program: Node;
  readonly comments: readonly {
    readonly block: boolean;
    readonly start: number;
    readonly end: number;
    readonly value: string;
  }[];
}

const recent: {
  readonly source: string;
  readonly dialects: readonly Dialect[];
  readonly tree: Tree | undefined;
}[] = [];

/** `read` with a cache of the last sources, since each is queried several times. */
export function parse(source: string, dialects: readonly Dialect[]): Tree | undefined {
  const known = recent.find((item) => item.source === source && item.dialects === dialects);
  if (known) return known.tree;
  const tree = read(source, dialects);
  recent.unshift({ source, dialects, tree });
  recent.length = Math.min(recent.length, 3);
  return tree;
}

/** Reading the tree from the parser's memory is two to four times as fast as through JSON. */
let sharesMemory = rawTransferSupported();

function parsedAs(lang: Dialect, source: string): ParseResult {
  const options: ParserOptions = { lang, preserveParens: false };
  if (sharesMemory)
    try {
      return parseSync(`source.${lang}`, source, {
        ...options,
        experimentalRawTransfer: true,
      } as ParserOptions); // missing in its types
    } catch (error) {
      const deep = error instanceof RangeError && error.message.includes("call stack");
      if (!deep) sharesMemory = false; // no shared buffer available; the other way always works
    }
  return parseSync(`source.${lang}`, source, options);
}

/** Returns the tree in the first dialect that parses the source, if any. */
function read(source: string, dialects: readonly Dialect[]): Tree | undefined {
  if (nestsTooDeep(source)) return undefined;
  for (const lang of dialects) {
    const parsed = parsedAs(lang, source);
    if (parsed.errors.some(({ severity }) => severity === "Error")) continue;
    return {
      program: parsed.program as unknown as Node, // one interface for all node types
      comments: parsed.comments.map(({ type, start, end, value }) => ({
        block: type === "Block",
        start,
        end,
        value,
      })),
    };
  }
  return undefined;
}

export const functions = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassDeclaration",
  "ClassExpression",
]);

/** Returns a chain of names as `a.b.c`; empty if the node isn't one. */
export function callee(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "ThisExpression") return "this";
  if (node.type === "Super") return "super";
  if (typeof node["name"] === "string") return node["name"];
  if (
    node.type === "ChainExpression" ||
    node.type === "TSNonNullExpression" ||
    node.type === "TSAsExpression"
  )
    return callee(node["expression"]);
  if (node.type !== "MemberExpression" || node["computed"]) return "";
  const owner = callee(node["object"]);
  const name = callee(node["property"]);
  return owner ? `${owner}.${name}` : name;
}

/** Nodes that stand for their inner expression. */
const wrapping = new Set([
  "AwaitExpression",
  "ChainExpression",
  "TSNonNullExpression",
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSTypeAssertion",
]);

/** Unwraps `await`, `as Box` and other nodes that don't change a value. */
export function unwrapped(node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  let at: unknown = node;
  while (isNode(at) && wrapping.has(at.type)) at = at["expression"] ?? at["argument"];
  return isNode(at) ? at : undefined;
}

/** Returns the alternatives of a value: `a ? b : c` and `a || b` have two; undefined if it is no choice. */
export function choicesOf(node: Node): readonly unknown[] | undefined {
  if (node.type === "ConditionalExpression") return [node["consequent"], node["alternate"]];
  return node.type === "LogicalExpression" ? [node["left"], node["right"]] : undefined;
}

/** Returns the parameter itself, which may declare a field: `private box: Box`. */
export const parameterIn = (node: Node): Node => (isNode(node["parameter"]) ? node["parameter"] : node);

/** Returns the type node of a type annotation. */
export function typeIn(annotation: unknown): Node | undefined {
  const type = isNode(annotation) ? annotation["typeAnnotation"] : undefined;
  return isNode(type) ? type : undefined;
}

/** Maximum number of parts of a chain. */
const longest = 5;

/**
 * Returns a chain of names and calls as `a.b().c`, `Box.open()` for `new Box().open()`; empty if it isn't
 * one or is too long.
 */
export function chainOf(node: unknown, most = longest): string {
  const at = unwrapped(node);
  if (!at || most === 0) return "";
  if (at.type === "NewExpression") return callee(at["callee"]);
  if (at.type === "CallExpression") {
    const called = chainOf(at["callee"], most);
    return called && called !== "super" ? `${called}()` : "";
  }
  if (at.type !== "MemberExpression") return callee(at);
  const owner = at["computed"] ? "" : chainOf(at["object"], most - 1);
  return owner ? `${owner}.${callee(at["property"])}` : "";
}

/** Returns the called name, with `().` before its last part if the receiver is unknown. */
export function calledName(called: unknown): string {
  if (!isNode(called)) return "";
  if (called.type === "Identifier") return callee(called);
  const member = unwrapped(called);
  if (member?.type !== "MemberExpression") return callee(member);
  if (member["computed"]) return "";
  for (let at = member["object"]; ; at = at["object"]) {
    if (!isNode(at)) return "";
    if (at.type === "Identifier" || at.type === "ThisExpression" || at.type === "Super")
      return callee(called);
    if (at.type !== "MemberExpression" || at["computed"]) break;
  }
  return chainOf(called) || `().${callee(member["property"])}`;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"; // called for every field

export const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : [];

const fields: Readonly<Record<string, readonly string[] | undefined>> = visitorKeys;

/** Returns all direct child nodes. */
export function children(node: Node): readonly Node[] {
  const found: Node[] = [];
  for (const key of fields[node.type] ?? []) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) found.push(item);
    } else if (isNode(value)) found.push(value);
  }
  return found;
}

const types = new Set([
  "typeAnnotation",
  "typeParameters",
  "typeArguments",
  "returnType",
  "superTypeArguments",
  "implements",
]);
const runs = new Map(
  Object.entries(visitorKeys).map(([type, visitorKey]) => [
    type,
    visitorKey.filter((key) => !types.has(key)),
  ]),
);
const nothing: readonly string[] = [];

/** Returns the fields of a node type that hold runtime code: all but types. */
export const running = (type: string): readonly string[] => runs.get(type) ?? nothing;

const positions = new Set(["start", "end", "range", "loc", "raw", "parent"]);

/** Whether two trees are equal, ignoring positions and the spelling of literals. */
export function alike(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => alike(item, b[index]))
    );
  if (a instanceof RegExp && b instanceof RegExp) return String(a) === String(b);
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left).filter((key) => !positions.has(key));
  const others = Object.keys(right).filter((key) => !positions.has(key));
  if (keys.length !== others.length) return false;
  // tags see a template's raw text
  const raw = left["type"] === undefined && "cooked" in left ? ["raw"] : [];
  return [...keys, ...raw].every((key) => Object.hasOwn(right, key) && alike(left[key], right[key]));
}
