import type { Declaration, Docstring } from "../../language.ts";
import type { Addition, Edit, Entry } from "../../study.ts";
import { wrapped } from "../../write/wrap.ts";
import { indentAt, lineAt } from "./above.ts";

/** Documentation in a run of line comments, as Go and Rust have it. */
export interface LineDocs {
  readonly mark: "//" | "///";
  /** What a line that isn't documentation begins with: a directive of tools. */
  readonly directive: RegExp;
  /** What the lines of a comment say, by parts. */
  read(lines: readonly Line[]): readonly Entry[];
  /** The lines of a new comment. */
  fresh(declaration: Declaration, addition: Addition): readonly string[];
  /** What a comment that is there lacks, as lines to be put at its end. */
  more(declaration: Declaration, addition: Addition, entries: readonly Entry[]): readonly string[];
}

/** A line of a comment. */
export interface Line {
  /** Without the mark and a blank after it. */
  readonly text: string;
  readonly start: number;
  /** With its line break. */
  readonly end: number;
  /** Where its text begins. */
  readonly at: number;
}

const width = 88;

export function linesOf(
  source: string,
  { docstring }: Declaration,
  { mark, directive }: LineDocs,
): readonly Line[] {
  const found: Line[] = [];
  if (!docstring || !source.startsWith(mark, docstring.range.start)) return found; // a block
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

/** Whether a summary says already what comes back. */
export const isTold = (summary: string, returns: string): boolean =>
  summary.includes(returns.replace(/^the result of (?=`)/, ""));

/** A text at the width, its later lines indented. */
export const folded = (text: string, later = "", first = ""): readonly string[] =>
  wrapped(text, width - first.length).map((line, place) => (place ? later : first) + line);

/** Blank lines between parts, none at either end. */
export const spaced = (parts: readonly (readonly string[])[]): readonly string[] =>
  parts.filter((part) => part.length).flatMap((part, place) => (place ? ["", ...part] : part));

/** A message within a sentence: `with "…"`, where no condition leads up to it. */
export const withMessages = (when: string): string => when.replaceAll(/(^|"; )(?=")/g, "$1with ");

/** With the full stop that a message at its end may have already. */
export const closed = (text: string): string => (/(?<!\.\.)[.!?]"$/.test(text) ? text : `${text}.`);

/** Nothing may end the line or hide what it says. */
export const safe = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, "");

/** What a run of comments says, for those who read and don't edit. */
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
