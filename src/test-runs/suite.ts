import { testPlaces, type TestResult } from "../code/index.ts";
import { UserError } from "../lib/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { isGreen, isSame, type Ran, runStep } from "./run.ts";
import { everything } from "./scope.ts";

/** A run of all tests, one per package. */
export interface Suite {
  readonly runs: readonly Ran[];
  /** Whether the project has tests that can be run here. */
  readonly hasTests: boolean;
  /** Why a package's tests gave no results. */
  readonly why?: string;
}

/** Runs all tests of a project. */
export async function runSuite(workspace: Workspace, signal: AbortSignal): Promise<Suite> {
  const { shell } = workspace;
  const places = await testPlaces(workspace.files);
  if (!shell || places.length === 0) return { runs: [], hasTests: false };
  const runs: Ran[] = [];
  let why: string | undefined;
  for (const place of places)
    try {
      const ran = await runStep({ ...workspace, shell }, everything, { place, signal });
      signal.throwIfAborted();
      runs.push(ran);
      if (ran.broken) why ??= `${ran.broken}\n${ran.output.slice(-4000)}`;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
      why ??= error.message;
    }
  return { runs, hasTests: true, ...(why !== undefined && { why }) };
}

/** Whether tests ran in each package, and all of them passed. */
export const isGreenSuite = ({ runs, why }: Suite): boolean =>
  why === undefined && runs.length > 0 && runs.every(isGreen);

/** A run of tests, as far as two runs are compared. */
export type Compared = Pick<Ran, "results" | "beside" | "script"> & {
  readonly place: Pick<Ran["place"], "folder">;
};

/** What ran before a change and doesn't after it, or has begun to fail. */
export interface Lost {
  /** The test's file and name, or a command of the test script. */
  readonly name: string;
  readonly now: "fails" | "is skipped" | "doesn't run" | "is another one";
}

/**
 * Compares two runs: what passed must pass, and what failed must still run. Tests are matched by package, file and
 * name, as often as they occur. The test script must be the same: only it says what the project calls its tests.
 */
export function lostTests(before: readonly Compared[], after: readonly Compared[]): readonly Lost[] {
  return [...Map.groupBy(before, ({ place }) => place.folder)].flatMap(([folder, runs]) => {
    const now = after.filter(({ place }) => place.folder === folder);
    return [
      ...lostResults(
        runs.flatMap(({ results }) => results),
        now.flatMap(({ results }) => results),
      ),
      ...lostCommands(runs, now),
      ...runs.flatMap(({ script, results }): readonly Lost[] =>
        script !== undefined && results.length > 0 && now.some((run) => run.script !== script)
          ? [{ name: `the test script ${JSON.stringify(script)}`, now: "is another one" }]
          : [],
      ),
    ];
  });
}

function lostResults(before: readonly TestResult[], after: readonly TestResult[]): readonly Lost[] {
  const left = new Map([...Map.groupBy(after, ({ name }) => name)].map(([name, all]) => [name, [...all]]));
  /** Removes and returns the result of the same test; one that passed first, as tests may share a name. */
  const take = (test: TestResult): TestResult | undefined => {
    const all = left.get(test.name) ?? [];
    const matches = all.filter((other) => isSame(test, other));
    const match = statuses.map((status) => matches.find((other) => other.status === status)).find(Boolean);
    if (match) all.splice(all.indexOf(match), 1);
    return match;
  };
  const files = new Set(after.map(({ file }) => file));
  const rank = ({ status }: TestResult): number => statuses.indexOf(status);
  return before
    .filter(({ status }) => status !== "skipped")
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((test): readonly Lost[] => {
      const { status } = take(test) ?? {};
      if (status === "passed" || (status === "failed" && test.status === "failed")) return [];
      // A file that didn't load has one result, named after it; its tests take its place.
      if (status === undefined && test.status === "failed" && test.name === test.file && files.has(test.file))
        return [];
      const now = status === "failed" ? "fails" : status === "skipped" ? "is skipped" : "doesn't run";
      return [{ name: [test.file, test.name].filter(Boolean).join(" "), now }];
    });
}

const statuses: readonly TestResult["status"][] = ["passed", "failed", "skipped"];

/** Commands beside the runner, such as a type check, that the test script no longer calls. */
function lostCommands(before: readonly Compared[], after: readonly Compared[]): readonly Lost[] {
  const still = new Set(after.flatMap(({ beside }) => beside));
  return before
    .flatMap(({ beside }) => beside)
    .filter((command) => !still.has(command))
    .map((name) => ({ name, now: "doesn't run" }));
}

/** Lists lost tests in words; an empty text for none. */
export function describeLost(lost: readonly Lost[]): string {
  if (lost.length === 0) return "";
  const names = lost.slice(0, 10).map(({ name, now }) => `- ${name}: ${now}`);
  const more = lost.length > names.length ? [`- and ${lost.length - names.length} more`] : [];
  return ["These ran before the change, and must still run and pass:", ...names, ...more].join("\n");
}
