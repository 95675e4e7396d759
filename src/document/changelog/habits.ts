import { once } from "../../lib/index.ts";
import { byHabits, type Choice } from "./choice.ts";
import { groupingFrom, type Grouping } from "./grouping.ts";
import { referencesIn } from "./hand.ts";
import { listingOf, type Place } from "./listing.ts";
import type { Read } from "./traits.ts";

/** What a project's authors list and how they group it, learned from earlier releases. */
export interface Habits {
  readonly choice: Choice;
  /** Undefined if few of their lines are grouped. */
  readonly grouping: Grouping | undefined;
}

/** Minimum number of listed commits to learn from. */
const fewest = 12;

/**
 * Learns from earlier commits (newest first) what the authors listed. `grouping` assigns groups by subject
 * alone. Undefined if too few commits or lines show it.
 */
export function habitsOf(reads: readonly Read[], changelog: string, grouping: Grouping): Habits | undefined {
  const { prs, commits, lines } = listingOf(changelog);
  const placeOf = ({ commit, subject }: Read): Place | undefined =>
    subject.prs.map((pr) => prs.get(pr)).find(Boolean) ?? commits.get(commit.sha.slice(0, 7));
  const placed = reads.map((read) => ({ read, place: placeOf(read) }));
  const placedCount = placed.filter(({ place }) => place !== undefined).length;
  const oldest = placed.findLastIndex(({ place }) => place !== undefined);
  const named = lines
    .slice(0, 60)
    .filter((line) => referencesIn(line).length > 0 || /\b[0-9a-f]{7,40}\b/.test(line));
  if (placedCount < fewest || named.length < Math.min(60, lines.length) * 0.5) return undefined;
  const known = placed
    .slice(0, oldest + 1)
    .filter(({ read }) => read.commit.parents.length < 2 && read.touch !== "release");
  const listed = known.flatMap(({ read, place }) =>
    place?.group === undefined ? [] : [[read, place.group] as const],
  );
  // projects that keep the changelog by hand need neither
  const learned = once(() =>
    byHabits(known.map(({ read, place }) => ({ read, isListed: place !== undefined }))),
  );
  const grouped = once(() => groupingFrom(listed, grouping));
  return {
    choice: (reads) => learned()(reads),
    grouping: listed.length < fewest ? undefined : (read) => grouped()(read),
  };
}
