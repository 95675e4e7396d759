import { fromIstanbul } from "../coverage/istanbul.ts";
import type { TestRunner } from "../testing.ts";
import { fromJestJson } from "./jest-json.ts";
import { split } from "./target.ts";

const jest: TestRunner = {
  detect: ({ runners }) => runners.includes("jest"),
  command(targets) {
    const { files, name } = split(targets);
    const options = ["--json", "--testLocationInResults", "--outputFile={report}", "--passWithNoTests"];
    return ["jest", ...options, ...(name ? ["-t", name] : []), ...files];
  },
  parse: ({ report }, root) => fromJestJson(report, root, "jest"),
  coverage: {
    needs: [],
    file: "coverage-final.json",
    measured: (command) => [
      ...command,
      "--coverage",
      "--coverageReporters=json",
      "--coverageDirectory={reports}",
    ],
    read: fromIstanbul,
  },
};
export default jest;
