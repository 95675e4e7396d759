import { runners, testPlaces, type TestPlace, type TestResult } from "../code/index.ts";
import { listed, UserError } from "../lib/index.ts";
import type { Session } from "../session/index.ts";
import { command, type Input } from "./command.ts";
import {
  type Changed,
  changedFiles,
  type Imports,
  readImports,
  ordered,
  failuresOf,
  isGreen,
  isSame,
  runStep,
  type Ran,
  type Runnable,
  scopeOf,
} from "../test-runs/index.ts";
import { measured, ranked } from "./test/coverage.ts";
import { testData } from "./test/data.ts";
import { type Failure, unsteady } from "./test/failure.ts";
import { report } from "./test/report.ts";
import { addedSection, addTests, type Wanted } from "./test/write.ts";

const flags = {
  runner: {
    type: "choice",
    choices: runners.names,
    summary: "The runner, in a project that has several",
  },
  reruns: {
    type: "number",
    least: 0,
    most: 10,
    example: "2",
    summary: "How often files with failures run again, to tell the flaky ones; 1 by default",
  },
  repeat: {
    type: "number",
    least: 1,
    most: 100,
    example: "10",
    summary: "Run everything this often, and tell which tests don't always end alike",
  },
  coverage: {
    type: "boolean",
    summary: "Measure what the tests reach, and list what they don't; /test coverage does it for all",
  },
  exact: { type: "boolean", summary: "Only run: no model writes the tests that are missing" },
} as const;

export default command({
  summary: "Run the project's tests, those of what you changed first, and explain each failure",
  keywords:
    "Run, execute, check or write tests, the test suite; whether tests pass or fail, why one is red; measure coverage, what is covered or untested",
  argument: {
    name: "target",
    summary: "a file, folder, pattern, file::test, part of a test's name, all, or coverage",
    required: false,
    example: "src/cart.test.ts",
    choices: ["all", "coverage"],
  },
  mcp: true,
  shell: true,
  data: testData,
  flags,
  async run({ argument, flags: options }: Input<typeof flags>, context) {
    const { session, signal } = context;
    const workspace = runnable(session);
    const places = await placesOf(session, options.runner);
    const [imports, changed] = await Promise.all([readImports(workspace.files), changedFiles(workspace)]);
    const isCoverage = argument.trim() === "coverage";
    const coverage = options.coverage || isCoverage;
    const repeat = options.repeat ?? 1;
    const scopeArgument = isCoverage ? "all" : argument.trim();
    const writes = session.model !== undefined && !options.exact;
    const steps = await scopeOf(scopeArgument, { files: workspace.files, imports, changed, writes });
    // Coverage is measured over all tests of a line together.
    const planned = ordered(coverage ? steps.slice(-1) : steps, places);
    if (planned.length === 0)
      throw new UserError(
        "no-test-runner",
        `${JSON.stringify(argument)} is in no package with tests.`,
        `Packages with tests: ${listed(places.map(({ folder }) => folder))}.`,
      );
    const runs: Ran[] = [];
    const failures: Failure[] = [];
    const only = steps.flatMap((step) => step.files ?? []);
    const reported = () =>
      report({
        workspace,
        changed,
        imports,
        steps: planned.map(({ step }) => step),
        places,
        runs,
        failures,
        only,
      });
    context.unfinished(reported);
    for (const { place, step } of planned) {
      session.progress(`Running ${step.what}`);
      const ran = await runStep(workspace, step, { place, signal, coverage });
      runs.push(ran);
      const known = failures.length;
      const once = failuresOf(ran).map((result) => ({ result, ran, again: { runs: 0, passed: 0 } }));
      failures.push(...once);
      const more = await repeated(ran, repeat - 1, { session, workspace, signal });
      runs.push(...more);
      const whole = more.length
        ? unsteady([ran, ...more])
        : await again(ran, options.reruns ?? 1, { workspace, signal, runs });
      failures.splice(known, once.length, ...whole);
      if (![ran, ...more].every(isGreen) && places.length === 1) break;
    }
    const finalReport = await reported();
    const request =
      writes && runs.every(isGreen) ? wantedOf({ only, isCoverage, runs, changed, imports }) : undefined;
    if (!request) return finalReport;
    session.progress("The model writes the tests that are missing");
    const added = await addTests(request, workspace, context);
    return { ...finalReport, sections: [...finalReport.sections, addedSection(added)] };
  },
});

