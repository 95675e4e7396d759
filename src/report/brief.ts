import { readWords } from "./claim.ts";
import type { Block, Level, Section } from "./report.ts";

type Table = Extract<Block, { kind: "table" }>;

/**
 * Shortens a section for levels below the default: `brief` replaces a block, failed searches of equally many files are
 * joined to one line, and a one-row table becomes facts, except at the ultra level, which omits column names. Undefined
 * if it repeats other sections, or if those above (`sections`) already show all of its checks.
 */
export function brief(section: Section, sections: readonly Section[], level: Level): Section | undefined {
  if (section.repeats) return undefined;
  const blocks = joinClaims(section.blocks).flatMap((block) => briefBlock(block, level));
  return isShown(blocks, sections) ? undefined : { ...section, blocks };
}

function briefBlock(block: Block, level: Level): readonly Block[] {
  if (block.kind === "table") return [briefTable(block, level)];
  if ((block.kind !== "facts" && block.kind !== "code") || block.brief === undefined) return [block];
  if (block.brief === "") return [];
  return [block.kind === "code" ? { ...block, code: block.brief } : { kind: "list", items: [block.brief] }];
}

/** Omits columns that are empty in every row. */
function briefTable({ columns, rows }: Table, level: Level): Block {
  const full = columns.flatMap((_, i) => (rows.some((row) => (row[i] ?? "") !== "") ? [i] : []));
  const names = full.map((i) => columns[i] ?? "");
  const cells = rows.map((row) => full.map((i) => row[i] ?? null));
  const [only] = cells;
  return level === "concise" && only && cells.length === 1 && new Set(names).size === names.length
    ? { kind: "facts", facts: Object.fromEntries(names.map((name, i) => [name, only[i] ?? null])) }
    : { kind: "table", columns: names, rows: cells };
}

/** Joins failed searches over the same number of files into one line. */
function joinClaims(blocks: readonly Block[]): readonly Block[] {
  const readings = Map.groupBy(blocks, (block) =>
    block.kind === "claim" && block.claim.basis.kind === "read" ? readWords(block.claim.basis) : undefined,
  );
  const joined = [...readings].flatMap(([read, alike]): readonly Block[] => {
    if (read === undefined || alike.length < 2) return alike;
    const sought = alike.flatMap((block) =>
      block.kind === "claim" && block.claim.basis.kind === "read" ? [block.claim.basis.what] : [],
    );
    return [{ kind: "list", items: [`Not found (${read}): ${sought.join("; ")}`] }];
  });
  return joined;
}

/** Whether all blocks, at least one of them a check that ran, are already shown in the sections above. */
function isShown(blocks: readonly Block[], sections: readonly Section[]): boolean {
  const above = new Set(sections.flatMap((section) => section.blocks.map((block) => JSON.stringify(block))));
  return (
    blocks.some((block) => block.kind === "check" && block.evidence !== undefined) &&
    blocks.every((block) => above.has(JSON.stringify(block)))
  );
}
