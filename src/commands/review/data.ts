import { data, placeData, toPlace, type DataOf } from "../../lib/index.ts";
import { inquiryOf, type Looked, type Shown } from "../../review/index.ts";
import type { Opinion } from "./model.ts";

const finding = data.object({
  severity: data.choice(["critical", "important", "minor"]),
  place: placeData,
  check: data.text(),
  rule: data.text(),
  problem: data.text(),
  fix: data.text(),
  voice: data.choice(["program", "model"], "Who says so"),
});

export const reviewData = data.object({
  verdict: data.choice(["approve", "discuss", "request changes", "unknown"]),
  lines: data.object({ added: data.count(), removed: data.count() }),
  reviewed: data.list(data.text(), "Files"),
  counts: data.object(
    { critical: data.count(), important: data.count(), minor: data.count() },
    "Of what programs found",
  ),
  findings: data.list(finding, "The gravest first"),
  not_checked: data.list(data.object({ what: data.text(), why: data.text() })),
});

const toFinding =
  (voice: "program" | "model") =>
  ({ severity, file, line, check, rule, reason, suggestion }: Shown): DataOf<typeof finding> => ({
    severity,
    place: toPlace(file, line),
    check,
    rule,
    problem: reason,
    fix: suggestion,
    voice,
  });

export function dataOf(
  looked: Looked,
  opinion: Opinion | undefined,
  verdict: DataOf<typeof reviewData>["verdict"],
): DataOf<typeof reviewData> {
  const { changes } = looked.scope;
  const sum = (of: "added" | "removed"): number => changes.reduce((all, change) => all + change[of].size, 0);
  const count = (severity: "critical" | "important" | "minor"): number =>
    looked.findings.filter((finding) => finding.severity === severity).length;
  return {
    verdict,
    lines: { added: sum("added"), removed: sum("removed") },
    reviewed: changes.map(({ path }) => path),
    counts: { critical: count("critical"), important: count("important"), minor: count("minor") },
    findings: [
      ...looked.findings.map(toFinding("program")),
      ...(opinion?.findings ?? []).map(toFinding("model")),
    ],
    not_checked: inquiryOf(looked).missing.map(({ what, why }) => ({ what, why })),
  };
}
