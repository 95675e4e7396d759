import { expect, it } from "vitest";
import { essence } from "./report.ts";

it.each([
  ["Go", "sum_test.go:7: Sum(1, 2) = -1, want 3", "Sum(1, 2) = -1, want 3"],
  ["a compiler", "/shop/sum_test.go:7:12: undefined: Sum", "undefined: Sum"],
  ["a frame", "-1 == 3\n    at f (/shop/sum_test.go:7:12)", "-1 == 3"],
  ["words before it", "boom (sum_test.go:7:3)", "boom (sum_test.go:7:3)"],
  ["Rust", "thread 'adds' panicked at sum_test.go:7:3:\nsum is wrong", "sum is wrong"],
  ["Node", "-1 == 3\nError [ERR_TEST_FAILURE]: -1 == 3\n  code: 'E'\n}", "-1 == 3"],
  ["pytest", "def f():\n>   assert a == 3\nE   assert -1 == 3\n", ">   assert a == 3\nE   assert -1 == 3"],
])("shorter levels keep what went wrong, and leave out its place: %s", (_, message, text) => {
  expect(essence({ source: "tests", code: "failure", file: "sum_test.go", line: 7, message })).toBe(text);
});
