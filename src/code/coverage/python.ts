import { isObject } from "../../lib/index.ts";
import { readReport } from "../runners/jest-json.ts";
import type { Coverage, FileCoverage, Gap } from "./contract.ts";
import { runs } from "./ranges.ts";

type Json = Readonly<Record<string, unknown>>;
const object = (value: unknown): Json => (isObject(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numbers = (value: unknown): readonly number[] => list(value).map(Number);

/** Parses a coverage.py JSON report, branches included. */
export function fromCoveragePy(text: string): readonly FileCoverage[] {
  const { files } = readReport(text, "the coverage report");
  return Object.entries(object(files)).map(([file, value]) => {
    const data = object(value);
    const missing = numbers(data["missing_lines"]);
    const covered = numbers(data["executed_lines"]);
    const { covered_branches, num_branches } = object(data["summary"]);
    const known = new Set(missing);
    const branches = list(data["missing_branches"]).flatMap((pair): readonly Gap[] => {
      const [from = 0, to = 0] = numbers(pair);
      // Report a line that never ran only once.
      if (known.has(from)) return [];
      const what = to < 0 ? "never leaves the function from here" : `never goes on to line ${to}`;
      return [{ line: from, endLine: from, kind: "branch", what }];
    });
    return {
      file,
      lines: { covered: covered.length, total: covered.length + missing.length },
      branches: { covered: Number(covered_branches ?? 0), total: Number(num_branches ?? 0) },
      gaps: [...branches, ...runs(missing, [...missing, ...covered])].sort((a, b) => a.line - b.line),
    };
  });
}

/**
 * Measures `-m MODULE ARGS`, or with `- ARGS` a program from standard input. Only coverage itself must be
 * installed.
 */
const driver = (text: string): string => `
import sys, runpy
import coverage
where, how, what = sys.argv[1:4]
text = ${JSON.stringify(text)}
cov = coverage.Coverage(data_file=None, branch=True, source=["."], omit=[".venv/*", "venv/*", "*/site-packages/*", "setup.py", "conftest.py", "test_*", "*/test_*", "*_test.py", "tests/*", "*/tests/*", "*/conftest.py"])
cov.start()
sys.argv = sys.argv[3:] if how == "-m" else ["-"] + sys.argv[3:]
sys.path.insert(0, "")
code = 0
try:
    if how == "-m": runpy.run_module(what, run_name="__main__", alter_sys=True)
    else: exec(compile(text, "<antiphon>", "exec"), {"__name__": "__main__"})
except SystemExit as end:
    code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
cov.stop()
try: cov.json_report(outfile=where, ignore_errors=True)
except coverage.CoverageException as error: print(error, file=sys.stderr)
sys.exit(code)
`;

export const coveragePy: Coverage = {
  needs: ["python:coverage"],
  file: "coverage.json",
  measured: ([python, ...words]) => [python, "-", "{reports}/coverage.json", ...words],
  input: (text) => driver(text ?? ""),
  read: fromCoveragePy,
};
