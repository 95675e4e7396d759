import { checkers } from "../../code/index.ts";
import type { Check } from "../contract.ts";
import { runPrograms } from "../programs.ts";

const compilers = Object.values(checkers).filter(({ kind }) => kind === "compilers");

const check: Check = {
  summary: "what the project's own compilers and type checkers of Go, Rust, Python and Java say",
  focus: "quality",
  reads: (path) => compilers.some(({ files }) => files.test(path)),
  async run(ground) {
    const found = await runPrograms(
      {
        kind: "compilers",
        finding: ({ file, line, code, text }, { name }) => {
          const rule = `${name.replaceAll(" ", "-")}-${code}`;
          const suggestion = `Correct what ${name} reports.`;
          return { file, line, severity: "critical", rule, reason: text, suggestion };
        },
      },
      ground,
    );
    const isMeant = ground.changes.some(({ path }) => check.reads(path));
    return found ?? { findings: [], ...(isMeant && { unneeded: "none is set up here that is known" }) };
  },
};
export default check;
