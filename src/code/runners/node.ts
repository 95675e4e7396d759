import { fromLcov } from "../coverage/lcov.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { junitParser } from "./junit.ts";
import { split } from "./target.ts";

const parse = junitParser("node --test", 1);

/** What tests print is in no report of JUnit. */
const printed = ["--test-reporter=tap", "--test-reporter-destination=stdout"];

/** Adds to a file that failed as a whole what it printed: its report says no more than that it failed. */
function explained(result: TestResult, stdout: string): TestResult {
  if (result.status !== "failed" || !result.message?.startsWith("test failed\n")) return result;
  const lines = stdout.split("\n");
  const end = lines.findIndex((line) => line.startsWith("# Subtest: ") && line.endsWith(result.file));
  const start = lines.findLastIndex((line, i) => i < end && !line.startsWith("# "));
  const text = lines.slice(start + 1, Math.max(0, end)).map((line) => line.slice(2));
  return { ...result, message: [...text, result.message].join("\n") };
}

const node: TestRunner = {
  program: ["node", "--test"],
  command(targets, way) {
    const { files, name } = split(targets, way);
    const options = ["--test-reporter=junit", "--test-reporter-destination={report}", ...printed];
    return [...way.command, ...options, ...(name ? ["--test-name-pattern", name] : []), ...files];
  },
  parse: (run, root) => parse(run, root).map((result) => explained(result, run.stdout)),
  coverage: {
    needs: [],
    file: "lcov.info",
    measured: ([node, ...words]) => [
      node,
      "--experimental-test-coverage",
      "--test-reporter=lcov",
      "--test-reporter-destination={reports}/lcov.info",
      ...words,
    ],
    read: fromLcov,
  },
};
export default node;
