import type { Action, Task } from "../../plan/index.ts";
import { approve, type Block, type Claim, proven, type Section, show } from "../../report/index.ts";
import type { CommandRun } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import { act, isCommit, isTest, type Acted } from "./act.ts";
import type { Result } from "./carry-out.ts";
import type { Gate } from "./gate.ts";
import { type PlanTests, suiteActs } from "./tests.ts";

type Command = Extract<Action, { kind: "command" }>;

/** Returns the plan's test commands without duplicates: they must pass when everything is done. */
export const finalCommands = (tasks: readonly Task[]): readonly Command[] => {
  const all = tasks
    .flatMap(({ steps }) => steps.flatMap(({ actions }) => actions))
    .filter(
      (action): action is Command =>
        action.kind === "command" && !action.fails && !isCommit(action) && isTest(action),
    );
  return [...new Map(all.map((item) => [item.command, item])).values()];
};

/** What was run once all steps were done. */
export interface Verification {
  readonly runs: readonly {
    readonly claim: string;
    readonly evidence: CommandRun;
    readonly passed: boolean;
  }[];
  /** Why nothing was run; undefined if something was. */
  readonly why: string | undefined;
}

const runOf = ({ evidence }: Acted): CommandRun | undefined =>
  evidence?.kind === "run" ? evidence : undefined;

/** Commands that succeeded in this run with nothing written since. */
function fresh(results: readonly Result[]): ReadonlyMap<string, CommandRun> {
  const found = new Map<string, CommandRun>();
  for (const { acts, wrote } of results) {
    if (wrote) found.clear(); // the step's own actions all ran again after the last of it
    for (const done of acts) {
      const run = runOf(done);
      if (done.action?.kind === "command" && run && done.passed) found.set(done.action.command, run);
      else if (done.action || !done.passed) found.clear();
    }
  }
  return found;
}

/** Runs the plan's tests, otherwise the project's, except those that just passed in a step or in the review. */
export async function verify(
  tasks: readonly Task[],
  {
    results,
    gated,
    tests,
  }: { readonly results: readonly Result[]; readonly gated: Gate | undefined; readonly tests: PlanTests },
  context: Context,
): Promise<Verification> {
  const { shell, shellMissing } = context.session.workspace;
  const commands = finalCommands(tasks);
  // What the model changed during the review is newer than the steps' runs.
  const known = gated?.rounds ? new Map<string, CommandRun>() : fresh(results);
  if (!shell && !commands.every(({ command }) => known.has(command)))
    return { runs: [], why: shellMissing ?? "nothing can be run here" };
  const runs: Verification["runs"][number][] = [];
  for (const command of commands) {
    const before = known.get(command.command);
    if (before) runs.push({ claim: "ended well after the last change", evidence: before, passed: true });
    else {
      context.session.progress(`Checking: ${command.command}`.slice(0, 100));
      const done = await act(command, context);
      const run = runOf(done);
      if (run) runs.push({ claim: done.claim, evidence: run, passed: done.passed });
    }
  }
  if (runs.length) return { runs, why: undefined };
  const suite = await tests.current();
  for (const act of suiteActs(suite)) {
    const evidence = runOf(act);
    if (evidence) runs.push({ claim: "the project's tests", evidence, passed: act.passed });
  }
  const none = "the plan names no tests, and the project has none that can be run";
  return { runs, why: runs.length ? undefined : [none, suite.why].filter(Boolean).join(": ") };
}

export type Verdict = Claim<"complete"> | Open;
export type Open =
  | "stopped"
  | "paused"
  | "ticked, tests rewritten"
  | "ticked, not verified"
  | "ticked, not reviewed";

/**
 * Returns the verdict on a plan. Complete: each step was proven in this run or confirmed by the final runs, and the
 * review covered everything a model wrote.
 */
export function verdictOf(
  results: readonly Result[],
  /** Undefined while steps are open. */
  verification: Verification | undefined,
  gated: Gate | undefined,
): Verdict {
  const has = (...states: readonly Result["state"][]): boolean =>
    results.some(({ state }) => states.includes(state));
  if (has("failed") || verification?.runs.some(({ passed }) => !passed)) return "stopped";
  if (!verification || has("left", "waits") || gated?.passed === false) return "paused";
  if (rewrittenOf(results, gated).length) return "ticked, tests rewritten";
  if (gated && !approve(gated.inquiry)) return "ticked, not reviewed";
  const steps = results.every(({ state }) => state === "done" || state === "commit")
    ? results.flatMap(({ acts }) => acts.slice(-1))
    : [];
  return proven("complete", [...steps, ...verification.runs]) ?? "ticked, not verified";
}

/** Test files that a model changed so that tests pass which fail as these were. */
export const rewrittenOf = (
  results: readonly Pick<Result, "rewritten">[],
  gated: Gate | undefined,
): readonly string[] => [
  ...new Set([...results, ...(gated ? [gated] : [])].flatMap(({ rewritten = [] }) => rewritten)),
];

export function verificationSection({ runs, why }: Verification): Section {
  const checks = runs.map(({ claim, evidence, passed }): Block => show.check(claim, evidence, passed));
  const blocks: readonly Block[] = why === undefined ? checks : [show.list([`Nothing was run: ${why}`])];
  return show.section("verification", "Verification", blocks);
}
