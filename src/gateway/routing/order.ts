import { createHash } from "node:crypto";
import type { RouteConfig } from "../../config/index.ts";
import type { Target } from "./target.ts";

/** Returns a route's targets in the order in which to try them, including those whose breaker is open. */
export function ordered(
  { balance = "ordered", sticky = false }: Pick<RouteConfig, "balance" | "sticky">,
  targets: readonly Target[],
  { session, random }: { session(): string; random(): number },
): readonly Target[] {
  if (balance === "ordered") return targets;
  // Of exponentially distributed values, each is the smallest with a probability proportional to its weight.
  const spread = (chance: number, weight: number): number =>
    -Math.log(Math.max(Number.MIN_VALUE, chance)) / weight;
  const id = balance === "weighted" && sticky ? session() : "";
  const places = targets.map((target) => {
    const { breaker, weight } = target;
    if (balance === "least_loaded") return { target, place: (breaker.load + 1) / weight };
    return { target, place: spread(sticky ? chance(id, target) : random(), weight) };
  });
  return places
    .toSorted((a, b) => (a.place < b.place ? -1 : Number(a.place > b.place)))
    .map(({ target }) => target);
}

/** A hash of conversation and target, evenly distributed; removing a target doesn't move other targets' conversations. */
const chance = (session: string, { upstream, model }: Target): number =>
  createHash("sha256")
    .update(JSON.stringify([session, upstream, model]))
    .digest()
    .readUIntBE(0, 6) /
  2 ** 48;
