import type { Commit } from "./commit.ts";
import type { Touch } from "./change.ts";
import { groupOf, headingAt } from "./heading.ts";
import { referencesIn } from "./hand.ts";
import { learn, type Traits } from "./learn.ts";
import { sections, withoutLinks } from "./sections.ts";
import { groups, parseSubject, type Group, type Subject } from "./subject.ts";

/** A commit as the selection sees it. */
export interface Read {
  readonly commit: Commit;
  readonly subject: Subject;
  readonly touch: Touch;
  /** What the rules alone say. */
  readonly counts: boolean;
}

/** What a project's authors do with a commit, learned from what they did. */
export interface Habits {
  /** How likely they list it, 0 to 1. */
  lists(read: Read): number;
  /** Undefined where their groups can't be told. */
  group(read: Read): Group | undefined;
}

interface Place {
  readonly group: Group | undefined;
}

interface Listed {
  readonly prs: ReadonlyMap<number, Place>;
  /** By 7 hex digits. */
  readonly commits: ReadonlyMap<string, Place>;
  readonly lines: readonly string[];
}

/** A heading over names of people, not over what changed. */
const thanks = /\b(contributors?|credits?|thanks|thank you|acknowledge?ments?|sponsors?)\b/i;

/** The group that a line says of itself: `[BUGFIX] …`, `Fix: …`. */
function labelOf(bullet: string): Group | undefined {
  const { style, group } = parseSubject(bullet);
  return style === "plain" ? undefined : group;
}

/** What the newest released sections name. */
function listedIn(changelog: string): Listed {
  const prs = new Map<number, Place>();
  const commits = new Map<string, Place>();
  const bullets: string[] = [];
  const released = sections(changelog).filter(({ version }) => version !== undefined);
  for (const { text } of released) {
    let group: Group | undefined;
    let isThanks = false;
    const inner = withoutLinks(text).split("\n").slice(1);
    for (const [i, line] of inner.entries()) {
      const heading = headingAt(line, inner[i + 1]);
      if (heading !== undefined) [group, isThanks] = [groupOf(heading), thanks.test(heading)];
      if (isThanks) continue;
      const bullet = /^\s*[-*]\s+(.*)/.exec(line)?.[1];
      if (bullet !== undefined) bullets.push(line);
      const place = { group: group ?? (bullet === undefined ? undefined : labelOf(bullet)) };
      for (const pr of referencesIn(line)) prs.set(pr, place);
      for (const [, sha = ""] of line.matchAll(/\b([0-9a-f]{7})[0-9a-f]{0,33}\b/g)) commits.set(sha, place);
    }
  }
  return { prs, commits, lines: bullets };
}

const sizeOf = ({ files }: Commit): string => {
  const lines = files.reduce((sum, file) => sum + file.added + file.removed, 0);
  return lines < 5 ? "tiny" : lines < 50 ? "small" : lines < 500 ? "middle" : "large";
};

const folderOf = (path: string): string => path.split("/").slice(0, -1).slice(0, 2).join("/") || ".";

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-z][a-z-]+/g) ?? []).slice(0, 12);

const testFile = /(^|[/._-])(tests?|specs?|__tests__)([/._-]|$)/i;

/** Conventional types say what a commit is: there the words of its subject would only mislead. */
function traitsOf({ commit, subject, touch, counts }: Read): Traits {
  const said = [`rule:${counts}`, `type:${subject.type}`, `touch:${touch}`];
  if (subject.style === "conventional")
    return [...said.slice(0, 2), `kind:${subject.type}(${subject.scope ?? ""})`];
  const words = wordsOf(subject.text);
  const tested = commit.files.some((file) => testFile.test(file.path));
  const folders = new Set(commit.files.map((file) => folderOf(file.path)));
  return [
    ...said,
    `size:${sizeOf(commit)}`,
    `pull:${subject.prs.length > 0}`,
    `tested:${touch}:${tested}`,
    `first:${words[0] ?? ""}`,
    ...[...folders].slice(0, 6).map((folder) => `folder:${folder}`),
    ...[...new Set(words)].map((word) => `word:${word}`),
  ];
}

const groupTraits = ({ subject, touch }: Read): Traits => {
  const said = [`rule:${subject.group ?? "none"}`, `type:${subject.type}`];
  if (subject.style === "conventional") return said;
  const words = wordsOf(subject.text);
  return [...said, `touch:${touch}`, `first:${words[0] ?? ""}`, ...words.map((word) => `word:${word}`)];
};

