import { learn } from "./learn.ts";
import { groups, type Group } from "./subject.ts";
import { groupTraits, type Read } from "./traits.ts";

/** Assigns a change to a group. */
export type Grouping = (read: Read) => Group;

/** Earlier changes, newest first, with the group that the authors chose. */
type Filed = readonly (readonly [Read, Group])[];

const beliefOf =
  (group: Group) =>
  (trait: string): number =>
    trait === `rule:${group}` ? 2 : trait.startsWith("rule:") ? -1.5 : 0;

/** Learns groups from the authors' choices, with the subject's group as prior. */
function learned(filed: Filed): Grouping {
  const rows = filed.map(([read, group]) => ({ traits: groupTraits(read), own: group })).toReversed();
  const judges = groups.map((group) => ({
    group,
    judge: learn(
      rows.map(({ traits, own }) => ({ traits, yes: own === group })),
      beliefOf(group),
    ),
  }));
  return (read) => {
    const traits = groupTraits(read);
    return judges
      .map(({ group, judge }) => ({ group, odds: judge(traits) }))
      .reduce((best, one) => (one.odds > best.odds ? one : best)).group;
  };
}

const rightOf = (grouping: Grouping, filed: Filed): number =>
  filed.filter(([read, group]) => grouping(read) === group).length;

/** How much more accurate learned groups must be than the subjects' to be used. */
const clearly = 0.05;

/**
 * Returns learned groups if they are clearly closer to the authors' than the subjects' groups. Tested on
 * the newest two fifths, each quarter predicted from everything else.
 */
export function groupingFrom(filed: Filed, grouping: Grouping): Grouping {
  const newest = filed.slice(0, Math.ceil(filed.length * 0.4));
  const isOf = (quarter: number, place: number): boolean => place < newest.length && place % 4 === quarter;
  const right = [0, 1, 2, 3].map((quarter) =>
    rightOf(
      learned(filed.filter((_, place) => !isOf(quarter, place))),
      filed.filter((_, place) => isOf(quarter, place)),
    ),
  );
  const needed = rightOf(grouping, newest) + newest.length * clearly;
  return right.reduce((sum, one) => sum + one, 0) >= needed ? learned(filed) : grouping;
}
