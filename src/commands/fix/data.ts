import { data, placeData, toPlace, type DataOf } from "../../lib/index.ts";
import { type Problem, problemsOf } from "../../repair/index.ts";
import type { Done } from "./done.ts";

const problem = data.object({
  source: data.choice(["types", "lint", "tests", "manifest", "text"]),
  place: data.orNull(placeData),
  code: data.text("As the program names it: TS2304, NameError, a rule"),
  message: data.text(),
  test: data.orNull(data.text("The test that failed by it")),
});
const change = data.object({
  path: data.text(),
  before: data.orNull(data.text()),
  after: data.orNull(data.text()),
});

export const fixData = data.object({
  reproduced: data.flag(),
  problems: data.list(problem, "Before anything was changed"),
  left: data.list(problem, "At the end"),
  likely: data.list(data.object({ place: placeData, why: data.text() }), "Likely causes, the best first"),
  fixes: data.list(
    data.object({
      what: data.text(),
      changes: data.list(change),
      by: data.choice(["program", "model", "search"]),
    }),
    "What was written and stays",
  ),
  offered: data.list(
    data.object({
      changes: data.list(change, "One per file"),
      failing: data.count("Tests that still fail with them; no other does"),
    }),
    "What was found and not applied",
  ),
  tried: data.count("One-line changes"),
});

const toProblem = ({ source, file, line, code, message, test }: Problem): DataOf<typeof problem> => ({
  source,
  place: file ? toPlace(file, line) : null,
  code,
  message,
  test: test ?? null,
});

export const dataOf = (done: Done): DataOf<typeof fixData> => ({
  reproduced: done.reproduced,
  problems: problemsOf(done.first).map(toProblem),
  left: problemsOf(done.last).map(toProblem),
  likely: done.likely.map(({ file, line, why }) => ({ place: toPlace(file, line), why })),
  fixes: [
    ...done.applied.map(({ what, changes }) => ({
      what,
      changes: changes.map(toChange),
      by: "program" as const,
    })),
    ...done.more.map(({ title, changes, isGuess }) => ({
      what: title,
      changes: changes.map(toChange),
      by: isGuess ? ("search" as const) : ("model" as const),
    })),
  ],
  offered: (done.search?.offered ?? []).map(({ changes, left }) => ({
    changes: changes.map(toChange),
    failing: left,
  })),
  tried: done.search?.tried ?? 0,
});

const toChange = ({ path, before, after }: DataOf<typeof change>): DataOf<typeof change> => ({
  path,
  before,
  after,
});