/** Fewer listed commits than this teach nothing; groups need more. */
const [fewest, fewestOfGroups] = [12, 40];

const beliefs: Readonly<Record<string, number>> = {
  "rule:true": 2,
  "rule:false": -2.5,
  "type:feat": 1.5,
  "type:fix": 1.5,
  "type:perf": 1.5,
};

const belief = (trait: string): number => beliefs[trait] ?? 0;

type Grouped = readonly (readonly [Read, Group])[];

/** Types of commits: the group that most of a type's listed commits stand in, where there are enough of them. */
function groupsOfTypes(listed: Grouped): Habits["group"] {
  const usual = new Map<string, Group>();
  for (const [type, all] of Map.groupBy(listed, ([read]) => read.subject.type)) {
    const [most] = groups
      .map((group) => ({ group, count: all.filter(([, own]) => own === group).length }))
      .toSorted((a, b) => b.count - a.count);
    if (type && most && most.count >= 4 && most.count >= all.length * 0.7) usual.set(type, most.group);
  }
  return ({ subject }) => usual.get(subject.type);
}

/**
 * What would have told the newest fifth best, had it been learned from the rest: what the subjects say, that with a
 * group learned for those that say none, or, where that is clearly better, learned groups for all.
 */
function groupsFrom(listed: Grouped, otherwise: (read: Read) => Group): Habits["group"] {
  const said = groupsOfTypes(listed);
  const saying: Habits["group"] = (read) => said(read) ?? read.subject.group;
  if (listed.length < fewestOfGroups) return saying;
  const since = Math.ceil(listed.length / 5);
  const rightOf = (way: Habits["group"]): number =>
    listed.slice(0, since).filter(([read, own]) => (way(read) ?? otherwise(read)) === own).length;
  const earlier = groupJudge(listed.slice(since));
  const [alone, helped] = [rightOf(saying), rightOf((read) => saying(read) ?? earlier(read))];
  if (rightOf(earlier) > Math.max(alone, helped) + since / 10) return groupJudge(listed);
  const judge = helped > alone ? groupJudge(listed) : () => undefined;
  return (read) => saying(read) ?? judge(read);
}

function groupJudge(listed: Grouped): (read: Read) => Group {
  const judges = groups.map((group) => {
    const samples = listed.map(([read, own]) => ({ traits: groupTraits(read), yes: own === group }));
    const judge = learn(samples, (trait) =>
      trait === `rule:${group}` ? 2 : trait.startsWith("rule:") ? -1.5 : 0,
    );
    return { group, judge };
  });
  return (read) => {
    const traits = groupTraits(read);
    return judges
      .map(({ group, judge }) => ({ group, odds: judge(traits) }))
      .reduce((best, one) => (one.odds > best.odds ? one : best)).group;
  };
}

/** What this project's authors listed of earlier commits (newest first), if their changelog tells. */
export function habitsOf(
  reads: readonly Read[],
  changelog: string,
  otherwise: (read: Read) => Group,
): Habits | undefined {
  const { prs, commits, lines } = listedIn(changelog);
  const placeOf = ({ commit, subject }: Read): Place | undefined =>
    subject.prs.map((pr) => prs.get(pr)).find(Boolean) ?? commits.get(commit.sha.slice(0, 7));
  const places = reads.map(placeOf);
  const told = places.filter((place) => place !== undefined).length;
  const oldest = places.findLastIndex((place) => place !== undefined);
  const named = lines
    .slice(0, 60)
    .filter((line) => referencesIn(line).length > 0 || /\b[0-9a-f]{7,40}\b/.test(line));
  if (told < fewest || named.length < Math.min(60, lines.length) * 0.5) return undefined;
  const known = reads
    .slice(0, oldest + 1)
    .filter((read) => read.commit.parents.length < 2 && read.touch !== "release");
  const judge = learn(
    known.toReversed().map((read) => ({ traits: traitsOf(read), yes: placeOf(read) !== undefined })),
    belief,
  );
  const listed = known.flatMap((read) => {
    const group = placeOf(read)?.group;
    return group === undefined ? [] : [[read, group] as const];
  });
  return {
    lists: (read) => 1 / (1 + Math.exp(-judge(traitsOf(read)))),
    group: groupsFrom(listed, otherwise),
  };
}
