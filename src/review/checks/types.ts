import { type Check, type Finding, type Ground, weighed } from "../contract.ts";
import { isParsed, isValid } from "../../code/index.ts";
import { runPrograms } from "../programs.ts";

const types: Check = {
  summary: "what the project's own compiler says, and files that no longer parse",
  focus: "quality",
  reads: isParsed,
  async run(ground) {
    const broken = await unparsed(ground);
    const found = await runPrograms(
      {
        kind: "types",
        finding: ({ file, line, code, text }) => {
          const suggestion = "Correct the type error: /fix knows the usual ones.";
          return { file, line, severity: "critical", rule: code, reason: text, suggestion };
        },
      },
      ground,
    );
    if (!found) return { findings: broken, soughtOnly: "files that no longer parse" };
    return { ...found, findings: [...broken, ...found.findings] };
  },
};
export default types;

async function unparsed({ changes }: Ground): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { path, before, after, added } of changes) {
    if (after === null || (await isValid(path, after))) continue;
    if (before !== null && !(await isValid(path, before))) continue;
    findings.push({
      file: path,
      line: [...added][0] ?? 1,
      severity: before === null ? weighed("critical", path) : "critical", // test data may be invalid on purpose
      rule: "syntax",
      reason: "The file no longer parses.",
      suggestion: "Look for an open bracket or quote in the changed lines.",
    });
  }
  return findings;
}
