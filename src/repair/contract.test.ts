import { expect, it } from "vitest";
import { isLess, type Problem } from "./contract.ts";

const failing = (names: string): readonly Problem[] =>
  [...names].map((name) => ({
    source: "tests",
    file: "a.test.js",
    line: 1,
    code: "failure",
    message: "",
    test: `a.test.js ${name}`,
  }));

it.each([
  ["a", "ab", true],
  ["ab", "ab", false],
  ["c", "ab", false],
  ["ab", "aab", true],
  ["bb", "abc", false],
])("compares failures by how often each name fails: %s after %s", (after, before, is) => {
  expect(isLess(failing(after), failing(before))).toBe(is);
});
