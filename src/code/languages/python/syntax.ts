import { parser } from "@lezer/python";

/** A node of the syntax tree, without comments. */
export interface Node {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly children: readonly Node[];
}

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];

/** Deeper is no Python that somebody wrote. */
const deepest = 400;

/** The tree of a module; what is no Python stands in it as nodes called `⚠`. */
export const treeOf = (text: string): Node => copied(parser.parse(text).topNode, 0);

function copied({ name, from, to, firstChild }: SyntaxNode, depth: number): Node {
  const children: Node[] = [];
  for (let node = depth < deepest ? firstChild : null; node; node = node.nextSibling)
    if (node.name !== "Comment") children.push(copied(node, depth + 1));
  return { name, from, to, children };
}

const punctuation = new Set(["(", ")", "[", "]", "{", "}", ",", ":"]);

/** Children without brackets, commas and colons. */
export const parts = (node: Node): readonly Node[] =>
  node.children.filter(({ name }) => !punctuation.has(name));

/** What is handed to a call by its place; what has a name, a star or a round isn't. */
export function positional(list: Node | undefined): readonly Node[] {
  const groups: Node[][] = [[]];
  for (const child of list?.children.slice(1, -1) ?? []) {
    if (child.name === ",") groups.push([]);
    else groups.at(-1)?.push(child);
  }
  return groups.flatMap((group) => (group.length === 1 ? group : []));
}
