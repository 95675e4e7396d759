import { createHash } from "node:crypto";
import type { RouteConfig } from "../../config/index.ts";
import type { Target } from "./target.ts";

/** The targets of a route in the order in which a request would try them, breakers aside. */
export function ordered(
  { balance = "ordered", sticky = false }: Pick<RouteConfig, "balance" | "sticky">,
  targets: readonly Target[],
  { session, random }: { session(): string; random(): number },
): readonly Target[] {
  if (balance === "ordered") return targets;
  // Of exponentially distributed values the smallest is each one's with the chance of its weight.
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

/** The same for one conversation and target, evenly spread over all; a target that goes moves no others' conversations. */
const chance = (session: string, { upstream, model }: Target): number =>
  createHash("sha256")
    .update(JSON.stringify([session, upstream, model]))
    .digest()
    .readUIntBE(0, 6) /
  2 ** 48;
