import type { TestRunner } from "../testing.ts";
import { collected, script } from "./collected.ts";
import { javaParser, pickedOf } from "./java.ts";

/** `cleanTest` forces tests to run again; `--offline` prevents downloads. */
const gradle: TestRunner = {
  command: (targets) =>
    collected("gradle", "gradlew", [
      "--offline",
      "--no-daemon",
      "--continue",
      "-q",
      "cleanTest",
      "test",
      ...pickedOf(targets).flatMap(({ test = "", method }) => [
        "--tests",
        method ? `*${test}.${method}*` : `*${test}*`,
      ]),
    ]),
  input: script,
  parse: javaParser("gradle test"),
};
export default gradle;
