import { pythonTree, type PythonNode as Node } from "../../../code/index.ts";
import type { Source } from "../syntax.ts";

export type { Source };

/** A Python statement with its nested statements. */
export interface Statement {
  /** The grammar's node name: `ImportStatement`, `AssignStatement`, `FunctionDefinition`, … */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly name: string | undefined;
  readonly inner: readonly Statement[];
}

const deepest = 100;

function statement(source: string, node: Node, depth: number): Statement {
  const definition = node.name === "DecoratedStatement" ? (node.children.at(-1) ?? node) : node;
  const name = definition.children.find((child) => child.name === "VariableName");
  return {
    kind: definition.name,
    start: node.from,
    end: node.to,
    text: source.slice(node.from, node.to),
    name: name && definition.name.endsWith("Definition") ? source.slice(name.from, name.to) : undefined,
    inner: definition.children
      .filter((child) => child.name === "Body" && depth < deepest)
      .flatMap((body) => statements(source, body, depth + 1)),
  };
}

const statements = (source: string, { children }: Node, depth = 0): readonly Statement[] =>
  children
    .filter(({ name }) => /(?:Statement|Definition)$/.test(name))
    .map((child) => statement(source, child, depth));

/** Returns the statements of a module, as far as it parses. */
export const statementsOf = ({ text }: Source): readonly Statement[] => statements(text, pythonTree(text));

/** Yields every block: the module's statements and those of each nested body. */
export function* blocksOf(statements: readonly Statement[]): Generator<readonly Statement[]> {
  yield statements;
  for (const { inner } of statements) if (inner.length) yield* blocksOf(inner);
}

/** A name that a module imports: `from a.b import c as d`; relative modules keep their leading dots. */
export interface Imported {
  readonly module: string;
  readonly name: string | undefined;
  readonly local: string;
}

/** Returns the names that an import statement binds. */
export function importedBy({ kind, text }: Statement): readonly Imported[] {
  if (kind !== "ImportStatement") return [];
  const plain = text
    .replaceAll(/#[^\n]*|[()\\]|\s+/g, (found) => (/^[\s\\()]/.test(found) ? " " : ""))
    .trim();
  const from = /^from\s+([.\w\s]+?)\s+import\s+(.*)$/.exec(plain);
  const list = (from?.[2] ?? plain.replace(/^import\s+/, "")).split(",").map((item) => item.trim());
  return list.filter(Boolean).map((item) => {
    const [name = "", local = name] = item.split(/\s+as\s+/);
    return from
      ? { module: (from[1] ?? "").replaceAll(" ", ""), name, local }
      : { module: name, name: undefined, local };
  });
}

export const isTest = (path: string): boolean =>
  /(?:^|\/)(?:tests?|examples?|scripts|docs|alembic|migrations)\/|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/.test(
    path,
  );
