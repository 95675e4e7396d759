import { stripVTControlCharacters } from "node:util";
import { proof, verdict, type Verdict } from "./evidence.ts";
import { styles, type Block, type Level, type Report, type Style } from "./report.ts";
import { shape } from "./shape.ts";
import { cell, prose, safeText } from "./text.ts";
import { unifiedDiff } from "../workspace/index.ts";

const sgr = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;
const bold = sgr(1, 22);
const dim = sgr(2, 22);
const red = sgr(31, 39);
const green = sgr(32, 39);
const yellow = sgr(33, 39);
const cyan = sgr(36, 39);

const marks: Readonly<Record<Verdict, string>> = {
  passed: green("✔"),
  failed: red("✘"),
  "not done": yellow("○"),
};

/** Renders the report in colour for a terminal of `width` columns; `util.stripVTControlCharacters` removes the colours. */
export async function toTerminal(report: Report, as: Level | Style, width: number): Promise<string> {
  const style = typeof as === "string" ? styles[as] : as;
  const { title, outcome, sections } = await shape(report, style);
  const listed = codeSize(report) > mostCode;
  const mark = outcome === "done" ? green("●") : outcome === "failed" ? red("●") : yellow("●");
  const parts = sections.map((section) => {
    const blocks = section.blocks
      .map((block) => blockLines(listed ? bySize(block) : block, width))
      .filter(Boolean);
    const head = section.title === "" ? [] : [cyan(bold(safeText(section.title)))];
    return [...head, ...blocks].join("\n");
  });
  return `${[`${mark} ${bold(safeText(title))}`, ...parts].join(style.level === "ultra" ? "\n" : "\n\n")}\n`;
}

/**
 * Maximum characters of code shown on a terminal; beyond that only paths and sizes. `--json` and `--report` contain
 * everything.
 */
const mostCode = 200_000;

const codeSize = ({ sections }: Report): number =>
  sections
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, block) => sum + (block.kind === "code" ? block.code.length : 0), 0);

const bySize = (block: Block): Block =>
  block.kind === "code"
    ? {
        kind: "text",
        text: `${block.path ?? block.language}: ${(block.code.length / 1000).toFixed(1)} kB`,
        keep: true,
      }
    : block;

function blockLines(block: Block, width: number): string {
  switch (block.kind) {
    case "text":
      return wrap(prose(block.text.trim()), width);
    case "facts":
      return columns(
        Object.entries(block.facts).map(([name, value]) => [dim(safeText(name)), prose(cell(value))]),
        width,
      );
    case "claim":
      return wrap(prose(block.claim.words), width);
    case "list":
      return block.items.map((item) => wrap(`• ${prose(item)}`, width, "  ")).join("\n");
    case "table":
      return columns(
        [
          block.columns.map((name) => dim(safeText(name))),
          ...block.rows.map((r) => block.columns.map((_, i) => prose(cell(r[i] ?? null)))),
        ],
        width,
      );
    case "code":
      return [
        ...(block.path === undefined ? [] : [bold(safeText(block.path))]),
        indent(safeText(block.code)),
      ].join("\n");
    case "diff":
      return safeText(unifiedDiff([block.change], block.context))
        .split("\n")
        .map(diffLine)
        .join("\n");
    case "check": {
      const state = verdict(block);
      const why = state === "passed" ? "" : `: ${state}`;
      const proved = block.evidence ? dim(` (${safeText(proof(block.evidence, block.command))})`) : "";
      return wrap(`${marks[state]} ${prose(block.claim)}${why}${proved}`, width, "  ");
    }
  }
}

export const diffLine = (line: string): string =>
  line.startsWith("+")
    ? green(line)
    : line.startsWith("-")
      ? red(line)
      : line.startsWith("@@")
        ? cyan(line)
        : line;

const indent = (code: string): string => code.replace(/\n$/, "").replaceAll(/^(?=.)/gm, "  ");

const bare = (text: string): string => stripVTControlCharacters(text);

/** Aligns cells in columns and wraps the last; if fewer than 20 columns are left for it, one cell per line. */
function columns(rows: readonly (readonly string[])[], width: number): string {
  const count = Math.max(0, ...rows.map((cells) => cells.length));
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(...rows.map((cells) => bare(cells[i] ?? "").length)),
  );
  const before = widths.slice(0, -1).reduce((sum, w) => sum + w + 2, 2);
  if (before > width - 20)
    return rows.map((cells) => `  ${cells.filter((c) => bare(c)).join("\n    ")}`).join("\n");
  return rows
    .map((cells) => {
      const start = cells
        .slice(0, -1)
        .map((text, i) => text + " ".repeat((widths[i] ?? 0) - bare(text).length + 2))
        .join("");
      return wrap(`  ${start}${cells.at(-1) ?? ""}`, width, " ".repeat(before)).trimEnd();
    })
    .join("\n");
}

/** Breaks lines at spaces; a word that is too long isn't broken. */
export function wrap(text: string, width: number, hang = ""): string {
  return text
    .split("\n")
    .map((line) => {
      if (bare(line).length <= width) return line;
      const out: string[] = [];
      let current = "";
      for (const word of line.split(/(?<=\S)(?= )/)) {
        // A mark stays with the following word, however long.
        if (bare(current).length > hang.length && bare(current).length + bare(word).length > width) {
          out.push(current);
          current = hang + word.trimStart();
        } else current += word;
      }
      return [...out, current].join("\n");
    })
    .join("\n");
}
