import type { Check } from "../contract.ts";
import { isCode } from "../../code/index.ts";
import { runPrograms } from "../programs.ts";

const lint: Check = {
  summary: "what the project's own linters say of the changed lines",
  focus: "quality",
  reads: isCode,
  async run(ground) {
    const found = await runPrograms(
      {
        kind: "lint",
        finding: ({ file, line, code, text, isWarning }, { name }) => ({
          file,
          line,
          severity: isWarning ? "minor" : "important",
          rule: code,
          reason: text,
          suggestion: `${name} can often correct this itself: /fix ${file}`,
        }),
      },
      ground,
    );
    return found ?? { findings: [], unneeded: "no linter that is known is set up for these files" };
  },
};
export default lint;
