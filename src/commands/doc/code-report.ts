import { coverage, type Documented, type DocumentedCount, type Item } from "../../document/index.ts";
import type { Block, Report, Section } from "../../report/index.ts";
import type { Change, Written } from "../../workspace/index.ts";
import { countings, type DocFlags } from "./contract.ts";
import type { Page } from "./page.ts";

export interface Outcome {
  readonly argument: string;
  readonly done: Documented;
  /** Files of tests in the folder, which aren't documented. */
  readonly tests: number;
  readonly changes: readonly Change[];
  readonly written: Written | undefined;
  readonly flags: DocFlags;
  readonly least: number | undefined;
  /** The technical specification of a folder. */
  readonly page: Page | undefined;
  /** What the tool counts whose rule was asked for. */
  readonly counted: DocumentedCount | undefined;
}

const most = 8;

interface Placed extends Item {
  readonly path: string;
}

export const percent = (part: number, all: number): string =>
  all === 0 ? "none there" : `${part} of ${all} (${Math.round((100 * part) / all)} %)`;

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
      files(outcome),
      added(items, drift, flags),
      covered(outcome, share),
      quality(items, done, flags),
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

function files({ changes, written, done, tests, flags, page }: Outcome): Section {
  const typed = done.plans.some(({ items }) => items.some(({ types }) => types.length > 0));
  const names = changes.map(({ path }) => path);
  const list: readonly Block[] =
    names.length === 0
      ? [{ kind: "text", text: "Nothing to write: what the code shows is documented already." }]
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
          text: `${tests === 1 ? "One file" : `${tests} files`} of tests left out: a folder's tests are only documented by name.`,
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

function added(items: readonly Placed[], drift: readonly string[], flags: DocFlags): Section {
  const sum = (count: (item: Placed) => number): number => items.reduce((all, item) => all + count(item), 0);
  const fresh = items.filter(({ documented, now }) => now && !documented).length;
  const completed = items.filter(
    ({ documented, added: { parameters, returns, raises, summary, examples } }) =>
      documented && (parameters || returns || raises || summary || examples),
  ).length;
  const types = items.flatMap(({ path, line, name, types: own }) =>
    own.map((type) => `${path}:${line} ${name} -> ${type}`),
  );
  const all: readonly (readonly [string, number])[] = [
    ["Declarations documented for the first time", fresh],
    ["Docstrings completed", completed],
    ["Summaries", sum(({ added: { summary } }) => Number(summary))],
    ["Parameters", sum(({ added: { parameters } }) => parameters)],
    ["Return values", sum(({ added: { returns } }) => Number(returns))],
    ["Raised errors", sum(({ added: { raises } }) => raises)],
    ["Examples", sum(({ added: { examples } }) => examples)],
    ["Type annotations in the code", types.length],
    [`Statements that ${flags.update && !flags.check ? "were" : "are"} no longer true`, drift.length],
  ];
  const rows = all.filter(([, count]) => count > 0);
  return {
    key: "added",
    title: flags.check ? "Documentation that would be added" : "Documentation added",
    blocks: [
      rows.length
        ? { kind: "table", columns: ["Code comments", "Count"], rows }
        : { kind: "text", text: "None." },
      ...(types.length ? [{ kind: "list" as const, items: types }] : []),
      ...(drift.length ? [{ kind: "list" as const, items: drift }] : []),
    ],
  };
}

function covered({ done, flags, least, counted }: Outcome, share: number): Section {
  const { kinds, total } = coverage(done.plans);
  const rows = Object.entries(kinds).flatMap(([kind, { all, before, now }]) =>
    all
      ? [
          [
            `${kind === "class" ? "classe" : kind}s`,
            percent(before, all),
            percent(flags.check ? before : now, all),
          ],
        ]
      : [],
  );
  return {
    key: "coverage",
    title: "Coverage",
    blocks: [
      {
        kind: "table",
        columns: ["Documented", "Before", "Now"],
        rows: [
          ...rows,
          [
            "all",
            percent(total.before, total.all),
            percent(flags.check ? total.before : total.now, total.all),
          ],
          ...(counted && flags.counting
            ? [
                [
                  `as ${countings[flags.counting]} counts`,
                  percent(counted.before, counted.all),
                  percent(flags.check ? counted.before : counted.now, counted.all),
                ],
              ]
            : []),
        ],
      },
      ...(least === undefined
        ? []
        : [
            {
              kind: "facts" as const,
              facts: { threshold: `${least} %`, reached: share >= least ? "yes" : "no" },
            },
          ]),
    ],
  };
}

function tested(
  { tried: { passed, failed, runs, untried, why } }: Documented,
  { check, update }: DocFlags,
): readonly Block[] {
  const all = passed + failed.length;
  return [
    ...runs.slice(0, most).map(({ file, run, passed: good, failed: bad }): Block => ({
      kind: "check",
      claim: `Examples of ${file} executed: ${good} passed${bad ? `, ${bad} failed and were left out` : ""}`,
      evidence: run,
      passed: good > 0,
    })),
    {
      kind: "facts",
      facts: {
        "examples tested":
          check || update
            ? `not executed: ${check ? "--check" : "--update"} adds none`
            : all + untried === 0
              ? "none: no test calls a public declaration that lacks an example with plain values"
              : `${all} executed, ${passed} passed${failed.length ? `; left out: ${failed.slice(0, 3).join("; ")}` : ""}${untried ? `; ${untried} not executed: ${why ?? "they ended early"}` : ""}`,
      },
    },
  ];
}

function quality(items: readonly Placed[], done: Documented, flags: DocFlags): Section {
  const typed = items.reduce(
    (all, { typed: own }) => ({ all: all.all + own.all, annotated: all.annotated + own.annotated }),
    { all: 0, annotated: 0 },
  );
  const errors = items.reduce(
    (all, { raises }) => ({ all: all.all + raises.all, named: all.named + raises.named }),
    { all: 0, named: 0 },
  );
  return {
    key: "quality",
    title: "Quality checks",
    blocks: [
      ...tested(done, flags),
      {
        kind: "facts",
        facts: {
          "type annotations complete": `${percent(typed.annotated, typed.all)} parameters have one`,
          "error cases documented": `${percent(errors.named, errors.all)} of the errors that the call graph shows`,
          "links verified": "not done: docstrings of code hold none that were added",
        },
      },
    ],
  };
}

function next({ argument, flags, done }: Outcome, items: readonly Placed[]): Section {
  const silent = items.filter(({ now, kind }) => !now && kind !== "constant");
  const places = silent
    .slice(0, most)
    .map(
      ({ path, line, name }) => `Describe ${name} at ${path}:${line}: its code doesn't show what it is for`,
    );
  return {
    key: "next_steps",
    title: "Next steps",
    blocks: [
      {
        kind: "list",
        items: [
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
          "Read the new docstrings: they say what the code does, not why",
        ],
      },
    ],
  };
}
