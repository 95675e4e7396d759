import type { Json } from "../lib/index.ts";
import { proofData, verdict } from "./evidence.ts";
import type { Block, Report } from "./report.ts";

/**
 * The report as data: `{ title, outcome, sections: { [key]: { title, blocks } } }`. Keys of sections and names of
 * columns are stable; a table is `rows` of objects by column.
 */
export const toJson = (report: Report): Json => ({
  title: report.title,
  outcome: report.outcome,
  ...report.data,
  sections: Object.fromEntries(
    report.sections.map(({ key, title, blocks }) => [key, { title, blocks: blocks.map(blockJson) }]),
  ),
});

function blockJson(block: Block): Json {
  switch (block.kind) {
    case "table":
      return {
        kind: "table",
        rows: block.rows.map((row) =>
          Object.fromEntries(block.columns.map((name, i) => [name, row[i] ?? null])),
        ),
      };
    case "check":
      return {
        kind: "check",
        claim: block.claim,
        verdict: verdict(block),
        evidence: block.evidence === undefined ? null : proofData(block.evidence),
      };
    case "diff":
      return { kind: "diff", ...block.change };
    case "text":
    case "facts":
    case "list":
    case "code":
      return { ...block };
  }
}
