import { UserError } from "../../lib/index.ts";
import { readPlan, type Step, type Task, ticked } from "../../plan/index.ts";
import type { Change } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import { takeBack, undo } from "../taken.ts";
import { act, type Acted, isCommit, isCommitStep, isTest } from "./act.ts";
import { attempt } from "./model.ts";
import { comparedActs, type PlanTests, suiteActs } from "./tests.ts";

export type State = "done" | "before" | "failed" | "left" | "commit" | "waits";

export interface Result {
  readonly task: Task;
  readonly step: Step;
  /**
   * `before`: already ticked; `left`: can't be done here; `commit`: for the user; `waits`: depends on an unfinished
   * step.
   */
  readonly state: State;
  readonly acts: readonly Acted[];
  /** Whether a model changed files for the step: what ran before it proves nothing any more. */
  readonly wrote?: boolean;
  /** Test files that a model changed: tests that pass with them fail as these were. */
  readonly rewritten?: readonly string[];
  readonly why?: string;
  /** The model's last text about a step that isn't proven. */
  readonly claim?: string;
}

interface Ground {
  readonly path: string;
  readonly context: Context;
  readonly tests: PlanTests;
}

const retries = 2;
const openStates: ReadonlySet<State> = new Set(["failed", "left", "waits"]);

/**
 * Carries out the open steps in order. A step is ticked in the file as soon as all its actions succeed. Without a
 * model, the first failure stops the run; with one, a task gets two more attempts. Results are added as they come.
 */
export async function carryOut(tasks: readonly Task[], ground: Ground, results: Result[]): Promise<void> {
  const unfinished = new Set<string>();
  let stopped = false;
  for (const task of tasks) {
    const waits = task.after.find((id) => unfinished.has(id));
    let reason: string | undefined = stopped
      ? "a step before it failed"
      : waits && `task ${waits} isn't done`;
    let tries = retries;
    for (const step of task.steps) {
      ground.context.signal.throwIfAborted();
      if (step.done) results.push({ task, step, state: "before", acts: [] });
      else if (reason) results.push({ task, step, state: "waits", acts: [], why: reason });
      else {
        const { used, ...result } = await one(task, step, { ...ground, tries });
        tries -= used;
        results.push(result);
        if (result.state === "failed") [stopped, reason] = [true, "a step before it failed"];
        else if (result.state === "left") reason = "a step before it is left to you";
      }
    }
    if (results.some((result) => result.task === task && openStates.has(result.state)))
      unfinished.add(task.id);
  }
}

const leftBecause = ({ unproven, unasked }: Step): string =>
  unproven.length ? `no program can do ${unproven.join("; ")}` : unasked.join("; ") || "no program can do it";

