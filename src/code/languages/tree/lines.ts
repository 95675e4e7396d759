import type { Declaration, Docstring } from "../../language.ts";
import type { Addition, Edit, Entry } from "../../study.ts";
import { wrapped } from "../../write/wrap.ts";
import { indentAt, lineAt } from "./above.ts";

/** Documentation in consecutive line comments, as in Go and Rust. */
export interface LineDocs {
  readonly mark: "//" | "///";
  /** Matches lines that are tool directives, not documentation. */
  readonly directive: RegExp;
  /** Parses the lines of a comment into parts. */
  read(lines: readonly Line[]): readonly Entry[];
  /** Returns the lines of a new comment. */
  fresh(declaration: Declaration, addition: Addition): readonly string[];
  /** Returns the lines an existing comment lacks, to append to it. */
  more(declaration: Declaration, addition: Addition, entries: readonly Entry[]): readonly string[];
}

/** A line of a comment. */
export interface Line {
  /** Without the mark and the space after it. */
  readonly text: string;
  readonly start: number;
  /** Including its line break. */
  readonly end: number;
  /** Offset where its text begins. */
  readonly at: number;
}

const width = 88;

export function linesOf(
  source: string,
  { docstring }: Declaration,
  { mark, directive }: LineDocs,
): readonly Line[] {
  const found: Line[] = [];
  if (!docstring || !source.startsWith(mark, docstring.range.start)) return found; // a block comment
  for (let index = docstring.range.start; index < docstring.range.end;) {
    const line = lineAt(source, index);
    const from = source.indexOf(mark, index) + mark.length;
    const blank = source[from] === " " ? 1 : 0;
    const after = source.indexOf("\n", index);
    const end = after < 0 ? source.length : after + 1;
    if (!directive.test(source.slice(index, line.end).trim()))
      found.push({ text: source.slice(from + blank, line.end), start: line.start, end, at: from + blank });
    index = end + (/^[ \t]*/.exec(source.slice(end))?.[0].length ?? 0);
  }
  return found;
}

export function complete(
  source: string,
  declaration: Declaration,
  { docs, addition, entries }: { docs: LineDocs; addition: Addition; entries: readonly Entry[] },
): readonly Edit[] {
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const { start } = declaration.range;
  const indent = indentAt(source, start);
  const rows = (lines: readonly string[]): string =>
    lines
      .map((line) => `${indent}${docs.mark}${line && !line.startsWith("\t") ? ` ${line}` : line}${newline}`)
      .join("");
  if (!declaration.docstring) {
    const lines = docs.fresh(declaration, addition);
    const index = lineAt(source, start).start;
    return lines.length ? [{ range: { start: index, end: index }, text: rows(lines) }] : [];
  }
  const last = linesOf(source, declaration, docs).at(-1);
  const lines = last ? docs.more(declaration, addition, entries) : [];
  if (!last || lines.length === 0) return [];
  return [{ range: { start: last.end, end: last.end }, text: rows(lines) }];
}

/** Whether a summary already says what is returned. */
export const includesResult = (summary: string, returns: string): boolean =>
  summary.includes(returns.replace(/^the result of (?=`)/, ""));

/** Wraps a text at the width, with later lines indented. */
export const folded = (text: string, later = "", first = ""): readonly string[] =>
  wrapped(text, width - first.length).map((line, place) => (place ? later : first) + line);

/** Joins parts with blank lines between them. */
export const spaced = (parts: readonly (readonly string[])[]): readonly string[] =>
  parts.filter((part) => part.length).flatMap((part, place) => (place ? ["", ...part] : part));

/** Writes a message inside a sentence as `with "…"` if no condition precedes it. */
export const withMessages = (when: string): string => when.replaceAll(/(^|"; )(?=")/g, "$1with ");

/** Adds a full stop unless a message at the end has one. */
export const closed = (text: string): string => (/(?<!\.\.)[.!?]"$/.test(text) ? text : `${text}.`);

/** Makes text safe for a line comment: no line breaks, no invisible characters. */
export const safe = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, "");

/** Returns the docstring of a comment, for readers that don't edit it. */
export function docstringOf(entries: readonly Entry[]): Docstring {
  const of = (kind: Entry["kind"]): readonly Entry[] => entries.filter((entry) => entry.kind === kind);
  const [returns] = of("returns");
  return {
    summary: entries[0]?.text ?? "",
    parameters: Object.fromEntries(of("parameter").map(({ name, text }) => [name, text])),
    raises: of("raises").flatMap(({ name, text, at }) => (at ? [{ type: name, when: text }] : [])),
    ...(returns && { returns: returns.text }),
  };
}
