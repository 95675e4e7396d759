import type { TestPlace } from "../code/index.ts";
import { everything, type Step } from "./scope.ts";

/** Splits each step by package, without duplicates; a step is named after what its run actually covers. */
export function ordered(
  steps: readonly Step[],
  places: readonly TestPlace[],
): readonly { readonly place: TestPlace; readonly step: Step }[] {
  const planned = steps.flatMap((step) =>
    places.flatMap((place) => {
      const anywhere = step.targets.every((target) => target.startsWith("::"));
      const inside = step.targets.filter(
        (target) => anywhere || !place.folder || target.startsWith(`${place.folder}/`),
      );
      if (!anywhere && inside.length === 0) return [];
      const targets = inside.filter((target) => isTaken(place.runner, target));
      return [{ place, step: targets.length ? { ...step, targets } : everything }];
    }),
  );
  const key = ({ place, step }: (typeof planned)[number]): string => JSON.stringify([place, step.targets]);
  return planned.filter((item, i) => planned.findIndex((other) => key(other) === key(item)) === i);
}

/** Cargo selects only by name, and a custom script runs unchanged. */
const isTaken = (runner: string, target: string): boolean =>
  runner === "cargo test" ? target.includes("::") : runner !== "npm test";
