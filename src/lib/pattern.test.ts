import { expect, it } from "vitest";
import { patternFault, patternPower, samplePattern } from "./pattern.ts";

it.each(["^https?\\://\\S+$", "^\\D{3}\\W\\d$", "^[^\\S]\\S{20}$", "^[\\W]x$"])("samples %s", (pattern) => {
  const fits = (text: string): boolean => new RegExp(pattern).test(text);
  const texts = [1, 2, 3].map((n) => samplePattern(pattern, n, fits));
  expect(texts.map((text) => text !== undefined && fits(text))).toEqual([true, true, true]);
  expect(new Set(texts).size).toBe(3);
});

it("judges what is all but a class by what it shares with its neighbours", () => {
  expect(patternPower("^\\S+-\\W+-\\S*$")).toBe(3);
  expect(patternFault("^(\\S+-)+$")).toContain("repeats");
  expect(patternFault("^(\\S+\\s)+$")).toContain("repeats");
  expect(patternFault("^\\S+@\\S+$")).toBeUndefined();
});
