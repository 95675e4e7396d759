import { stripVTControlCharacters } from "node:util";

/** Foreign text within a line of Markdown: it can't begin a tag, a link, a table cell or emphasis. */
export const inline = (text: string): string =>
  text
    .replaceAll(/[\p{Cf}\p{Co}]|(?!\s)\p{Cc}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*[\]<>|~]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_/gu, "\\$&");

/** Foreign text as code. */
export function span(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cf}\p{Co}\p{Cc}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (!plain) return "";
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const gap = longest || plain.startsWith("`") ? " " : "";
  return `${fence}${gap}${plain}${gap}${fence}`;
}

/** What a tag of Javadoc shows: the words behind a reference, else its last name. */
const shownOf = (text: string): string => {
  const [, reference = text, words] = /^([\w.]*#\w+(?:\([^()]*\))?|[\w.]+) +(.+)$/.exec(text) ?? [];
  return words ?? reference.replace(/^[\w.]*#(?=\w)/, "");
};

/** Roles of Sphinx, its literals and Javadoc's tags as code in backticks: `:class:`~a.B`` is `B`. */
const unrolled = (text: string): string =>
  text
    .replaceAll(/``([^`\n]+)``/g, "`$1`")
    .replaceAll(
      /\{@(?:code|literal|link|linkcode|linkplain|value) ([^{}`\n]+)\}/g,
      (_, text: string) => `\`${shownOf(text)}\``,
    )
    .replaceAll(/(?<![\w:])(?::[a-z]+){1,2}:`([^`\n]+)`/g, (_, text: string) => {
      const [shown = ""] = text.split(/ ?</, 1);
      const name = shown.startsWith("~") ? shown.split(".").at(-1) : shown.replace(/^[!.]/, "");
      return `\`${name ?? shown}\``;
    });

/** Prose that may hold code in backticks, as docstrings have it. */
export const prose = (text: string): string =>
  unrolled(text)
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") && part.length > 2 ? span(part.slice(1, -1)) : inlineKept(part)))
    .join("");

const inlineKept = (text: string): string => {
  const body = inline(text);
  return (
    `${/^\s/.test(text) && body ? " " : ""}${body}${/\s$/.test(text) && body ? " " : ""}` || (text ? " " : "")
  );
};

/** A line of a table: a bar would end a cell, in code too. */
const barred = (cell: string): string => cell.replaceAll(/(?<!\\)((?:\\\\)*)\|/g, "$1\\|");

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.map(barred).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line), ""];
}

/** A table without the columns that nothing fills. */
export function filled(columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const shown = columns.flatMap((_, place) => (rows.some((row) => row[place]) ? [place] : []));
  return table(
    shown.map((place) => columns[place] ?? ""),
    rows.map((row) => shown.map((place) => row[place] ?? "")),
  );
}

/** A block of code. Terminals obey control characters, and marks of ours would end the section that holds it. */
export const fenced = (code: string, language: string): readonly string[] => {
  const text = stripVTControlCharacters(code)
    .replaceAll(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "")
    .replaceAll("<!-- antiphon:", "<!-- ");
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, text.replace(/\n+$/, ""), fence, ""];
};

/** GitHub's anchor of a heading: of a leading picture the space stays, and so a dash. */
export const anchor = (heading: string): string =>
  heading
    .trim()
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/:[a-z0-9_+-]+:/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

/** A type as it reads on one line: members that stand on lines of their own need marks between them, and comments go. */
export const onOneLine = (type: string): string =>
  type
    .replaceAll(/\/\*[^]*?\*\/|^[ \t]*\/\/.*$/gm, "")
    .replaceAll(/\s*\n\s*/g, "\n")
    .replaceAll(/(?<![;,{[(<|&:=>?\n]|=>)\n(?=[\w$"'[(])/g, "; ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=[<([]) |,? (?=[)\]>])/g, "")
    .trim();
