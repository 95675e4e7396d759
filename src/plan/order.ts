import { UserError } from "../lib/index.ts";
import type { Plan, Task } from "./contract.ts";

/** Sorts tasks after those they depend on, otherwise as written. Raises UserError for an unknown or circular reference. */
export function inOrder({ tasks }: Plan, path: string): readonly Task[] {
  const byId = new Map<string, Task>();
  const wrong = (message: string, fix: string, { line }: Task): UserError =>
    new UserError("plan-order", message, fix, { place: { file: path, line } });
  for (const task of tasks) byId.set(task.id, task);
  const round = (circle: readonly Task[]): UserError => {
    const [first] = circle as readonly [Task, ...Task[]]; // a path that returns to a task contains it
    const ids = [...circle, first].map(({ id }) => id);
    return wrong(
      `Tasks wait for each other in a circle: ${ids.join(" → ")}.`,
      "An arrow means “comes after”; take one of them out.",
      first,
    );
  };
  const ordered: Task[] = [];
  const state = new Map<Task, "open" | "done">();
  const visit = (task: Task, way: readonly Task[]): void => {
    if (state.get(task) === "done") return;
    if (state.get(task) === "open") throw round(way.slice(way.indexOf(task)));
    state.set(task, "open");
    for (const id of task.after) {
      const before = byId.get(id);
      if (!before)
        throw wrong(
          `Task ${task.id} comes after ${id}, and there is no such task.`,
          `There are ${[...byId.keys()].join(", ").slice(0, 200)}.`,
          task,
        );
      if (before !== task) visit(before, [...way, task]);
    }
    state.set(task, "done");
    ordered.push(task);
  };
  for (const task of tasks) visit(task, []);
  return ordered;
}
