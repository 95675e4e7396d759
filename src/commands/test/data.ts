import { data, placeData, toPlace, type DataOf } from "../../lib/index.ts";
import { measured, ranked } from "./coverage.ts";
import type { Done } from "./done.ts";
import { countOf } from "../../test-runs/index.ts";

const share = data.object({ covered: data.count(), total: data.count() });

export const testData = data.object({
  tests: data.object(
    {
      passed: data.count(),
      failed: data.count(),
      skipped: data.count(),
      flaky: data.count("Of those that failed"),
    },
    "Of the last run in each package, without re-runs",
  ),
  failures: data.list(
    data.object({
      test: data.text("Its full name"),
      place: data.orNull(placeData),
      message: data.text(),
      flaky: data.flag("It passed when it ran again"),
    }),
  ),
  runs: data.list(
    data.object({
      what: data.text(),
      runner: data.text(),
      package: data.text("Its folder; empty for the project's own"),
      passed: data.count(),
      failed: data.count(),
      skipped: data.count(),
      trouble: data.orNull(data.text("Why the runner left no report")),
    }),
  ),
  coverage: data.orNull(
    data.object({
      lines: share,
      branches: share,
      gaps: data.list(
        data.object({
          place: placeData,
          end_line: data.count(),
          kind: data.choice(["branch", "function", "lines"]),
          changed: data.flag("A line of it differs from the last commit"),
        }),
      ),
    }),
  ),
});

type Data = DataOf<typeof testData>;

export function dataOf(done: Done): Data {
  const { runs, failures, steps } = done;
  const first = runs.filter(({ step }) => steps.includes(step));
  const last = [...new Map(first.map((ran) => [`${ran.place.runner} ${ran.place.folder}`, ran])).values()];
  const sum = (status: "passed" | "failed" | "skipped"): number =>
    last.reduce((all, ran) => all + countOf(ran, status), 0);
  return {
    tests: {
      passed: sum("passed"),
      failed: sum("failed"),
      skipped: sum("skipped"),
      flaky: failures.filter(({ again }) => again.passed > 0).length,
    },
    failures: failures.map(({ result: { name, file, line, message = "" }, again }) => ({
      test: name,
      place: file ? toPlace(file, line) : null,
      message,
      flaky: again.passed > 0,
    })),
    runs: runs.map((ran) => ({
      what: ran.step.what,
      runner: ran.place.runner,
      package: ran.place.folder,
      passed: countOf(ran, "passed"),
      failed: countOf(ran, "failed"),
      skipped: countOf(ran, "skipped"),
      trouble: ran.broken ?? null,
    })),
    coverage: coverageOf(done),
  };
}

function coverageOf({ runs, only, changed }: Done): Data["coverage"] {
  if (!runs.some(({ coverage }) => coverage)) return null;
  const files = measured(runs, only);
  const sum = (of: "lines" | "branches"): DataOf<typeof share> => ({
    covered: files.reduce((all, file) => all + file[of].covered, 0),
    total: files.reduce((all, file) => all + file[of].total, 0),
  });
  return {
    lines: sum("lines"),
    branches: sum("branches"),
    gaps: ranked(files, changed).map(({ file, line, endLine, kind, fresh }) => ({
      place: toPlace(file, line),
      end_line: endLine,
      kind,
      changed: fresh,
    })),
  };
}
