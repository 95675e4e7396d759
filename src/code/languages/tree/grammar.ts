import { createRequire } from "node:module";
import { packageFile } from "../../../lib/index.ts";

/** A node of a syntax tree; leaves are tokens. */
export class Node {
  readonly type: string;
  /** Its field name in its parent, if the grammar names one. */
  readonly field: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly parent: Node | undefined;
  readonly isNamed: boolean;
  readonly all: Node[] = [];
  readonly #source: string;

  constructor(
    { type, field, start, end, isNamed }: Pick<Node, "type" | "field" | "start" | "end" | "isNamed">,
    { source, parent }: { readonly source: string; readonly parent: Node | undefined },
  ) {
    [this.type, this.field, this.start, this.end] = [type, field, start, end];
    [this.isNamed, this.parent] = [isNamed, parent];
    this.#source = source;
  }

  get text(): string {
    return this.#source.slice(this.start, this.end);
  }

  /** Its source on one line. */
  get code(): string {
    return this.text
      .replaceAll(/\s+/g, " ")
      .replaceAll(/ (?=\.[a-z_\d])/g, "") // chained calls are on separate lines
      .trim();
  }

  /** Children other than punctuation, keywords and comments. */
  get named(): readonly Node[] {
    return this.all.filter(({ type, isNamed }) => isNamed && !isComment(type));
  }

  in(field: string): Node | undefined {
    return this.all.find((node) => node.field === field);
  }

  of(...types: readonly string[]): readonly Node[] {
    return this.all.filter(({ type }) => types.includes(type));
  }

  one(...types: readonly string[]): Node | undefined {
    return this.all.find(({ type }) => types.includes(type));
  }

  /** Yields the node and all its descendants; children of nodes that `enter` rejects are skipped. */
  *below(enter: (node: Node) => boolean = () => true): Generator<Node> {
    yield this;
    for (const child of this.all) if (enter(child)) yield* child.below(enter);
  }
}

export const isComment = (type: string): boolean =>
  type === "comment" || type === "line_comment" || type === "block_comment";

export interface Tree {
  readonly root: Node;
  readonly comments: readonly Node[];
}

/** The part of the parser's interface used here; its package declares it under another name. */
interface Cursor {
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly currentFieldName: string | null;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}
interface TreeSitter {
  readonly Parser: {
    new (): {
      setLanguage(language: object): void;
      parse(source: string): Parsed | null;
    };
    init(): Promise<void>;
  };
  readonly Language: { load(path: string): Promise<object> };
}

const require = createRequire(import.meta.url);
const fileOf = (name: string): string => packageFile("@vscode/tree-sitter-wasm", `wasm/${name}`);

type Named = "go" | "java" | "rust" | "python";

interface Parsed {
  readonly rootNode: { readonly hasError: boolean };
  walk(): Cursor;
  delete(): void;
}

async function parserOf(name: Named): Promise<(source: string) => Parsed | null> {
  const { Parser, Language } = require(fileOf("tree-sitter.js")) as TreeSitter; // see `TreeSitter` above
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(fileOf(`tree-sitter-${name}.wasm`)));
  return (source) => parser.parse(source);
}

/** Returns a function that checks that source has no syntax error. */
export async function checker(name: Named): Promise<(source: string) => boolean> {
  const parse = await parserOf(name);
  return (source) => {
    const parsed = parse(source);
    const fine = parsed?.rootNode.hasError === false;
    parsed?.delete();
    return fine;
  };
}

/** Returns a parser that yields nothing for source with a syntax error. */
export async function grammar(name: Named): Promise<(source: string) => Tree | undefined> {
  const parse = await parserOf(name);
  const recent: { readonly source: string; readonly tree: Tree | undefined }[] = [];
  return (source) => {
    const known = recent.find((item) => item.source === source);
    if (known) return known.tree;
    const parsed = parse(source);
    const tree = parsed && !parsed.rootNode.hasError ? copied(parsed.walk(), source) : undefined;
    parsed?.delete();
    recent.unshift({ source, tree });
    recent.length = Math.min(recent.length, 3); // each source is queried several times
    return tree;
  };
}

/** Copies the whole tree out of the parser: crossing its boundary node by node costs more than parsing. */
function copied(cursor: Cursor, source: string): Tree {
  const comments: Node[] = [];
  const make = (parent: Node | undefined): Node => {
    const { nodeType: type, startIndex: start, endIndex: end, nodeIsNamed: isNamed } = cursor;
    const field = cursor.currentFieldName ?? undefined;
    const node = new Node({ type, start, end, field, isNamed }, { source, parent });
    parent?.all.push(node);
    if (isComment(type)) comments.push(node);
    return node;
  };
  const root = make(undefined);
  let at = root;
  for (;;) {
    if (!isComment(at.type) && cursor.gotoFirstChild()) at = make(at);
    else {
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent() || !at.parent) return { root, comments };
        at = at.parent;
      }
      at = make(at.parent);
    }
  }
}

/** Whether both have the same tokens, ignoring comments. */
export function sameTokens(a: Tree | undefined, b: Tree | undefined): boolean {
  if (!a || !b) return false;
  if (a === b) return true;
  const [left, right] = [leaves(a.root), leaves(b.root)];
  for (;;) {
    const [result, other] = [left.next(), right.next()];
    if (result.done || other.done) return result.done === other.done;
    if (result.value.type !== other.value.type || result.value.text !== other.value.text) return false;
  }
}

function* leaves(root: Node): Generator<Node> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isComment(node.type)) continue;
    if (node.all.length === 0) {
      if (node.text.trim()) yield node; // a line break may be a token
    } else for (let place = node.all.length - 1; place >= 0; place--) stack.push(node.all[place] as Node); // the index is in range
  }
}
