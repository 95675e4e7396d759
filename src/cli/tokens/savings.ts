import { styles, toMarkdown, type Block, type Level, type Report } from "../../report/index.ts";
import type { Counter } from "./count.ts";

export interface Saving {
  readonly level: Level;
  readonly tokens: number;
  /** Percent saved compared to the default level. */
  readonly saved: number;
  /** Percent of the report's facts that this level's text contains. */
  readonly kept: number;
}

/** Renders a report at all levels, counts each with the same tokenizer, and searches each for every fact. */
export async function savings(report: Report, { count }: Counter): Promise<readonly Saving[]> {
  const levels = Object.keys(styles) as Level[]; // Object.keys loses the key type
  const ownSections = report.sections.filter(({ repeats }) => !repeats);
  const facts = ownSections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ("brief" in block && block.brief === "" ? [] : factsOf(block))),
  );
  const texts = await Promise.all(levels.map((level) => toMarkdown(report, level)));
  const whole = count(texts[0] ?? "");
  return levels.map((level, i) => {
    const text = texts[i] ?? "";
    const tokens = count(text);
    const plain = inLine(text);
    const keptCount = facts.filter((fact) => plain.includes(inLine(fact))).length;
    return { level, tokens, saved: percent(whole - tokens, whole), kept: percent(keptCount, facts.length) };
  });
}

/** Reverses what a renderer changes in a cell: escaped bars and joined lines. */
const inLine = (text: string): string => text.replaceAll("\\|", "|").replaceAll(/(?:\s|<br>)+/g, " ");

const percent = (part: number, all: number): number =>
  all === 0 ? (part === 0 ? 100 : 0) : Math.round((part / all) * 1000) / 10;

/** The facts that must be found at every level: cells, items, values, claims, and for code its place. */
function factsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case "text":
      return [];
    case "facts":
      return Object.values(block.facts).map(String);
    case "table":
      return block.rows.flatMap((row) => row.map((cell) => (cell === null ? "" : String(cell))));
    case "list":
      return block.items;
    case "code":
      return block.path === undefined ? [] : [block.path];
    case "diff":
      return [block.change.path];
    case "check":
      return [block.claim];
    case "claim":
      return [block.claim.basis.kind === "read" ? block.claim.basis.what : block.claim.words];
  }
}
