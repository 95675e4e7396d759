import { fromIstanbul } from "../coverage/istanbul.ts";
import type { TestRunner } from "../testing.ts";
import { fromJestJson } from "./jest-json.ts";
import { split } from "./target.ts";

const vitest: TestRunner = {
  program: ["vitest"],
  command(targets, way) {
    const { files, name } = split(targets, way);
    const options = [
      "--reporter=json",
      "--includeTaskLocation",
      "--outputFile={report}",
      "--passWithNoTests",
    ];
    return [...way.command, "--run", ...options, ...(name ? ["-t", name] : []), ...files];
  },
  parse: ({ report }, root) => fromJestJson(report, root, "vitest"),
  coverage: {
    needs: ["@vitest/coverage-v8", "@vitest/coverage-istanbul"],
    file: "coverage-final.json",
    measured: (command, installed) => [
      ...command,
      "--coverage.enabled=true",
      `--coverage.provider=${installed.endsWith("istanbul") ? "istanbul" : "v8"}`,
      "--coverage.reporter=json",
      "--coverage.reportsDirectory={reports}",
      "--coverage.reportOnFailure=true",
    ],
    read: fromIstanbul,
  },
};
export default vitest;
