import { children, isNode, nodesOf, parseEcmascript, type Node } from "../../code/index.ts";

export interface Source {
  /** Path from the project root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export { children, isNode, nodesOf, type Node };

/** Returns the syntax tree of a TypeScript or JavaScript file, or `undefined` if it doesn't parse. */
export const treeOf = ({ path, text }: Source): Node | undefined =>
  parseEcmascript(text, /\.[mc]?ts$/.test(path) ? ["ts"] : ["jsx", "ts"])?.program;

/** Yields a node and everything below it, in source order. */
export function* walk(root: Node): Generator<Node> {
  const open = [root]; // no recursion: sources may nest to any depth
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    open.push(...children(node).toReversed());
  }
}

/** A replacement of a text range; ranges must not overlap. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function spliced(text: string, splices: readonly Splice[]): string {
  let result = "";
  let index = 0;
  for (const { start, end, text: replacement } of splices.toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  )) {
    if (start < index) continue;
    result += text.slice(index, start) + replacement;
    index = end;
  }
  return result + text.slice(index);
}

export const member = (node: Node, field: string): Node | undefined => {
  const value = node[field];
  return isNode(value) ? value : undefined;
};

export const nameOf = (node: Node | undefined): string | undefined =>
  typeof node?.["name"] === "string" ? node["name"] : undefined;

/** Returns the value of a string literal, whatever its quotes. */
export function stringOf(node: Node | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node?.type !== "TemplateLiteral" || nodesOf(node["expressions"]).length) return undefined;
  const [quasi] = nodesOf(node["quasis"]);
  const value = quasi?.["value"] as { readonly cooked?: string } | undefined; // value of a template element
  return value?.cooked;
}

/** Returns the module that an import statement or `require` call names. */
export function requested(node: Node): string | undefined {
  if (node.type === "ImportDeclaration") return stringOf(member(node, "source"));
  if (node.type !== "CallExpression" || nameOf(member(node, "callee")) !== "require") return undefined;
  return stringOf(nodesOf(node["arguments"])[0]);
}

/**
 * Returns a sort key for imports, as linters expect: Node modules, packages, own modules from further away, siblings.
 */
export function importRank(specifier: string): string {
  if (!specifier.startsWith(".")) return `${specifier.startsWith("node:") ? 0 : 1}${specifier}`;
  const levels = specifier.split("/").filter((part) => part === "..").length;
  return `2${99 - levels}${specifier}`;
}

/** Resolves a relative specifier in the file at `path` to a project path without extension. */
export function resolved(path: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const parts = path.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") {
      if (!parts.length) return undefined;
      parts.pop();
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/").replace(/\.[mc]?[jt]s$/, "");
}

/** Whether the specifier in `path` refers to the file `target`, or to the folder whose index it is. */
export function leadsTo(path: string, specifier: string, target: string): boolean {
  const place = resolved(path, specifier);
  const bare = target.replace(/\.[mc]?[jt]s$/, "");
  return place !== undefined && (place === bare || `${place}/index` === bare);
}

/** Returns the specifier from the file at `path` to `target` (both project paths), with this ending. */
export function specifierTo(path: string, target: string, end: string): string {
  const here = path.split("/").slice(0, -1);
  const there = target.split("/");
  while (here.length && there.length > 1 && here[0] === there[0]) {
    here.shift();
    there.shift();
  }
  const whole = `${here.length ? "../".repeat(here.length) : "./"}${there.join("/")}`;
  const ended = whole.replace(/\.[mc]?[jt]s$/, end);
  return end === "" ? ended.replace(/(.)\/index$/, "$1") : ended;
}
