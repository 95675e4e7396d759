import { coverage } from "../../document/index.ts";
import type { Block, Report, Section } from "../../report/index.ts";
import { added, covered } from "./code-counts.ts";
import { most, type Outcome, type Placed } from "./code-outcome.ts";
import { quality } from "./code-quality.ts";
import type { Page } from "./page.ts";

/** The report of A.4. */
export function report(outcome: Outcome): Report {
  const { argument, done, flags, least, page } = outcome;
  const items: readonly Placed[] = done.plans.flatMap(({ path, items: own }) =>
    own.map((item) => ({ ...item, path })),
  );
  const total = outcome.counted ?? coverage(done.plans).total;
  const share = total.all ? (100 * (flags.check ? total.before : total.now)) / total.all : 100;
  const drift = items.flatMap((item) =>
    item.drift.map((one) => `${item.path}:${item.line} ${item.name}: ${one.what}`),
  );
  const failed =
    flags.check && (drift.length > 0 || page?.state === "stale" || (least !== undefined && share < least));
  return {
    title: `Documentation of ${argument}`,
    outcome: failed ? "failed" : "done",
    sections: [
      files(outcome, items),
      added(items, drift, flags),
      covered(outcome, share),
      quality(items, outcome),
      next(outcome, items),
    ],
  };
}

const pageStates: Readonly<Record<Page["state"], string>> = {
  new: "is new",
  stale: "no longer matched its source and version",
  current: "matches its source and version",
  "by hand": "was written by hand and was left alone: rename it to have the specification there",
};

const nothing = (items: readonly Placed[]): string =>
  items.every(({ now }) => now)
    ? "Nothing to write: what the code shows is documented already."
    : "Nothing to write: of what is not documented the code shows nothing that its readers don't see; the next steps name it.";

function files({ changes, written, done, tests, flags, page }: Outcome, items: readonly Placed[]): Section {
  const typed = done.plans.some(({ items }) => items.some(({ types }) => types.length > 0));
  const names = changes.map(({ path }) => path);
  const list: readonly Block[] =
    names.length === 0
      ? [{ kind: "text", text: nothing(items) }]
      : flags.check
        ? [
            {
              kind: "text",
              text: `A run without --check would write ${names.length} ${names.length === 1 ? "file" : "files"}.`,
            },
            { kind: "list", items: names },
          ]
        : [
            { kind: "list", items: names },
            {
              kind: "check",
              claim: `Code unchanged: only comments and docstrings${typed ? " and the type annotations listed below" : ""} differ, compared before writing`,
              evidence: written,
              passed: true,
            },
          ];
  const left: readonly Block[] = done.left.length
    ? [
        {
          kind: "table",
          columns: ["Left alone", "Because it"],
          rows: done.left.map(({ path, why }) => [path, why]),
        },
      ]
    : [];
  const skipped: readonly Block[] = tests
    ? [
        {
          kind: "text",
          text: `${tests === 1 ? "One file" : `${tests} files`} of tests and examples left out: a folder's are only documented by name.`,
        },
      ]
    : [];
  return {
    key: "files",
    title: "Files modified",
    blocks: [
      ...list,
      ...(page
        ? [
            {
              kind: "text" as const,
              text: `Technical specification: ${page.path} ${pageStates[page.state]}.`,
              keep: true as const,
            },
          ]
        : []),
      ...left,
      ...skipped,
    ],
  };
}

function next({ argument, flags, done, writing }: Outcome, items: readonly Placed[]): Section {
  const silent = items.filter(({ now, kind }) => !now && kind !== "constant");
  const places = silent
    .slice(0, most)
    .map(
      ({ path, line, name }) => `Describe ${name} at ${path}:${line}: its code doesn't show what it is for`,
    );
  const steps = [
    ...((flags.check || !flags.update) && items.some(({ drift }) => drift.length)
      ? [`Mend what is no longer true: /doc ${argument} --update`]
      : []),
    ...done.left
      .filter(({ why }) => why === "has a syntax error")
      .map(({ path }) => `Mend the syntax of ${path}`),
    ...places,
    ...(silent.length > most
      ? [`${silent.length - most} more declarations say nothing about themselves`]
      : []),
    ...(items.some(({ now, documented }) => now && !documented)
      ? ["Read the new docstrings: they say what the code does, not why"]
      : []),
    ...(writing?.unasked && !writing.failed
      ? [
          `Run /doc ${argument} again: the model was asked as often as one run does, and ${writing.unasked} ${writing.unasked === 1 ? "file waits" : "files wait"}`,
        ]
      : []),
  ];
  return {
    key: "next_steps",
    title: "Next steps",
    blocks: [steps.length ? { kind: "list", items: steps } : { kind: "text", text: "None." }],
  };
}
