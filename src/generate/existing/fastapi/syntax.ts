import { parser } from "@lezer/python";
import type { Source } from "../syntax.ts";

export type { Source };

/** One statement of a Python file, with the statements inside it. */
export interface Statement {
  /** What the grammar calls it: `ImportStatement`, `AssignStatement`, `FunctionDefinition`, … */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Name of a function. */
  readonly name: string | undefined;
  readonly inner: readonly Statement[];
}

type Tree = ReturnType<typeof parser.parse>["topNode"];

const deepest = 100;

function* childrenOf(node: Tree): Generator<Tree> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child;
}

function statement(source: string, node: Tree, depth: number): Statement {
  const definition = node.name === "DecoratedStatement" ? (node.lastChild ?? node) : node;
  const name = definition.getChild("VariableName");
  return {
    kind: definition.name,
    start: node.from,
    end: node.to,
    text: source.slice(node.from, node.to),
    name: name && definition.name.endsWith("Definition") ? source.slice(name.from, name.to) : undefined,
    inner:
      depth < deepest ? [...childrenOf(definition)].flatMap((child) => within(source, child, depth + 1)) : [],
  };
}

const within = (source: string, node: Tree, depth: number): readonly Statement[] =>
  node.name === "Body"
    ? [...childrenOf(node)]
        .filter(({ name }) => /(?:Statement|Definition)$/.test(name))
        .map((child) => statement(source, child, depth))
    : [];

/** The statements of a module, as far as it can be read. */
export function statementsOf({ text }: Source): readonly Statement[] {
  return [...childrenOf(parser.parse(text).topNode)]
    .filter(({ name }) => /(?:Statement|Definition)$/.test(name))
    .map((node) => statement(text, node, 0));
}

/** Every list of statements that belong together: the module's, and those of all bodies in it. */
export function* blocksOf(statements: readonly Statement[]): Generator<readonly Statement[]> {
  yield statements;
  for (const { inner } of statements) if (inner.length) yield* blocksOf(inner);
}

/** What a module imports: `from a.b import c as d`, dots in front of a relative name. */
export interface Imported {
  readonly module: string;
  readonly name: string | undefined;
  readonly local: string;
}

/** The names that an import statement brings. */
export function importedBy({ kind, text }: Statement): readonly Imported[] {
  if (kind !== "ImportStatement") return [];
  const plain = text
    .replaceAll(/#[^\n]*|[()\\]|\s+/g, (found) => (/^[\s\\()]/.test(found) ? " " : ""))
    .trim();
  const from = /^from\s+([.\w\s]+?)\s+import\s+(.*)$/.exec(plain);
  const list = (from?.[2] ?? plain.replace(/^import\s+/, "")).split(",").map((one) => one.trim());
  return list.filter(Boolean).map((one) => {
    const [name = "", local = name] = one.split(/\s+as\s+/);
    return from
      ? { module: (from[1] ?? "").replaceAll(" ", ""), name, local }
      : { module: name, name: undefined, local };
  });
}

export const isTest = (path: string): boolean =>
  /(?:^|\/)(?:tests?|examples?|scripts|docs|alembic|migrations)\/|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/.test(
    path,
  );
