import { expect, it } from "vitest";
import { onlyFits } from "./fits.ts";

const test = 'assert half(4) == 2\nassert name(1) == "one"\n';

it.each([
  ["return n * 2", "return 2", false],
  ["return n", "return 2", true],
  ["return n", "return n, 4", true],
  ["return key", 'return "one"', true],
  ["return n + 1", "return n - 1", false],
  ["return n", "return n + 7", false],
])("%s → %s gives what the test asks for: %s", (before, after, fits) => {
  expect(onlyFits({ path: "a.py", before, after }, [test])).toBe(fits);
});
