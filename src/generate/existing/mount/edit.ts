import {
  importRank,
  member,
  nodesOf,
  requested,
  spliced,
  treeOf,
  walk,
  type Node,
  type Source,
  type Splice,
} from "../syntax.ts";

/** The text of a project file before and after an edit. */
export type Edit = { readonly path: string; readonly before: string; readonly after: string };

/** A name that a project file imports from another. */
export interface Import {
  /** The exported name and its local name. */
  readonly name: string;
  readonly local: string;
  readonly specifier: string;
}

/** Whether the statement requires a module: `const x = require("x")`. */
function isRequire(node: Node): boolean {
  if (node.type !== "VariableDeclaration") return false;
  return nodesOf(node["declarations"]).some((node) => {
    const init = member(node, "init");
    return init !== undefined && [...walk(init)].some((inner) => requested(inner) !== undefined);
  });
}

const isImport = (node: Node): boolean => node.type === "ImportDeclaration" || isRequire(node);

/** Returns the offset after everything else on the line of an offset. */
export const lineEnd = (text: string, offset: number): number => {
  const comment = /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*\*\/[ \t]*)?/.exec(text.slice(offset))?.[0] ?? "";
  return offset + comment.trimEnd().length;
};

const newline = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** Inserts a statement below another, with the same indentation. */
export function below(text: string, statement: Node, code: string): Splice {
  const start = text.lastIndexOf("\n", statement.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
  const index = lineEnd(text, statement.end);
  return { start: index, end: index, text: `${newline(text)}${indent}${code}` };
}

/** A file's style of statements. */
export interface Hand {
  readonly quote: (text: string) => string;
  readonly end: string;
}

/** Detects the file's quotes and semicolons from its imports. */
export function handOf({ text }: Source, program: Node): Hand {
  const statements = nodesOf(program["body"]);
  const imports = statements.filter(isImport);
  const sample = imports.length ? imports : statements;
  const source = sample.map(({ start, end }) => text.slice(start, end)).join("\n");
  const single = (source.match(/'/g)?.length ?? 0) > (source.match(/"/g)?.length ?? 0);
  const ended = sample.filter(({ end }) => text[end - 1] === ";").length;
  return {
    quote: (value) => (single && !/['\\]/.test(value) ? `'${value}'` : JSON.stringify(value)),
    end: ended * 2 >= sample.length ? ";" : "",
  };
}

/** Inserts the import in sorted position if the imports are sorted, else after the last, in the file's style. */
export function importing({ text }: Source, program: Node, { name, local, specifier }: Import): Splice {
  const statements = nodesOf(program["body"]);
  const imports = statements.filter(isImport);
  const last = imports.at(-1);
  const hand = handOf({ path: "", text }, program);
  const module = hand.quote(specifier);
  const requires = last ? last.type !== "ImportDeclaration" : /\brequire\(|\bmodule\.exports\b/.test(text);
  const code = requires
    ? `const { ${name === local ? name : `${name}: ${local}`} } = require(${module})${hand.end}`
    : `import { ${name === local ? name : `${name} as ${local}`} } from ${module}${hand.end}`;
  const ranks = imports.map((node) => importRank(requested(node) ?? ""));
  const isOrdered =
    !requires && ranks.every((rank, index) => index === 0 || (ranks[index - 1] ?? "") <= rank);
  const next = isOrdered ? imports[ranks.findIndex((rank) => rank > importRank(specifier))] : undefined;
  if (next) return { start: next.start, end: next.start, text: `${code}${newline(text)}` };
  if (last) return below(text, last, code);
  const directive = statements.findLast((node) => typeof node["directive"] === "string");
  if (directive) return below(text, directive, code);
  const index = statements[0]?.start ?? 0;
  return { start: index, end: index, text: `${code}${newline(text)}` };
}

/** Returns a name that the file doesn't use yet. */
export function freeName(program: Node, candidates: readonly string[]): string {
  const usedNames = new Set(
    [...walk(program)].flatMap((node) => (node.type === "Identifier" ? [String(node["name"])] : [])),
  );
  const [first = "added"] = candidates;
  return candidates.find((candidate) => !usedNames.has(candidate)) ?? `${first}${usedNames.size}`;
}

/** Applies the edits. Throws an Error if the result doesn't parse. */
export function edited(source: Source, splices: readonly Splice[]): Edit {
  const after = spliced(source.text, splices);
  if (!treeOf({ path: source.path, text: after }))
    throw new Error(`The edit of ${source.path} doesn't parse.`);
  return { path: source.path, before: source.text, after };
}
