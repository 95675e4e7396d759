import { UserError } from "../lib/index.ts";
import type { Plan, Task } from "./contract.ts";

/** Sorts tasks after those they depend on, otherwise as written. Raises UserError for an unknown or circular reference. */
export function inOrder({ tasks }: Plan, path: string): readonly Task[] {
  const byId = new Map<string, Task>();
  const errorAt = ({ line }: Task, message: string, fix: string): UserError =>
    new UserError("plan-order", message, fix, { place: { file: path, line } });
  for (const task of tasks) byId.set(task.id, task);
  const ordered: Task[] = [];
  const state = new Map<Task, "open" | "done">();
  /** `dependents`: the tasks that led here, each after the next. */
  const visit = (task: Task, dependents: readonly Task[]): void => {
    if (state.get(task) === "done") return;
    if (state.get(task) === "open") {
      const cycle = [...dependents.slice(dependents.indexOf(task)), task].map(({ id }) => id);
      throw errorAt(
        task,
        `Tasks wait for each other in a circle: ${cycle.join(" → ")}.`,
        "An arrow means “comes after”. Remove one of them.",
      );
    }
    state.set(task, "open");
    for (const id of task.after) {
      const before = byId.get(id);
      if (!before)
        throw errorAt(
          task,
          `Task ${task.id} comes after ${id}, which doesn't exist.`,
          `Use one of ${[...byId.keys()].join(", ").slice(0, 200)}.`,
        );
      if (before !== task) visit(before, [...dependents, task]);
    }
    state.set(task, "done");
    ordered.push(task);
  };
  for (const task of tasks) visit(task, []);
  return ordered;
}
