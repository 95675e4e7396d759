import { fromIstanbul } from "../coverage/istanbul.ts";
import type { TestRunner } from "../testing.ts";
import { fromJestJson } from "./jest-json.ts";
import { split } from "./target.ts";

const jest: TestRunner = {
  program: ["jest"],
  command(targets, way) {
    const { files, name } = split(targets, way);
    const options = ["--json", "--testLocationInResults", "--outputFile={report}", "--passWithNoTests"];
    return [...way.command, ...options, ...(name ? ["-t", name] : []), ...files];
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
