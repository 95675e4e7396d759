import { expect, it } from "vitest";
import { ratioOf, type Figure } from "../bench/figures.ts";
import { change, page, type Results } from "../bench/page.ts";

const speed = (value: number, peer: number): Figure => ({
  what: "a <b>",
  value,
  unit: "requests/s",
  better: "more",
  peer: { name: "other", value: peer },
});
const time = (value: number): Figure => ({ what: "start", value, unit: "ms", better: "less" });
const results = (version: string, figures: readonly Figure[]): Results => ({
  version,
  date: "2026-01-02",
  machine: "Node, 2 × processor",
  figures,
});

it("compares versions by their ratios to a peer, and by themselves where there is none", () => {
  expect(ratioOf(speed(300, 100))).toBe(3);
  expect(ratioOf({ ...speed(300, 100), better: "less" })).toBeCloseTo(1 / 3);
  expect(change(speed(300, 100), speed(1000, 400))).toBeCloseTo(0.2); // a slower machine, a better ratio
  expect(change(time(120), time(100))).toBeCloseTo(-1 / 6);
  expect(change(time(120), undefined)).toBeUndefined();
});

it("marks on its page what became worse, and takes names for text", () => {
  const html = page([
    results("0.2.0", [speed(100, 100), time(90)]),
    results("0.1.0", [speed(300, 100), time(100)]),
  ]);
  expect(html).toContain("since 0.1.0");
  expect(html.match(/class="regressed"/g)).toHaveLength(1);
  expect(html).toMatch(/class="regressed"><td>a &lt;b><\/td>.*−67 %/);
  expect(html).toContain("+11 %");
  expect(html).not.toContain("<b>");
  expect(page([results("0.2.0", [speed(11_100, 100)])])).toContain("<td>111×</td>");
});
