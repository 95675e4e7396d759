import type { TestPlace } from "../code/index.ts";
import { everything, type Step } from "./scope.ts";

/** Each step in each package that it touches, none twice; a step is called by what its run really covers. */
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

/** Cargo picks by name alone, and a whole script runs as it is. */
const isTaken = (runner: string, target: string): boolean =>
  runner === "cargo test" ? target.includes("::") : runner !== "npm test";
