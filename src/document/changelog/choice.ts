import { learn } from "./learn.ts";
import { inwardTypes, isAutomation, type Subject } from "./subject.ts";
import { traitsOf, type Read } from "./traits.ts";

/** Selects the commits to list. */
export type Choice = (reads: readonly Read[]) => readonly Read[];

/** A commit before the last release, and whether the authors listed it. */
export interface Known {
  readonly read: Read;
  readonly isListed: boolean;
}

/**
 * Whether a change is listed whatever the habits: a breaking one, or a conventional feature or fix that
 * isn't about dependencies or automation.
 */
const isSure = ({ subject }: Read): boolean =>
  subject.breaking ||
  (subject.style === "conventional" &&
    /^(feat|fix)$/.test(subject.type) &&
    !isAutomation(subject) &&
    !/^(dev-?)?deps$/.test(subject.scope ?? ""));

/** Whether a change is never listed: it only makes a release or writes the changelog. */
const isNever = (read: Read): boolean =>
  read.touch === "release" ||
  read.touch === "nothing" ||
  (read.touch === "changelog" && !isSure(read)) ||
  read.commit.parents.length > 1;

export const byRules: Choice = (reads) => reads.filter((read) => read.counts && !isNever(read));

const beliefs: Readonly<Record<string, number>> = {
  "rule:true": 2,
  "rule:false": -2.5,
  "type:feat": 1.5,
  "type:fix": 1.5,
  "type:perf": 1.5,
  ...Object.fromEntries(inwardTypes.map((type) => [`type:${type}`, -2.5])),
};

/**
 * Returns the probability from which changes are listed, chosen to maximize the expected F1 against the
 * authors' list.
 */
function least(odds: readonly number[]): number {
  const all = odds.reduce((sum, one) => sum + one, 0);
  let [best, index, sum] = [0, 1, 0];
  for (const [i, odd] of odds.toSorted((a, b) => b - a).entries()) {
    sum += odd;
    const expected = (2 * sum) / (i + 1 + all);
    if (expected > best) [best, index] = [expected, odd];
  }
  return index;
}

/** Changes less probable than this are never listed; conventional types leave less doubt. */
const unlikely = (style: Subject["style"]): number => (style === "conventional" ? 0.4 : 0.15);

/** How many of the newest commits count twice, since habits change. */
const newest = 100;

/** Selects by what the authors did with earlier commits (newest first). */
export function byHabits(known: readonly Known[]): Choice {
  const samples = known
    .filter(({ read }) => !read.subject.breaking) // these say nothing about their types
    .map(({ read, isListed }) => ({ traits: traitsOf(read), yes: isListed }))
    .toReversed();
  const judge = learn([...samples, ...samples.slice(-newest)], (trait) => beliefs[trait] ?? 0);
  const oddsOf = (read: Read): number =>
    isNever(read) ? 0 : isSure(read) ? Number(read.counts) : 1 / (1 + Math.exp(-judge(traitsOf(read))));
  return (reads) => {
    const odds = new Map(reads.map((read) => [read, oddsOf(read)]));
    const needed = least([...odds.values()]);
    return reads.filter((read) => (odds.get(read) ?? 0) >= Math.max(needed, unlikely(read.subject.style)));
  };
}
