import { coveragePy } from "../coverage/python.ts";
import type { TestRunner } from "../testing.ts";
import { junitParser } from "./junit.ts";

const pytest: TestRunner = {
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
    const names = targets.filter((target) => target.startsWith("::"));
    const nodes = targets.filter((target) => !target.startsWith("::"));
    const words = names.map((name) => (name.match(/\w+/g) ?? []).filter(isWord).join(" and "));
    return [
      "python3",
      "-m",
      "pytest",
      ...options,
      ...(words.some(Boolean) ? ["-k", words.filter(Boolean).join(" or ")] : []),
      ...nodes.map((node) => node.replaceAll(" > ", "::")),
    ];
  },
  parse: junitParser("pytest", 0),
  coverage: coveragePy,
};
export default pytest;

/** Whether a word isn't a keyword of `-k` expressions. */
const isWord = (word: string): boolean => !["and", "or", "not", "True", "False", "None"].includes(word);
