import { type Check, type Finding, found, isTest } from "../contract.ts";
import { functionsIn, hasFunctions } from "../../code/index.ts";

const high = 12;
const jump = 4;

const complexity: Check = {
  summary: "functions that grew hard to follow",
  focus: "quality",
  reads: hasFunctions,
  async run({ changes }) {
    const findings: Finding[] = [];
    for (const { path, before, after, added } of changes) {
      if (after === null || isTest(path)) continue;
      const old = new Map((await functionsIn(path, before ?? "")).map((one) => [one.name, one.complexity]));
      for (const one of await functionsIn(path, after)) {
        const was = old.get(one.name) ?? 1;
        if (one.complexity <= high || one.complexity - was < jump) continue;
        if (!one.branches.some((line) => added.has(line))) continue;
        findings.push({
          file: path,
          line: one.line,
          severity: one.complexity > 2 * high ? "important" : "minor",
          rule: "complexity",
          reason: `${one.name} holds ${one.complexity - 1} decisions${old.has(one.name) ? `, before it was ${was - 1}` : ""}.`,
          suggestion: "Take a part with a name of its own out, or make the cases a table.",
        });
      }
    }
    return found(findings);
  },
};
export default complexity;
