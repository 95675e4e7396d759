import { TooCostly } from "./problem.ts";

let left = Number.POSITIVE_INFINITY;

/** Counts steps of work; one is about as long as a hundred characters take to be compared. Throws TooCostly. */
export function spend(steps: number): void {
  if ((left -= steps) < 0) throw new TooCostly("the schema needs too many steps");
}

/** Does work on schemas in so many steps at most; without it there is no limit. Throws TooCostly beyond. */
export function withBudget<T>(steps: number, work: () => T): T {
  const outside = left;
  left = Math.min(outside, steps);
  const begun = left;
  try {
    return work();
  } finally {
    left = outside - (begun - left);
  }
}
