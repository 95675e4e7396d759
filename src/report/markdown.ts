import { proof, verdict } from "./evidence.ts";
import { styles, type Block, type Level, type Report, type Style } from "./report.ts";
import { shape } from "./shape.ts";
import { cell, safeText } from "./text.ts";
import { unifiedDiff } from "../workspace/index.ts";

/** Renders the report as Markdown: the same facts at every level. */
export async function toMarkdown(report: Report, as: Level | Style): Promise<string> {
  const style = typeof as === "string" ? styles[as] : as;
  const { title, sections } = await shape(report, style);
  const dense = style.level === "ultra";
  const plain = style.level !== "default";
  const parts = sections.flatMap((section) => {
    const blocks = section.blocks.map((block) => blockMarkdown(block, { dense, plain })).filter(Boolean);
    return (section.title === "" ? [] : [`## ${oneLine(section.title)}`]).concat(blocks);
  });
  return `${safeText([`# ${oneLine(title)}`, ...parts].join(dense ? "\n" : "\n\n"))}\n`;
}

interface Markup {
  /** Only the words: no table lines, no blank lines. */
  readonly dense: boolean;
  /** No emphasis. */
  readonly plain: boolean;
}

function blockMarkdown(block: Block, { dense, plain }: Markup): string {
  switch (block.kind) {
    case "text":
      return block.text.trim();
    case "facts":
      return Object.entries(block.facts)
        .map(
          ([name, value]) =>
            `${plain ? name : `- **${name}**`}: ${words(cell(value)).replaceAll(/\s*\n\s*/g, " ")}`,
        )
        .join(plain && !dense ? "; " : "\n");
    case "claim":
      return words(block.claim.words);
    case "list":
      return block.items.map((item) => `- ${words(item).replaceAll("\n", "\n  ")}`).join("\n");
    case "table":
      return dense ? lines(block) : plain ? bareTable(block) : tableMarkdown(block);
    case "code":
      return `${block.path === undefined ? "" : dense ? `${block.path}\n` : `**\`${block.path}\`**\n\n`}${fence(block.code, block.language)}`;
    case "diff":
      return fence(unifiedDiff([block.change], block.context), "diff");
    case "check": {
      const state = verdict(block);
      const why = state === "passed" ? "" : `: ${state}`;
      return `- [${state === "passed" ? "x" : " "}] ${block.claim}${why}${block.evidence ? ` (${proof(block.evidence, block.command)})` : ""}`;
    }
  }
}

/**
 * Prevents untrusted text (subjects, paths, types) from adding tags or images to a page that shows the report; code
 * and escaped text are unchanged.
 */
const words = (text: string): string =>
  text.replaceAll(/\\[^\n]|(`+)(?!`)[^\n]*?[^`\n]\1(?!`)|<(?=[a-z/!?])|!(?=\[)/gi, (found, mark?: string) =>
    mark === undefined && !found.startsWith("\\") ? `\\${found}` : found,
  );

type TableBlock = Extract<Block, { kind: "table" }>;

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const inTable = (text: string): string =>
  words(text)
    .replaceAll("|", "\\|")
    .replaceAll(/\s*\n\s*/g, "<br>");

const tableMarkdown = ({ columns, rows }: TableBlock): string =>
  [
    row(columns.map(inTable)),
    row(columns.map(() => "---")),
    ...rows.map((cells) => row(columns.map((_, i) => inTable(cell(cells[i] ?? null))))),
  ].join("\n");

/** A table without optional lines; unchanged if its first cells could be misread. */
function bareTable(table: TableBlock): string {
  const first = [table.columns[0] ?? "", ...table.rows.map((cells) => cell(cells[0] ?? null))];
  const isPlain = table.columns.length > 1 && first.every((text) => /^[a-z`(]/i.test(text));
  const [head = "", , ...rows] = tableMarkdown(table).split("\n");
  if (!isPlain) return tableMarkdown(table);
  const bare = (line: string): string => line.slice(2, -2);
  return [bare(head), table.columns.map(() => "-").join("|"), ...rows.map(bare)].join("\n");
}

/** Rows without table lines; empty columns are omitted. */
const lines = ({ rows }: TableBlock): string =>
  rows
    .map((cells) =>
      cells
        .map(cell)
        .filter(Boolean)
        .join(" | ")
        .replaceAll(/\s*\n\s*/g, " "),
    )
    .join("\n");

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Fences code with more backticks than any run inside, so that it can't end the fence. */
export function fence(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${code.replace(/\n$/, "")}\n${mark}`;
}
