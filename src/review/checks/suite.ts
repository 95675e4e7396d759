import { testPlaces, type TestResult } from "../../code/index.ts";
import { listed, listedFirst, UserError } from "../../lib/index.ts";
import {
  readImports,
  countOf,
  failuresOf,
  isSource,
  isGreen,
  isSame,
  type Ran,
  type Runnable,
  runStep,
  ordered,
  usable,
} from "../../test-runs/index.ts";
import type { Check, Finding, Found, Ground } from "../contract.ts";
import { isNew, shellFor, textsBefore, together } from "../programs.ts";

/** Findings at most; all other failures are in the last one. */
const most = 10;

const suite: Check = {
  summary: "tests that fail since the change, among those that use what changed, or among all if none does",
  focus: "testing",
  reads: () => false,
  async run(ground) {
    const { workspace, changes, signal } = ground;
    const places = await testPlaces(workspace.files);
    if (places.length === 0) return nothing("no test runner that is known is set up here");
    const imports = await readImports(workspace.files);
    const sources = changes.map(({ path }) => path).filter(isSource);
    if (sources.length === 0) return nothing("no program changed");
    const targets = imports.testsOf(sources);
    const shell = shellFor(ground);
    if (typeof shell === "string") return { findings: [], skipped: `the test runner ${shell}` };
    // Tests may use a file in other ways than by importing it.
    const what = targets.length ? "tests that use what changed" : "all tests, as none uses what changed";
    const near = targets.length
      ? places
      : places.filter(({ folder }) => sources.some((path) => isIn(path, folder)));
    const all: Found[] = [];
    for (const { place, step: part } of ordered([{ what, targets: usable(targets) }], near)) {
      const ran = await runStep({ ...workspace, shell }, part, { place, signal }).catch(notStarted);
      signal.throwIfAborted();
      const tests = new Set(part.targets.length ? part.targets : targets);
      const read = changes.flatMap(({ path }) =>
        imports.testsOf([path]).some((test) => tests.has(test)) ? [path] : [],
      );
      if (typeof ran === "string") all.push({ findings: [], skipped: ran });
      else
        all.push(
          foundIn(ran, read, {
            ground,
            // Old texts are given to what imports them, so they prove nothing about tests that read files themselves.
            before: targets.length ? await ranBefore(ran, { ...workspace, shell }, ground) : undefined,
          }),
        );
    }
    return together(all);
  },
};
export default suite;

const isIn = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`);

const nothing = (unneeded: string): Found => ({ findings: [], unneeded });

function notStarted(error: unknown): string {
  if (error instanceof UserError) return `tests: ${error.message}`;
  throw error;
}

/** Runs the tests that failed with the changed files as they were; undefined if that can't be run. */
async function ranBefore(ran: Ran, workspace: Runnable, ground: Ground): Promise<Ran | undefined> {
  const texts = textsBefore(ground);
  if (!texts || failuresOf(ran).length === 0) return undefined;
  const { step, place } = ran;
  const before = await runStep(workspace, step, { place, signal: ground.signal, instead: texts }).catch(
    notStarted,
  );
  return typeof before === "string" || before.broken ? undefined : before;
}

interface Comparing {
  readonly ground: Ground;
  readonly before: Ran | undefined;
}

/** Failures that weren't there before are findings, and all in test files that the change added. */
function foundIn(ran: Ran, read: readonly string[], { ground, before }: Comparing): Found {
  const failed = failuresOf(ran);
  const passed = isGreen(ran);
  const { runner } = ran.place;
  const claim = ran.broken ? `${runner}: no result` : `${runner}: ${countsOf(ran)}`;
  const asBefore = before && {
    run: before.run,
    claim: `${runner}, with the changed files as they were: ${countsOf(before)}`,
    passed: isGreen(before),
    read: [],
  };
  const { path = "" } = ground.changes[0] ?? {};
  const fresh = failed.filter(
    (test) =>
      isNew(test.file, ground) || (before && !failuresOf(before).some((other) => isSame(test, other))),
  );
  const findings = failuresByCause(fresh).map((tests) => finding(tests, path));
  const left = failed.filter((test) => !fresh.includes(test));
  const when = before ? "failed before the change, too" : "may have failed before the change, too";
  const names = left.slice(0, 3).map(({ name }) => JSON.stringify(name));
  const older = `${runner}: ${left.length} failing ${left.length === 1 ? "test" : "tests"} ${when}: ${listed(names)}`;
  const why = left.length ? older : `${runner}: ${ran.broken ?? "nothing ran"}`;
  return {
    findings,
    runs: [{ run: ran.run, claim, passed, read: ran.broken ? [] : read }, ...(asBefore ? [asBefore] : [])],
    ...(!passed && (left.length || failed.length === 0) && { skipped: why }),
  };
}

const countsOf = (ran: Ran): string => `${countOf(ran, "passed")} passed, ${failuresOf(ran).length} failed`;

const causeOf = ({ message = "" }: TestResult): string => message.trim().split("\n")[0]?.slice(0, 200) ?? "";

/** Groups failures of one file with one message. */
function failuresByCause(failures: readonly TestResult[]): readonly (readonly TestResult[])[] {
  const causes = Map.groupBy(failures, (test) => JSON.stringify([test.file, causeOf(test)]));
  const groups = [...causes.values()];
  const rest = groups.slice(most).flat();
  return [...groups.slice(0, most), ...(rest.length > 0 ? [rest] : [])];
}

/** A finding for failures with one cause; `changed` is the place of those without a file. */
function finding(tests: readonly TestResult[], changed: string): Finding {
  const [first] = tests;
  const { file, line } = first ?? {};
  const names = tests.map(({ name }) => JSON.stringify(name));
  const subject = tests.length === 1 ? "The test" : "The tests";
  const isOne = new Set(tests.map(causeOf)).size === 1;
  return {
    file: file || changed,
    line: file ? (line ?? 1) : 1,
    severity: "important",
    rule: "test-failed",
    reason: `${subject} ${listedFirst(names, 3)} ${tests.length === 1 ? "fails" : "fail"}${first && isOne ? `: ${causeOf(first)}` : ""}`,
    suggestion: file ? `See why: /fix ${file}` : "See why: /fix",
  };
}
