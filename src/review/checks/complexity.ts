import { type Check, type Finding, found, isTest } from "../contract.ts";
import { lastName } from "../../lib/index.ts";
import { functionsIn, hasFunctions } from "../../code/index.ts";

const high = 12;
const jump = 4;

const complexity: Check = {
  summary: "functions that grew hard to follow",
  focus: "quality",
  reads: hasFunctions,
  async run({ changes }) {
    const findings: Finding[] = [];
    const all: (readonly [string, number])[] = [];
    for (const { path, before } of changes)
      for (const one of await functionsIn(path, before ?? "")) all.push([lastName(one.name), one.complexity]);
    const elsewhere = new Map(all);
    for (const { path, before, after, added } of changes) {
      if (after === null || isTest(path)) continue;
      const old = new Map((await functionsIn(path, before ?? "")).map((one) => [one.name, one.complexity]));
      for (const one of await functionsIn(path, after)) {
        const was = old.get(one.name) ?? elsewhere.get(lastName(one.name)) ?? 1; // it may have moved
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
