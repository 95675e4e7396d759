import { fromLcov } from "../coverage/lcov.ts";
import type { TestRunner } from "../testing.ts";
import { junitParser } from "./junit.ts";
import { split } from "./target.ts";

const node: TestRunner = {
  detect: ({ runners }) => runners.includes("node:test"),
  command(targets) {
    const { files, name } = split(targets);
    const options = ["--test-reporter=junit", "--test-reporter-destination={report}"];
    return ["node", "--test", ...options, ...(name ? ["--test-name-pattern", name] : []), ...files];
  },
  parse: junitParser("node --test", 1),
  coverage: {
    needs: [],
    file: "lcov.info",
    measured: ([node, test, ...words]) => [
      node,
      test ?? "--test",
      "--experimental-test-coverage",
      "--test-reporter=lcov",
      "--test-reporter-destination={reports}/lcov.info",
      ...words,
    ],
    read: fromLcov,
  },
};
export default node;
