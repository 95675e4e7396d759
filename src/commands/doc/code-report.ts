import { type Block, type Section, whole, show } from "../../report/index.ts";
import { added, covered } from "./code-counts.ts";
import type { Outcome } from "./code-outcome.ts";
import { inConflict } from "./api-report.ts";
import { quality } from "./code-quality.ts";
import { pagePaths } from "../routes/pages.ts";
import type { Page } from "./page.ts";
import type { Tally } from "../../document/index.ts";
import { docDataOf, type DocReport } from "./data.ts";

export function report(outcome: Outcome): DocReport {
  const { argument, tally, flags, least, page } = outcome;
  const { total } = tally;
  const reached = total.all ? (100 * (flags.check ? total.before : total.now)) / total.all : undefined;
  const failed =
    flags.check &&
    (tally.drift.length > 0 ||
      page?.state === "stale" ||
      (least !== undefined && !((reached ?? 0) >= least)));
  return {
    title: `Documentation of ${argument}`,
    outcome: failed ? "failed" : "done",
    data: docDataOf({
      coverage: { declarations: { documented: flags.check ? total.before : total.now, total: total.all } },
      outdated: tally.drift,
      left_alone: tally.left.map(({ path, why }) => ({ path, why })),
    }),
    sections: [
      files(outcome),
      added(tally, flags),
      covered(outcome, reached),
      quality(outcome),
      next(outcome),
    ],
  };
}

const pageStates: Readonly<Record<Page["state"], string>> = {
  new: "is new",
  missing: "isn't there, and --check and --update ask for none: leave them out to have one",
  stale: "no longer matched its source and version",
  current: "matches its source and version",
  "by hand": "was written by hand and was left alone: rename it to have the specification there",
};

function nothing({ total, left }: Tally): Block {
  const claim = left.length
    ? undefined
    : whole("Nothing to write: every declaration is documented already.", total.now, total.all);
  if (claim) return { kind: "claim", claim };
  const text =
    total.all === 0
      ? `Nothing was written: ${left.length ? "what is there was left alone" : "there are no declarations"}.`
      : total.now === total.all
        ? "Nothing was written: what could be read is documented already, the rest was left alone."
        : "Nothing was written: the code shows nothing of what isn't documented; the next steps name it.";
  return show.text(text);
}

function files({ changes, written, tally, tests, flags, page }: Outcome): Section {
  const names = pagePaths(changes);
  const list: readonly Block[] =
    names.length === 0
      ? [nothing(tally)]
      : flags.check
        ? [
            show.text(
              `A run without --check would write ${names.length} ${names.length === 1 ? "file" : "files"}.`,
            ),
            show.list(names),
          ]
        : [
            show.list(names),
            show.check(
              `Code unchanged: only comments and docstrings${tally.types.length ? " and the type annotations listed below" : ""} differ, compared before writing`,
              written,
              true,
            ),
          ];
  const left: readonly Block[] = tally.left.length
    ? [
        show.table(
          ["Left alone", "Because it"],
          tally.left.map(({ path, why }) => [path, why]),
        ),
      ]
    : [];
  const skipped: readonly Block[] = tests
    ? [
        show.text(
          `${tests === 1 ? "One file" : `${tests} files`} of tests and examples skipped: in a folder, these are documented only by name.`,
        ),
      ]
    : [];
  return show.section("files", "Files modified", [
    ...list,
    ...(page
      ? [
          show.answer(
            `Technical specification: ${page.path} ${pageStates[page.state]}.${page.isConflict ? ` ${inConflict(page.path)}` : ""}`,
          ),
        ]
      : []),
    ...left,
    ...skipped,
  ]);
}

function next({ argument, flags, tally, writing }: Outcome): Section {
  const { count, first } = tally.silent;
  const places = first.map(
    ({ path, line, name }) => `Describe ${name} at ${path}:${line}: its code doesn't show what it is for`,
  );
  const steps = [
    ...((flags.check || !flags.update) && tally.drift.length
      ? [`Correct what is no longer true: /doc ${argument} --update`]
      : []),
    ...tally.left
      .filter(({ why }) => why === "has a syntax error")
      .map(({ path }) => `Correct the syntax of ${path}`),
    ...tally.left
      .filter(({ why }) => /^isn't UTF-8 text|^is UTF-16/.test(why))
      .map(({ path, why }) => `Save ${path} as UTF-8: it ${why}`),
    ...places,
    ...(count > first.length
      ? [`${count - first.length} more declarations say nothing about themselves`]
      : []),
    ...(tally.added.fresh ? ["Read the new docstrings: they say what the code does, not why"] : []),
    ...(writing?.unasked && !writing.failed
      ? [
          `Run /doc ${argument} again: the model was asked as often as one run does, and ${writing.unasked} ${writing.unasked === 1 ? "file waits" : "files wait"}`,
        ]
      : []),
  ];
  return show.section("next_steps", "Next steps", [steps.length ? show.list(steps) : show.text("None.")]);
}
