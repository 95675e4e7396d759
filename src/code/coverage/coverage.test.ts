import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FileCoverage } from "./contract.ts";
import { fromGoProfile } from "./go.ts";
import { fromIstanbul } from "./istanbul.ts";
import { fromLcov } from "./lcov.ts";
import { fromCoveragePy } from "./python.ts";

const fixtures = join(import.meta.dirname, "../../../tests/fixtures/coverage");

/** Recorded output of each tool for one file of 15 lines; the tests reached its first half. */
const recorded = [
  ["vitest.json", fromIstanbul, [6, 8, 4, 7], ["5-7 branch else", "8 lines", "11-13 function never"]],
  ["jest.json", fromIstanbul, [6, 8, 4, 7], ["5-7 branch else", "8 lines", "11-13 function never"]],
  ["c8.json", fromIstanbul, [12, 15, 3, 5], ["8 branch", "8 branch", "11-13 function never"]],
  ["node.info", fromLcov, [12, 15, 3, 5], ["7 branch", "8 branch", "11-13 function never"]],
  ["python.json", fromCoveragePy, [7, 9, 3, 4], ["5 branch never goes on to line 7", "7 lines", "11 lines"]],
  ["go.out", fromGoProfile, [3, 5, 3, 5], ["4-6 branch", "10 branch"]],
] as const;

const countsOf = ({ lines, branches }: FileCoverage): readonly number[] => [
  lines.covered,
  lines.total,
  branches.covered,
  branches.total,
];

it.each(recorded)("%s: reads counts and what was not reached", async (name, read, counts, gaps) => {
  const text = await readFile(join(fixtures, name), "utf8");
  const [file, ...others] = (read as (text: string, root: string) => readonly FileCoverage[])(
    text,
    "/project",
  );
  expect(others).toEqual([]);
  expect(file?.file).toMatch(/^(?:grade\.js|grade\.py|example\.org\/calc\/grade\/grade\.go)$/);
  expect(file && countsOf(file)).toEqual(counts);
  const gapTexts = file?.gaps.map(({ line, endLine, kind, what }) =>
    [endLine > line ? `${line}-${endLine}` : line, kind, what].filter(Boolean).join(" "),
  );
  expect(gapTexts).toEqual(gaps);
});

it.each([fromIstanbul, fromLcov, fromCoveragePy, fromGoProfile])(
  "says so where there is no report",
  (read) => {
    expect(() => read("", "/project")).toThrow(/without a report/);
  },
);
