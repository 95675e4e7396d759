import { noReport } from "../runners/no-report.ts";
import { relativeTo } from "../runners/junit.ts";
import type { FileCoverage, Gap } from "./contract.ts";
import { runs } from "./ranges.ts";

/** Parses an lcov tracefile, as written by node:test. */
export function fromLcov(text: string, root: string): readonly FileCoverage[] {
  if (!/^(?:SF|TN):/m.test(text)) throw noReport("the coverage report");
  return text.split(/^end_of_record$/m).flatMap((record) => {
    const file = /^SF:(.*)$/m.exec(record)?.[1];
    return file === undefined ? [] : [one(relativeTo(root, file.trim()), record)];
  });
}

function one(file: string, record: string): FileCoverage {
  const lines = [...record.matchAll(/^DA:(\d+),(\d+)/gm)].map(([, line, count]) => ({
    line: Number(line),
    hit: Number(count) > 0,
  }));
  const branches = [...record.matchAll(/^BRDA:(\d+),[^,]*,[^,]*,(\d+|-)/gm)].map(([, line, count]) => ({
    line: Number(line),
    hit: Number(count) > 0,
  }));
  const starts = new Map(
    [...record.matchAll(/^FN:(\d+),(?:\d+,)?(.*)$/gm)].map(([, line, name = ""]) => [name, Number(line)]),
  );
  const missing = lines.flatMap(({ line, hit }) => (hit ? [] : [line]));
  const functions = [...record.matchAll(/^FNDA:0,(.*)$/gm)].flatMap(([, name = ""]): readonly Gap[] => {
    const line = starts.get(name);
    const what = /^anonymous_\d+$/.test(name) ? "" : name;
    return line === undefined ? [] : [{ line, endLine: line, kind: "function", what }];
  });
  const never = new Set(missing);
  // A function that was never called is reported by its lines that never ran.
  const unrun = runs(
    missing,
    lines.map(({ line }) => line),
  ).map((gap) => {
    const gapFunction = functions.find(({ line }) => line === gap.line);
    return gapFunction ? { ...gapFunction, endLine: gap.endLine } : gap;
  });
  return {
    file,
    lines: { covered: lines.length - missing.length, total: lines.length },
    branches: { covered: branches.filter(({ hit }) => hit).length, total: branches.length },
    gaps: [
      ...branches.flatMap(({ line, hit }): readonly Gap[] =>
        hit || never.has(line) ? [] : [{ line, endLine: line, kind: "branch", what: "" }],
      ),
      ...functions.filter(({ line }) => !unrun.some((gap) => gap.line === line)),
      ...unrun,
    ].sort((a, b) => a.line - b.line),
  };
}
