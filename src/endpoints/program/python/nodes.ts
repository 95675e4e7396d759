import type { PythonNode as Node } from "../../../code/index.ts";
import type { Class, Expression, Fn, Statement, Target } from "../ir.ts";

export type { Node };

/** The readers of one file, which call each other recursively. */
export interface Front {
  readonly file: string;
  readonly text: (node: Node) => string;
  /** Names that functions of the module declare `global`. */
  readonly outer: Set<string>;
  expression(node: Node): Expression;
  target(node: Node): Target;
  fn(node: Node, decorators: readonly Expression[]): Fn;
  cls(node: Node, decorators: readonly Expression[]): Class;
  block(node: Node | undefined): readonly Statement[];
}

export const child = (node: Node, name: string): Node | undefined =>
  node.children.find((child) => child.name === name);

/** Splits children at commas into groups; commas between `for` and `in` separate names instead. */
export function split(nodes: readonly Node[]): readonly (readonly Node[])[] {
  const groups: Node[][] = [[]];
  let isTarget = false;
  for (const node of nodes) {
    if (node.name === "for" || node.name === "in") isTarget = node.name === "for";
    if (node.name === "," && !isTarget) groups.push([]);
    else groups.at(-1)?.push(node);
  }
  return groups.filter((group) => group.length > 0);
}

/** Children without the enclosing brackets. */
export const inside = (node: Node): readonly Node[] =>
  node.children.filter(({ name }) => !/^[()[\]{}]$/.test(name));

/** Splits children at the first node of a name: those before it and those after it. */
export function around(nodes: readonly Node[], name: string): readonly [readonly Node[], readonly Node[]] {
  const index = nodes.findIndex((node) => node.name === name);
  return index < 0 ? [nodes, []] : [nodes.slice(0, index), nodes.slice(index + 1)];
}
