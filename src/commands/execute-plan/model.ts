import { UserError } from "../../lib/index.ts";
import type { Step, Task } from "../../plan/index.ts";
import type { Change } from "../../workspace/index.ts";
import { lastText } from "../agent.ts";
import type { Context } from "../command.ts";
import { takeTask, undo } from "../taken.ts";
import { act, type Acted, isCommit } from "./act.ts";
import { allTests } from "./gate.ts";

interface Job {
  readonly task: Task;
  readonly step: Step;
  /** What failed in the previous attempt; empty at first. */
  readonly problem: string;
  /** The plan's path: a model's changes to it don't count as work. */
  readonly plan: string;
  /** Whether an earlier attempt changed something. */
  readonly hasChanged: boolean;
}

const system = `You carry out one step of a plan in this project. Change files with the tools, as little as the step needs. Don't edit the plan: a program runs what proves the step and ticks it. End when your changes are made.`;

export interface Attempt {
  readonly acts: readonly Acted[];
  readonly changes: readonly Change[];
  /** Why the model didn't finish; nothing was proven then. */
  readonly trouble: string | undefined;
  /** The model's final text: its claim, without evidence. */
  readonly claim: string;
}

/** Lets the model work on a step, then verifies steps that have no command of their own. */
export async function attempt(
  { task, step, problem, plan, hasChanged }: Job,
  context: Context,
): Promise<Attempt> {
  const prompt = [
    `Task ${task.id}: ${task.title}`,
    task.files.map(({ verb, path }) => `- ${verb}: ${path}`).join("\n"),
    `The step:\n${step.body}`,
    problem && `It was tried, and this went wrong:\n${problem}`,
  ];
  const { changes, trouble, messages } = await takeTask(
    {
      messages: [{ role: "user", content: prompt.filter(Boolean).join("\n\n") }],
      may: "run",
      system,
    },
    context,
  );
  const claim = lastText(messages);
  if (trouble !== undefined) return { acts: [], changes, trouble, claim };
  const isChanged = hasChanged || changes.some(({ path }) => path !== plan);
  try {
    const acts = step.actions.length ? [] : await proven(task, isChanged, context);
    return { acts, changes, trouble, claim };
  } catch (error) {
    await undo(changes, context);
    throw error;
  }
}

/**
 * Runs the task's own commands that must pass. A task without any is proven by the project's tests, but only if
 * something changed: tests that passed before say nothing about the step.
 */
async function proven({ steps }: Task, isChanged: boolean, context: Context): Promise<readonly Acted[]> {
  const checks = steps
    .flatMap(({ actions }) => actions)
    .filter(
      (action) =>
        (action.kind === "command" && !action.fails && !isCommit(action)) ||
        (action.kind === "call" && action.text.startsWith("/test")),
    );
  const last = checks.at(-1);
  if (last) return [await act(last, context)];
  const claim = "the project's tests";
  try {
    const tested = isChanged ? await allTests(context) : undefined;
    if (!tested) return [];
    const { run, passed, results } = tested;
    const failed = results.filter(({ status }) => status === "failed");
    const ran = results.some(({ status }) => status === "passed");
    const output = failed.map(({ name, message = "" }) => `${name}\n${message}`).join("\n\n");
    return [
      {
        claim: `${claim}: ${results.length - failed.length} of ${results.length} didn't fail`,
        passed,
        evidence: run,
        output: output.slice(0, 6000) || (ran ? "" : "No test ran."),
      },
    ];
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof UserError)) throw error;
    return [{ claim, passed: false, evidence: undefined, output: error.message }];
  }
}
