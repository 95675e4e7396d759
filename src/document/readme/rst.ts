import type { Managed } from "./managed.ts";

const block = /^\.\. antiphon:begin [a-z-]+\n[^]*?^\.\. antiphon:end [a-z-]+\n*/gm;

/** Removes previously added sections from a reStructuredText README. */
export const withoutRst = (text: string): string => text.replaceAll(block, "");

/** Whether the README contains a previously added section. */
export const hasRst = (text: string, key: string): boolean => text.includes(`.. antiphon:begin ${key}\n`);

/** Returns the underline of section headings: the second mark in use, else the first. */
function underlineOf(text: string): string {
  const marks = [...text.matchAll(/^\S[^\n]*\n([=\-~^"'`#*+])\1{2,}[ \t]*$/gm)].map(([, mark = ""]) => mark);
  return [...new Set(marks)][1] ?? (marks[0] === "-" ? "=" : "-");
}

/** Converts Markdown code spans and links to reStructuredText. */
const inline = (text: string): string =>
  text
    .replaceAll(/`([^`]+)`/g, "``$1``")
    .replaceAll(/\[([^\][]+)\]\(([^()\s]+)\)/g, "`$1 <$2>`__")
    .replaceAll(/\\([\\`*_{}[\]<>#|!])/g, "$1");

const indented = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line ? `   ${line}` : line));

/** Converts rows of a Markdown table, without the line below the header. */
const table = (rows: readonly string[]): readonly string[] => [
  ".. list-table::",
  "   :header-rows: 1",
  "",
  ...rows
    .filter((row) => !/^\|[\s|:-]+\|$/.test(row))
    .flatMap((row) =>
      row
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell, place) => `   ${place ? "  -" : "* -"} ${inline(cell.trim())}`),
    ),
];

/** Converts a Markdown section to reStructuredText; we generate it, so each line's form is known. */
function converted(markdown: string, mark: string): string {
  const lines = markdown.trim().split("\n");
  const out: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const until = (ends: (one: string) => boolean): readonly string[] => {
      const end = lines.findIndex((line, place) => place > index && ends(line));
      const found = lines.slice(index, end < 0 ? lines.length : end);
      index += found.length - 1;
      return found;
    };
    const [, title] = /^#+ (.+)$/.exec(line) ?? [];
    const [, fence = "", language = ""] = /^(`{3,})(\w*)$/.exec(line) ?? [];
    if (title !== undefined) out.push(inline(title), mark.repeat(inline(title).length));
    else if (fence) {
      const [, ...code] = until((one) => one === fence);
      index += 1;
      out.push(`.. code-block:: ${language || "text"}`, "", ...indented(code));
    } else if (line.startsWith("|")) out.push(...table(until((one) => !one.startsWith("|"))));
    else out.push(inline(line));
  }
  return out.join("\n");
}

/** Appends sections to a reStructuredText README, between comments that readers don't see. */
export function withRst(text: string, sections: readonly Managed[]): string {
  const plain = withoutRst(text);
  const mark = underlineOf(plain);
  const blocks = sections.map(
    ({ key, body }) => `.. antiphon:begin ${key}\n\n${converted(body, mark)}\n\n.. antiphon:end ${key}\n`,
  );
  return blocks.length ? `${plain.trimEnd()}\n\n${blocks.join("\n")}` : plain;
}
