import type { TestRunner } from "../testing.ts";
import { noReport } from "./jest-json.ts";
import { fromJunit } from "./junit.ts";

const pytest: TestRunner = {
  detect: ({ runners }) => runners.includes("pytest"),
  command(targets) {
    const options = [
      "-q",
      "--continue-on-collection-errors",
      "-p",
      "no:cacheprovider",
      "-o",
      "junit_family=xunit1",
      "--junitxml={report}",
    ];
    return ["python3", "-m", "pytest", ...options, ...targets];
  },
  parse({ report }, root) {
    if (!report?.includes("<testsuite")) throw noReport("pytest");
    return fromJunit(report, root, 0);
  },
};
export default pytest;
