import { expect, it } from "vitest";
import { printed } from "./printed.ts";

it.each([
  ['"a b"', "'a b'"],
  ["'a'", "'a'"],
  ["-3", "-3"],
  ['["a",  1, (True, None)]', "['a', 1, (True, None)]"],
  ["None", ""],
  ["4.0", undefined],
  ["1e3", undefined],
  [String.raw`"a\n"`, undefined],
  [`"it's"`, undefined],
  ["{1, 2}", undefined],
  ["(1,)", undefined],
  ["f(1)", undefined],
  ["[1, x]", undefined],
])("what Python prints of %s, as far as its source tells", (literal, shown) => {
  expect(printed(literal)).toBe(shown);
});