/** The sources that need tests: files named in the line, or the one with the most uncovered code. */
function wantedOf({
  only,
  isCoverage,
  runs,
  changed,
  imports,
}: {
  readonly only: readonly string[];
  readonly isCoverage: boolean;
  readonly runs: readonly Ran[];
  readonly changed: Changed | undefined;
  readonly imports: Imports;
}): Wanted | undefined {
  const gaps = ranked(measured(runs, only), changed);
  const sources = only.length ? only : isCoverage ? gaps.slice(0, 1).map(({ file }) => file) : [];
  const [place] = runs.map((ran) => ran.place);
  // A folder means its tests; many files are too much for a model.
  if (sources.length === 0 || sources.length > 3 || !place) return undefined;
  return {
    sources,
    gaps: gaps
      .filter(({ file }) => sources.includes(file))
      .map(({ file, line, endLine, kind, what }) => `${file}:${line}-${endLine} ${kind} ${what}`),
    example: imports.testsOf(sources)[0] ?? imports.tests[0],
    known: runs.flatMap(({ results }) => results.filter(({ status }) => status === "passed")),
    place,
  };
}

function runnable({ workspace }: Session): Runnable {
  const { shell, shellMissing } = workspace;
  if (shell) return { ...workspace, shell };
  throw new UserError(
    "no-shell",
    "The tests can't be run here.",
    shellMissing ?? "Install a sandbox: antiphon doctor says how.",
  );
}

async function placesOf(
  { workspace: { files } }: Session,
  runnerName: string | undefined,
): Promise<readonly TestPlace[]> {
  const places = await testPlaces(files, runnerName);
  if (places.length) return places;
  throw new UserError(
    "no-test-runner",
    `${runnerName ?? "No test runner"} was ${runnerName ? "not " : ""}found in this project.`,
    `Antiphon runs ${listed(runners.names, "and")}: add one, or a test file of node:test or pytest.`,
  );
}

async function repeated(
  { step, place }: Ran,
  times: number,
  { session, workspace, signal }: { session: Session; workspace: Runnable; signal: AbortSignal },
): Promise<readonly Ran[]> {
  const runs: Ran[] = [];
  for (let i = 1; i <= times; i++) {
    session.progress(`Running ${step.what}, again (${i} of ${times})`);
    runs.push(await runStep(workspace, { ...step, what: `${step.what}, run ${i + 1}` }, { place, signal }));
  }
  return runs;
}

/** Runs the files with failures again: a test that passes then is flaky, and still counts as a failure. */
async function again(
  ran: Ran,
  times: number,
  { workspace, signal, runs }: { workspace: Runnable; signal: AbortSignal; runs: Ran[] },
): Promise<readonly Failure[]> {
  const failed = failuresOf(ran);
  const later: TestResult[] = [];
  const count = failed.length ? times : 0;
  const files = [...new Set(failed.map(({ file }) => file))];
  const known = files.every((file) => file && !/^-|::|[\p{Cc}`<>]|\]\(/u.test(file));
  const step = { what: "files with failures, again", targets: known ? files : ran.step.targets };
  for (let i = 0; i < count; i++) {
    const next = await runStep(workspace, step, { place: ran.place, signal });
    runs.push(next);
    later.push(...next.results.filter(({ status }) => status === "passed"));
  }
  return failed.map((result) => ({
    result,
    ran,
    again: { runs: count, passed: later.filter((testResult) => isSame(testResult, result)).length },
  }));
}
