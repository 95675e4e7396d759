import { data, type DataOf } from "../../lib/index.ts";
import type { Task } from "../../plan/index.ts";
import type { Result } from "./carry-out.ts";

const step = data.object({
  task: data.text("Its number in the plan, or its place"),
  step: data.orNull(data.text("Its number, where the plan gives it one")),
  text: data.text(),
  line: data.count("Of the plan, from 1"),
  ticked: data.flag(),
  state: data.choice(
    ["done", "before", "failed", "left", "commit", "waits"],
    "done: ticked now; before: was ticked; left and commit: yours to do; waits: for an open step",
  ),
  why: data.orNull(data.text()),
});

export const planData = data.object({
  plan: data.text("Its path"),
  verdict: data.choice(
    [
      "complete",
      "stopped",
      "paused",
      "ticked, tests rewritten",
      "ticked, not verified",
      "ticked, not reviewed",
      "not carried out",
    ],
    "not carried out: by --check, or by a no to the question",
  ),
  tasks: data.object({ done: data.count(), total: data.count() }),
  steps: data.list(step),
});

export type PlanData = DataOf<typeof planData>;

export function dataOf(
  plan: string,
  verdict: PlanData["verdict"],
  results: readonly Pick<Result, "task" | "step" | "state" | "why">[],
): PlanData {
  const isTicked = ({ state }: Pick<Result, "state">): boolean => state === "done" || state === "before";
  const tasks = [...Map.groupBy(results, ({ task }) => task).values()];
  return {
    plan,
    verdict,
    tasks: {
      done: tasks.filter(
        (all) => all.some(isTicked) && all.every((item) => isTicked(item) || item.state === "commit"),
      ).length,
      total: tasks.length,
    },
    steps: results.map((result) => ({
      task: result.task.id,
      step: result.step.number ?? null,
      text: result.step.text,
      line: result.step.line,
      ticked: isTicked(result),
      state: result.state,
      why: result.why ?? null,
    })),
  };
}

/** The data of a plan that was only read. */
export const outlineData = (plan: string, tasks: readonly Task[]): PlanData =>
  dataOf(
    plan,
    "not carried out",
    tasks.flatMap((task) =>
      task.steps.map((step) => ({
        task,
        step: step,
        state: step.done ? ("before" as const) : ("waits" as const),
      })),
    ),
  );
