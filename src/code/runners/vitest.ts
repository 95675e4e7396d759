import type { TestRunner } from "../testing.ts";
import { fromJestJson } from "./jest-json.ts";
import { split } from "./target.ts";

const vitest: TestRunner = {
  detect: ({ runners }) => runners.includes("vitest"),
  command(targets) {
    const { files, name } = split(targets);
    const options = [
      "--reporter=json",
      "--includeTaskLocation",
      "--outputFile={report}",
      "--passWithNoTests",
    ];
    return ["vitest", "run", ...options, ...(name ? ["-t", name] : []), ...files];
  },
  parse: ({ report }, root) => fromJestJson(report, root, "vitest"),
};
export default vitest;