async function one(
  task: Task,
  step: Step,
  ground: Ground & { readonly tries: number },
): Promise<Result & { readonly used: number }> {
  const { session } = ground.context;
  session.progress(`Task ${task.id}: ${step.text}`.slice(0, 100));
  if (isCommitStep(step)) return { task, step, state: "commit", acts: [], used: 0, why: "commits are yours" };
  const acts: Acted[] = [];
  const hasActions = step.actions.length > 0;
  const byProgram = hasActions && step.unproven.length === 0;
  const hasModel = session.model !== undefined;
  if (!byProgram && !hasModel) return { task, step, state: "left", acts, used: 0, why: leftBecause(step) };
  const changes: Change[] = [];
  let trouble: string | undefined;
  let claim = "";
  let rewritten: readonly string[] = [];
  const { tests } = ground;
  // The model works and programs verify: the step's actions, otherwise the task's own commands or the project's tests.
  const byModel = async (problem: string): Promise<string> => {
    if (changes.length === 0) await tests.current(); // to compare with
    const tried = await attempt({ task, step, problem }, ground.context);
    changes.push(...(await withoutPlan(tried.changes, ground)));
    acts.push(...tried.acts);
    ({ trouble, claim } = tried);
    if (trouble !== undefined) return [problem, trouble].filter(Boolean).join("\n");
    const failed = hasActions ? await all(step, acts, ground.context) : failure(tried.acts);
    if (failed || changes.length === 0) return failed;
    const compared = await tests.compare();
    ({ rewritten, trouble } = compared);
    // Where nothing else proves the step, all tests must pass.
    const isProof = !hasActions && tried.acts.length === 0;
    const ran = isProof ? suiteActs(compared.suite) : comparedActs(compared);
    acts.push(...ran);
    return compared.lost || failure(ran);
  };
  try {
    let problem = byProgram ? await all(step, acts, ground.context) : await byModel("");
    if (byProgram && !step.actions.every(isTest)) tests.expire();
    let used = 0;
    const tries = hasModel ? ground.tries : 0;
    for (; problem && used < tries; used++) {
      if (trouble !== undefined) break; // it has already been asked again
      problem = await byModel(problem);
    }
    const proven = acts.some(({ evidence, passed }) => evidence !== undefined && passed);
    if (!problem && proven) {
      await tick(step, ground);
      return { task, step, state: "done", acts, used, wrote: changes.length > 0, rewritten };
    }
    if (hasActions) tests.expire();
    const back = await backAgain(changes, ground);
    const open = { task, step, acts, used, ...(claim && { claim }) };
    if (problem) return { ...open, state: "failed", why: [problem, ...back].join("\n") };
    const unproven = changes.length ? "nothing that was run proves it" : "the model changed nothing";
    return { ...open, state: "left", why: [unproven, ...back].join(". ") };
  } catch (error) {
    await takeBack(changes, ground.context);
    throw error;
  }
}

/** Reverts what a model wrote for a step that isn't proven. */
async function backAgain(changes: readonly Change[], { context, tests }: Ground): Promise<readonly string[]> {
  const left = [...new Set([...(await takeBack(changes, context)), ...(await tests.putBack())])];
  return [
    ...(changes.length ? ["What the model wrote was taken back"] : []),
    ...(left.length ? [`Changed since, and left as they are: ${left.join(", ")}`] : []),
  ];
}

/** Reverts a model's changes to the plan: only verified runs tick its steps. */
async function withoutPlan(
  changes: readonly Change[],
  { path, context }: Ground,
): Promise<readonly Change[]> {
  await undo(
    changes.filter((change) => change.path === path),
    context,
  );
  return changes.filter((change) => change.path !== path);
}

const failure = (acts: readonly Acted[]): string => {
  const failed = acts.find(({ passed }) => !passed);
  return failed ? failed.output || "It failed." : "";
};

/** Runs a step's actions up to the first failure; returns its message, or an empty text. */
async function all(step: Step, acts: Acted[], context: Context): Promise<string> {
  for (const action of step.actions) {
    if (isCommit(action)) continue;
    const done = await act(action, context);
    acts.push(done);
    if (!done.passed) return done.output || "It failed.";
  }
  return "";
}

/** If no step has a mark: the lines of all of them. */
const bullets = (text: string, path: string): readonly { readonly line: number; readonly text: string }[] =>
  readPlan(text, path).tasks.flatMap(({ steps }) =>
    steps.map(({ line, body }) => ({ line, text: body.split("\n")[0] ?? "" })),
  );

/** Ticks the step in the current file, in one write. */
async function tick(step: Step, { path, context }: Ground): Promise<void> {
  const { files } = context.session.workspace;
  const before = await files.read(path);
  const line = step.body.split("\n")[0] ?? "";
  const marks = [{ line: step.line, text: line }, ...step.parts] as const;
  const after = ticked(before, marks, bullets(before, path));
  if (after === undefined)
    throw new UserError(
      "plan-changed",
      `A step was done, but its line is no longer in ${JSON.stringify(path)}: ${line.trim().slice(0, 80)}`,
      "Tick it manually and run /execute-plan again.",
    );
  await files.write([{ path, before, after }]);
}
