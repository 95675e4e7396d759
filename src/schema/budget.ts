import { TooCostly } from "./problem.ts";

let left = Number.POSITIVE_INFINITY;

/** Counts steps of work; one step takes about as long as comparing a hundred characters. Throws TooCostly. */
export function spend(steps: number): void {
  if ((left -= steps) < 0) throw new TooCostly("the schema needs too many steps");
}

/**
 * Runs work on schemas with at most this many steps; outside of it there is no limit. Throws TooCostly if it needs
 * more.
 */
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
