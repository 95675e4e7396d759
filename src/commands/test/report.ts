import {
  type Block,
  proven,
  type Reported,
  type Section,
  byHand,
  code,
  shortened,
  show,
} from "../../report/index.ts";
import { firstOf, type DataOf } from "../../lib/index.ts";
import { wholeScript } from "../../code/index.ts";
import type { Done } from "./done.ts";
import { dataOf, type testData } from "./data.ts";
import { coverageSections } from "./coverage.ts";
import { failureSection, type Failure } from "./failure.ts";
import { countOf, isGreen, type Ran } from "../../test-runs/index.ts";
import type { CommandRun } from "../../workspace/index.ts";

const mostFailures = 20;

export async function report(done: Done): Promise<Reported<DataOf<typeof testData>>> {
  const { runs, failures } = done;
  const shownFailures = failures.slice(0, mostFailures);
  const details = await Promise.all(shownFailures.map((failure, i) => failureSection(failure, i + 1, done)));
  const green = proven(
    "Tests passed",
    runs.map((ran) => ({ evidence: ran.run, passed: isGreen(ran) })),
  );
  return {
    title: green ? green.words : failures.length ? `${failures.length} failing` : "Tests did not pass",
    verdict: green,
    outcome: green ? "done" : "failed",
    data: dataOf(done),
    sections: [
      target(done),
      show.section("results", "Results", runs.flatMap(resultBlocks)),
      ...details,
      ...(await coverageSections(runs, {
        files: done.workspace.files,
        changed: done.changed,
        only: done.only,
      })),
      ...more(failures.slice(mostFailures)),
      ...(runs.length ? [howToRun(runs)] : []),
      ...notes(done),
    ],
  };
}

const howToRun = (runs: readonly Ran[]): Section =>
  show.section(
    "how_to_run",
    "How to run",
    [show.code("sh", [...new Set(runs.map(({ run }) => byHand(run)))].join("\n"))],
    { repeats: true },
  );

function target({ places, steps, changed }: Done): Section {
  const runner = [...new Set(places.map((place) => place.runner))].join(", ");
  const folders = places.flatMap(({ folder }) => (folder ? [code(folder)] : []));
  return show.section("target", "Target", [
    show.facts({
      runner,
      ...(folders.length && { packages: folders.join(", ") }),
      tests: [
        ...new Set(steps.map(({ what, targets }) => (targets.length ? `${what} (${files(targets)})` : what))),
      ].join(", then "),
      ...(changed && { "files changed": changed.size }),
    }),
  ]);
}

const files = (targets: readonly string[]): string =>
  firstOf(
    targets.map((target) => code(target.replace(/^::/, ""))),
    5,
  );

function resultBlocks(ran: Ran): readonly Block[] {
  const { run, step, broken } = ran;
  const counts = `${countOf(ran, "passed")} passed, ${countOf(ran, "failed")} failed, ${countOf(ran, "skipped")} skipped`;
  const whole = ran.results.find(({ name }) => name === wholeScript);
  const text = broken ? "no report" : whole ? `${whole.status}, by the script's exit code alone` : counts;
  const blocks: Block[] = [show.check(`${step.what}: ${text}`, run, isGreen(ran))];
  const isUnexplained = run.exitCode !== 0 && !run.stopped && countOf(ran, "failed") === 0;
  const silent = broken !== undefined || isUnexplained;
  const output = silent ? shortened(ran.output) : "";
  if (output.trim()) blocks.push(show.code("text", output));
  return blocks;
}

const more = (rest: readonly Failure[]): readonly Section[] =>
  rest.length === 0
    ? []
    : [
        show.section("more_failures", "More failures", [
          show.list(
            rest.map(({ result }) => `${code(`${result.file}:${result.line ?? ""}`)} ${code(result.name)}`),
          ),
        ]),
      ];

/** Why a run was ended. */
const ends: Readonly<Record<NonNullable<CommandRun["stopped"]>, string>> = {
  aborted: "it was interrupted",
  time: "it took too long",
  output: "it printed too much",
  processes: "it started too many processes",
};

function notes({ runs, steps, places, changed, imports, failures }: Done): readonly Section[] {
  const last = runs.at(-1);
  const name = steps.find((step) => step.name !== undefined)?.name;
  const ran = runs.reduce((sum, ran) => sum + countOf(ran, "passed") + countOf(ran, "failed"), 0);
  const flaky = failures.filter(({ again }) => again.passed > 0).length;
  const skippedSteps = steps.length > 1 && !runs.some(({ step }) => step.what === steps.at(-1)?.what);
  const beside = [...new Set(runs.flatMap((one) => one.beside))];
  const items = [
    ...(ran === 0 && name !== undefined ? [`No test that ran is called ${code(name)}`] : []),
    ...(ran === 0 && name === undefined && !last?.broken ? ["No test ran, so nothing is shown to work"] : []),
    ...(last?.broken
      ? [
          `${last.place.runner} left no report${last.output.trim() ? ": what it printed stands above" : ", and printed nothing"}`,
        ]
      : []),
    ...(runs.some(({ run, coverage }) => run.reports && !coverage)
      ? ["The runner wrote no coverage, so what the tests reach isn't known"]
      : []),
    ...new Set(
      runs.flatMap(({ run: { stopped } }) =>
        stopped ? [`A run was ended before it was done: ${ends[stopped]}`] : [],
      ),
    ),
    ...(flaky ? [`${flaky} flaky: passed when run again, and still counted as failing`] : []),
    ...(skippedSteps ? ["The other tests were not run, as these failed: /test all runs everything"] : []),
    ...(changed === undefined
      ? ["Not a git repository: what changed isn't known, so no cause is named"]
      : []),
    ...(imports.tests.length === 0 && ran === 0 ? ["No test file was found by its name"] : []),
    ...(beside.length ? [`Not run, though \`npm test\` does: ${firstOf(beside.map(code), 5)}`] : []),
    ...(places.length && runs.some(({ run }) => run.sandbox === "none") ? ["Run without a sandbox"] : []),
  ];
  return show.sections("notes", "Notes", show.lists(items));
}
