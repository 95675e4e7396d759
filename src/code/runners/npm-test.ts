import { stripVTControlCharacters } from "node:util";
import type { TestRunner } from "../testing.ts";
import { fromTap } from "./tap.ts";

/** The result's name if a script names no tests. */
export const wholeScript = "the script as a whole, by its exit code";

/** A script that calls no supported runner: its output is read as TAP if possible, else only its exit code counts. */
const npmTest: TestRunner = {
  command: () => ["env", "CI=true", "npm", "test", "--silent"],
  parse(run, root) {
    if (/^TAP version \d+/m.test(run.stdout)) return fromTap(run.stdout, { root, runner: "npm test" });
    const passed = run.exitCode === 0;
    if (passed) return [{ name: wholeScript, file: "", status: "passed" }];
    return [
      {
        name: wholeScript,
        file: "",
        status: "failed",
        message: stripVTControlCharacters(`${run.stdout}\n${run.stderr}`).slice(-8000).trim(),
      },
    ];
  },
};
export default npmTest;
