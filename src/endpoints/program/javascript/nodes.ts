import { parseEcmascript, type Dialect } from "../../../code/index.ts";
import type { Class, Expression, Fn, Statement } from "../ir.ts";

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
