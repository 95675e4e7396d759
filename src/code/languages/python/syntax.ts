import { parser } from "@lezer/python";

/** A node of the syntax tree, without comments. */
export interface Node {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly children: readonly Node[];
}

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];

/** Deeper nesting doesn't occur in hand-written Python. */
const deepest = 400;

/** Returns a module's syntax tree; invalid Python appears as nodes named `⚠`. */
export const treeOf = (text: string): Node => copied(parser.parse(text).topNode, 0);

function copied({ name, from, to, firstChild }: SyntaxNode, depth: number): Node {
  const children: Node[] = [];
  for (let node = depth < deepest ? firstChild : null; node; node = node.nextSibling)
    if (node.name !== "Comment") children.push(copied(node, depth + 1));
  return { name, from, to, children };
}

const punctuation = new Set(["(", ")", "[", "]", "{", "}", ",", ":"]);

/** Returns the children without brackets, commas and colons. */
export const parts = (node: Node): readonly Node[] =>
  node.children.filter(({ name }) => !punctuation.has(name));

/** Returns the positional arguments of a call; keyword and starred arguments and comprehensions are excluded. */
export function positional(list: Node | undefined): readonly Node[] {
  const groups: Node[][] = [[]];
  for (const child of list?.children.slice(1, -1) ?? []) {
    if (child.name === ",") groups.push([]);
    else groups.at(-1)?.push(child);
  }
  return groups.flatMap((group) => (group.length === 1 ? group : []));
}
