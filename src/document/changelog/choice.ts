import { learn } from "./learn.ts";
import { inwardTypes, isAutomation, type Subject } from "./subject.ts";
import { traitsOf, type Read } from "./traits.ts";

/** Which of some commits are listed. */
export type Choice = (reads: readonly Read[]) => readonly Read[];

/** A commit before the last release, and whether its authors listed it. */
export interface Known {
  readonly read: Read;
  readonly isListed: boolean;
}

/** A breaking change is always told, and so are features and fixes but for those of what others make, whatever the habits. */
const isSure = ({ subject }: Read): boolean =>
  subject.breaking ||
  (subject.style === "conventional" &&
    /^(feat|fix)$/.test(subject.type) &&
    !isAutomation(subject) &&
    !/^(dev-?)?deps$/.test(subject.scope ?? ""));

/** What only makes a release or writes the changelog never is. */
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
 * How likely a change must be listed so that the whole list is most like the authors': from the likeliest down, as far
 * as the expected F1 grows.
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

/** What is as unlikely as this isn't listed, even if it is the likeliest; a conventional type leaves less in doubt. */
const unlikely = (style: Subject["style"]): number => (style === "conventional" ? 0.4 : 0.15);

/** As many of the newest count twice: customs change. */
const newest = 100;

/** What authors did with earlier commits (newest first) tells what they would do with others. */
export function byHabits(known: readonly Known[]): Choice {
  const samples = known
    .filter(({ read }) => !read.subject.breaking) // these say nothing of their types
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
