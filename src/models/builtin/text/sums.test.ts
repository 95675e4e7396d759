import { describe, expect, it } from "vitest";
import { sums } from "./sums.ts";

describe("sums in words and signs", () => {
  it.each([
    ["what is nineteen times twenty-one?", ["19 * 21"]],
    ["90 minus 12.5 plus 3", ["90 - 12.5 + 3"]],
    ["15% of 240", ["15 / 100 * 240"]],
    ["(3 plus 4) times 5", ["(3 + 4) * 5"]],
    ["2 to the power of 10", ["2 ^ 10"]],
    ["12 squared", ["12 ^ 2"]],
    ["the square root of 81", ["sqrt(81)"]],
    ["subtract 3 from 10", ["10 - 3"]],
    ["multiply 6 by 7 and divide 100 by 8", ["6 * 7", "100 / 8"]],
    ["250-75", ["250 - 75"]],
    ["between 3 and 4 people", []],
    ["from 3 to 5", []],
    ["5", []],
  ])("%s", (text, expected) => {
    expect(sums(text).map((sum) => sum.text)).toEqual(expected);
  });
  it("stays quick on hostile text", () => {
    expect(sums("1 plus ".repeat(2000)).length).toBeLessThan(3);
    expect(sums("(".repeat(4000)).length).toBe(0);
  });
});
