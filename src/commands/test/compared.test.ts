import { describe, expect, it } from "vitest";
import { compared } from "./compared.ts";
import { code, shortened } from "../../report/index.ts";

describe("compared", () => {
  it.each([
    ["AssertionError: expected { a: 2 } to deeply equal { a: 1 }", "{ a: 1 }", "{ a: 2 }"],
    ["AssertionError: expected 1 to be 2 // Object.is equality", "2", "1"],
    ["expect(received).toBe(expected)\n\nExpected: 4\nReceived: 3", "4", "3"],
    ["    actual: 'a\\nb',\n    expected: 'a\\nc',\n    operator: 'strictEqual'", "a\nc", "a\nb"],
    ["Expected values to be strictly equal:\n\n-1 !== 3\n", "3", "-1"],
    [">   assert add(1, 2) == 3\nE   assert -1 == 3\nE    +  where -1 = add(1, 2)", "3", "-1"],
    ["assertion `left == right` failed\n  left: 1\n right: 2", "2", "1"],
    ["a_test.go:3: got -1, want 3", "3", "-1"],
    ["Error:\tNot equal:\n\texpected: 3\n\tactual  : -1", "3", "-1"],
  ])("reads %j", (message, expected, actual) => {
    expect(compared(message)).toEqual({ expected, actual });
  });

  it.each([
    "",
    "TypeError: x is not a function",
    "actual: undefined,\nexpected: undefined,\noperator: 'fail'",
  ])("finds nothing in %j", (message) => expect(compared(message)).toBeUndefined());

  it("takes a made-up message of any length", () => {
    expect(compared("actual: a,\nexpected: ".repeat(100_000))).toBeUndefined();
  });
});

it("keeps any text within its marks", () => {
  expect(code("a")).toBe("`a`");
  expect(code("a `b` ``c``\n# d")).toBe("``` a `b` ``c`` # d ```");
});

it("drops the runner's own frames and what was said twice", () => {
  expect(shortened("x\n\nx\n    at f (/p/a.js:1:2)\n    at Test.run (node:internal/test:1:2)")).toBe(
    "x\n    at f (/p/a.js:1:2)",
  );
});
