import { stripVTControlCharacters } from "node:util";

/** Escapes foreign text inside a Markdown line: no tag, link, table cell or emphasis can begin. */
export const inline = (text: string): string =>
  text
    .replaceAll(/[\p{Cf}\p{Co}]|(?!\s)\p{Cc}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\`*[\]<>|~]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_/gu, "\\$&");

/** Renders foreign text as a code span. */
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

/** Returns the visible text of a Javadoc tag: the label after a reference, else its last name. */
const shownOf = (text: string): string => {
  const [, reference = text, words] = /^([\w.]*#\w+(?:\([^()]*\))?|[\w.]+) +(.+)$/.exec(text) ?? [];
  return words ?? reference.replace(/^[\w.]*#(?=\w)/, "");
};

/** Converts Sphinx roles, literals and Javadoc tags to code spans: `:class:`~a.B`` becomes `B`. */
const unrolled = (text: string): string =>
  text
    .replaceAll(/``([^`\n]+)``/g, "`$1`")
    .replaceAll(
      /\{@(?:code|literal|link|linkcode|linkplain|value) ([^{}`\n]+)\}/g,
      (_, text: string) => `\`${shownOf(text)}\``,
    )
    .replaceAll(/(?<![\w:])(?::[a-z]+){1,2}:`([^`\n]+)`/g, (_, text: string) => {
      const [label = ""] = text.split(/ ?</, 1);
      const name = label.startsWith("~") ? label.split(".").at(-1) : label.replace(/^[!.]/, "");
      return `\`${name ?? label}\``;
    });

/** Escapes prose that may contain code spans, like docstrings. */
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

/** Escapes bars in a table cell, which would end it even in code. */
const barred = (cell: string): string => cell.replaceAll(/(?<!\\)((?:\\\\)*)\|/g, "$1\\|");

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.map(barred).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line), ""];
}

/** Renders a table without empty columns. */
export function filled(columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const filledColumns = columns.flatMap((_, place) => (rows.some((row) => row[place]) ? [place] : []));
  return table(
    filledColumns.map((place) => columns[place] ?? ""),
    rows.map((row) => filledColumns.map((place) => row[place] ?? "")),
  );
}

/** Renders a code block without control characters and without our section marks, which would end the section. */
export const fenced = (code: string, language: string): readonly string[] => {
  const text = stripVTControlCharacters(code)
    .replaceAll(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "")
    .replaceAll("<!-- antiphon:", "<!-- ");
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, text.replace(/\n+$/, ""), fence, ""];
};

/** Returns GitHub's anchor of a heading; the space after a leading emoji stays and becomes a dash. */
export const anchor = (heading: string): string =>
  heading
    .trim()
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/:[a-z0-9_+-]+:/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

/** Puts a type on one line: members on separate lines get separators, comments are removed. */
export const onOneLine = (type: string): string =>
  type
    .replaceAll(/\/\*[^]*?\*\/|^[ \t]*\/\/.*$/gm, "")
    .replaceAll(/\s*\n\s*/g, "\n")
    .replaceAll(/(?<![;,{[(<|&:=>?\n]|=>)\n(?=[\w$"'[(])/g, "; ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=[<([]) |,? (?=[)\]>])/g, "")
    .trim();
