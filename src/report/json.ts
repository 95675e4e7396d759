import type { Json } from "../lib/index.ts";
import type { Basis } from "./claim.ts";
import { proofData, verdict } from "./evidence.ts";
import type { Block, Report } from "./report.ts";

/**
 * Converts a report to `{ title, outcome, sections: { [key]: { title, blocks } } }`. Section keys and column names
 * are stable; a table is `rows` of objects by column.
 */
export const toJson = (report: Report): Json => ({
  title: report.title,
  outcome: report.outcome,
  ...(report.verdict && { verdict: { words: report.verdict.words, basis: basisJson(report.verdict.basis) } }),
  sections: Object.fromEntries(
    report.sections.map(({ key, title, voice, blocks }) => [
      key,
      { title, ...(voice && { voice }), blocks: blocks.map(blockJson) },
    ]),
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
    case "claim":
      return { kind: "claim", words: block.claim.words, basis: basisJson(block.claim.basis) };
    case "diff":
      return { kind: "diff", ...block.change };
    case "facts":
    case "code": {
      const { brief: _, ...whole } = block;
      return whole;
    }
    case "text":
    case "list":
      return { ...block };
  }
}

function basisJson(basis: Basis): Json {
  if (basis.kind === "inquiry") {
    const { requested, looked, missing } = basis.inquiry;
    return {
      kind: basis.kind,
      asked: requested,
      looked: looked.map((item) => ({ ...item })),
      missing: missing.map((item) => ({ ...item })),
    };
  }
  if (basis.kind !== "checks") return { ...basis };
  const checks = basis.checks.map(({ evidence, passed }) => ({
    passed,
    evidence: evidence === undefined ? null : proofData(evidence),
  }));
  return { kind: basis.kind, checks };
}
