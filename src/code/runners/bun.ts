import { fromLcov } from "../coverage/lcov.ts";
import type { TestRunner } from "../testing.ts";
import { junitParser } from "./junit.ts";
import { split } from "./target.ts";
import { orUnread } from "./unread.ts";

const bun: TestRunner = {
  command(targets) {
    const { files, name } = split(targets);
    const report = ["--reporter=junit", "--reporter-outfile={report}"];
    return ["bun", "test", ...report, ...(name ? ["-t", name] : []), ...files.map((file) => `./${file}`)];
  },
  parse: orUnread(junitParser("bun test", 1)),
  coverage: {
    needs: [],
    file: "lcov.info",
    measured: (command) => [...command, "--coverage", "--coverage-reporter=lcov", "--coverage-dir={reports}"],
    read: fromLcov,
  },
};
export default bun;
