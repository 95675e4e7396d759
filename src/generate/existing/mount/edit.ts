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

/** What a file becomes; undefined where nothing is to be done. */
export type Edit = { readonly path: string; readonly before: string; readonly after: string };

/** A name that some file of the project gets from another. */
export interface Import {
  /** Exported name, and what it is called here. */
  readonly name: string;
  readonly local: string;
  readonly specifier: string;
}

/** The statement that requires a module: `const x = require("x")`. */
function isRequire(node: Node): boolean {
  if (node.type !== "VariableDeclaration") return false;
  return nodesOf(node["declarations"]).some((node) => {
    const init = member(node, "init");
    return init !== undefined && [...walk(init)].some((inner) => requested(inner) !== undefined);
  });
}

const isImport = (node: Node): boolean => node.type === "ImportDeclaration" || isRequire(node);

/** Behind everything that still stands in the line of an offset. */
export const lineEnd = (text: string, offset: number): number => {
  const comment = /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*\*\/[ \t]*)?/.exec(text.slice(offset))?.[0] ?? "";
  return offset + comment.trimEnd().length;
};

const newline = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** A new statement below another, indented as it is. */
export function below(text: string, statement: Node, code: string): Splice {
  const start = text.lastIndexOf("\n", statement.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
  const index = lineEnd(text, statement.end);
  return { start: index, end: index, text: `${newline(text)}${indent}${code}` };
}

/** How a file writes its statements. */
export interface Hand {
  readonly quote: (text: string) => string;
  readonly end: string;
}

/** The quotes and semicolons of the file itself, by its imports. */
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

/** The import in its place among those of the file where they are in order, else behind the last, in its own words. */
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

/** A name that nothing in the file has yet. */
export function freeName(program: Node, candidates: readonly string[]): string {
  const taken = new Set(
    [...walk(program)].flatMap((node) => (node.type === "Identifier" ? [String(node["name"])] : [])),
  );
  const [first = "added"] = candidates;
  return candidates.find((candidate) => !taken.has(candidate)) ?? `${first}${taken.size}`;
}

/** The edited file, which must parse as the first did. */
export function edited(source: Source, splices: readonly Splice[]): Edit {
  const after = spliced(source.text, splices);
  if (!treeOf({ path: source.path, text: after }))
    throw new Error(`The edit of ${source.path} doesn't parse.`);
  return { path: source.path, before: source.text, after };
}
