import { fromLcov } from "../coverage/lcov.ts";
import type { TestRunner } from "../testing.ts";
import { junitParser } from "./junit.ts";
import { split } from "./target.ts";

const node: TestRunner = {
  program: ["node", "--test"],
  command(targets, way) {
    const { files, name } = split(targets, way);
    const options = ["--test-reporter=junit", "--test-reporter-destination={report}"];
    return [...way.command, ...options, ...(name ? ["--test-name-pattern", name] : []), ...files];
  },
  parse: junitParser("node --test", 1),
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
