import type { Step, Task } from "../../plan/index.ts";
import type { Change } from "../../workspace/index.ts";
import { lastText } from "../agent.ts";
import type { Context } from "../command.ts";
import { takeTask, undo } from "../taken.ts";
import { act, type Acted, isCommit } from "./act.ts";

interface Job {
  readonly task: Task;
  readonly step: Step;
  /** What failed in the previous attempt; empty at first. */
  readonly problem: string;
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
export async function attempt({ task, step, problem }: Job, context: Context): Promise<Attempt> {
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
  try {
    const acts = step.actions.length ? [] : await proven(task, context);
    return { acts, changes, trouble, claim };
  } catch (error) {
    await undo(changes, context);
    throw error;
  }
}

/** Runs the last of the task's own commands that must pass. */
async function proven({ steps }: Task, context: Context): Promise<readonly Acted[]> {
  const checks = steps
    .flatMap(({ actions }) => actions)
    .filter(
      (action) =>
        (action.kind === "command" && !action.fails && !isCommit(action)) ||
        (action.kind === "call" && action.text.startsWith("/test")),
    );
  const last = checks.at(-1);
  return last ? [await act(last, context)] : [];
}
