import type { TestRunner } from "../testing.ts";
import { collected, script } from "./collected.ts";
import { javaParser, pickedOf } from "./java.ts";

/** Any Surefire version, with JUnit or TestNG. `-o` prevents downloads. */
const maven: TestRunner = {
  command(targets) {
    const tests = pickedOf(targets).map(({ test = "*", method }) =>
      method ? `${test}#${method}` : `${test}*`,
    );
    return collected("mvn", "mvnw", [
      "-B",
      "-o",
      "-q",
      "-fae",
      "-DtrimStackTrace=false",
      ...(tests.length
        ? [`-Dtest=${tests.join(",")}`, "-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false"]
        : []),
      "test",
    ]);
  },
  input: script,
  parse: javaParser("mvn test"),
};
export default maven;
