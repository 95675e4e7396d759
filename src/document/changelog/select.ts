import type { Commit } from "./commit.ts";
import { touches, type Touch } from "./change.ts";
import type { HandLine, Released } from "./hand.ts";
import { withRequests } from "./merged.ts";
import { habitsOf, type Habits, type Read } from "./habits.ts";
import { parseSubject, type Group, type Subject } from "./subject.ts";

export interface Entry {
  readonly group: Group;
  readonly text: string;
  readonly scope: string | undefined;
  readonly breaking: boolean;
  readonly prs: readonly number[];
  /** 40 hex digits each. */
  readonly commits: readonly string[];
}

/** Both a commit and the one that takes it back disappear; a revert of something older stays. */
function withoutReverts(commits: readonly Commit[]): readonly Commit[] {
  const gone = new Set<string>();
  for (const commit of commits) {
    if (gone.has(commit.sha)) continue;
    const sha = /This reverts commit ([0-9a-f]{7,40})/.exec(commit.body)?.[1];
    const title = /^Revert "(.+)"/.exec(commit.subject)?.[1];
    if (sha === undefined && title === undefined) continue;
    const undone = commits.find(
      (other) =>
        other !== commit &&
        ((sha !== undefined && other.sha.startsWith(sha)) ||
          (title !== undefined &&
            other.subject.replace(/\s*\(#\d+\)$/, "") === title.replace(/\s*\(#\d+\)$/, ""))),
    );
    if (undone) [commit.sha, undone.sha].forEach((id) => gone.add(id));
  }
  return commits.filter((commit) => !gone.has(commit.sha));
}

/** How this project writes its history, from the history itself. */
export function styleOf(commits: readonly Commit[]): Subject["style"] {
  const count = { conventional: 0, bracketed: 0, plain: 0 };
  for (const commit of commits) if (commit.parents.length < 2) count[parseSubject(commit.subject).style] += 1;
  const total = count.conventional + count.bracketed + count.plain;
  if (count.conventional > total * 0.7) return "conventional";
  return count.bracketed > total * 0.7 ? "bracketed" : "plain";
}

const silent: ReadonlySet<Touch> = new Set([
  "tests",
  "docs",
  "dependencies",
  "automation",
  "changelog",
  "release",
  "nothing",
]);
const housekeeping =
  /^(clean ?up|tidy|simplif|refactor|rename|move|reorgani[sz]e|extract|inline|format|lint|reformat|typo|bump|update (all|dependenc|deps|lock)|upgrade (deps|dependenc)|pin |chore|ci\b|merge\b|wip\b|test|tests\b|use `?__future__|internal|minor\b|nit\b|address |apply (review|suggestion)|.*\b(type hint|annotations?|type ignore|docstrings?|comments?|ci pipeline|unused|lint|pre-commit|codecov|coverage|changelog|readme|typos?|mypy|pyright|ruff|eslint|prettier)\b)/i;

function counts({ commit, subject, touch }: Omit<Read, "counts">, style: Subject["style"]): boolean {
  if (commit.parents.length > 1) return false;
  if (touch === "release" || touch === "nothing" || subject.type === "release") return false;
  if (style === "conventional") return true;
  if (subject.breaking || subject.group === "Security") return true;
  if (silent.has(touch) || subject.quiet) return false;
  return !housekeeping.test(subject.text);
}

export interface Sources {
  readonly commits: readonly Commit[];
  /** Lines written into the changelog since the last release. */
  readonly hand: readonly HandLine[];
  readonly released: Released;
  /** Commits before the last release, newest first, and the changelog that tells which of them were listed. */
  readonly past?: { readonly commits: readonly Commit[]; readonly changelog: string };
}

const readAll = (commits: readonly Commit[], style: Subject["style"]): readonly Read[] =>
  commits.map((commit) => {
    const read = { commit, subject: parseSubject(commit.subject, commit.body), touch: touches(commit) };
    return { ...read, counts: counts(read, style) };
  });

const documented = (read: Read, past: Released): boolean =>
  past.commits.has(read.commit.sha.slice(0, 7)) || read.subject.prs.some((pr) => past.prs.has(pr));

/** By each commit's full name, those of merged pull requests too. */
const owners = (reads: readonly Read[]): ReadonlyMap<string, Read> =>
  new Map(
    reads.flatMap((read) =>
      [read.commit.sha, ...(read.commit.members ?? [])].map((sha) => [sha, read] as const),
    ),
  );

/** The commits that a hand-written line speaks of: those of its pull requests, else the one that added it. */
function fromHand(line: HandLine, reads: readonly Read[], own: Read | undefined): Entry {
  const named = reads.filter((read) => read.subject.prs.some((pr) => line.prs.includes(pr)));
  const about = named.length ? named : own ? [own] : [];
  return {
    group: line.group ?? parseSubject(line.text).group ?? "Changed",
    text: line.text,
    scope: undefined,
    breaking: about.some((read) => read.subject.breaking),
    prs: line.prs.length ? line.prs : (own?.subject.prs ?? []),
    commits: about.map((read) => read.commit.sha),
  };
}

/** Whether a commit's lines are a release's notes, put together afterwards from several pull requests. */
function isCompiled(lines: readonly HandLine[], own: Read): boolean {
  const others = new Set(lines.flatMap(({ prs }) => prs).filter((pr) => !own.subject.prs.includes(pr)));
  return others.size > 2 && own.touch !== "source";
}

const mends = /\b(fix(es|ed|ing)?|clos(es|ed)|resolv(es|ed)|bugs?|regression|broken|crash(es|ed)?)\b/i;

/** A project whose authors write the changelog with the change is believed: what they left out stays out. */
const keptByHand = (hand: readonly HandLine[], reads: readonly Read[]): boolean => {
  const known = owners(reads);
  const authors = new Set(hand.map((line) => known.get(line.sha)));
  const prs = new Set(hand.flatMap((line) => line.prs));
  const counted = reads.filter((read) => read.counts);
  const written = counted.filter((read) => authors.has(read) || read.subject.prs.some((pr) => prs.has(pr)));
  return written.length > 0 && written.length >= counted.length * 0.2;
};

/** Habits decide where they are known; a breaking change is always told, and what only writes the changelog never. */
const listed = (read: Read, habits: Habits | undefined): boolean => {
  const isRuled = read.touch === "release" || read.touch === "nothing" || read.touch === "changelog";
  return habits === undefined || isRuled || read.subject.breaking || read.commit.parents.length > 1
    ? read.counts
    : habits.lists(read) > 0.45;
};

export function select({ commits, hand, released: past, past: before }: Sources): readonly Entry[] {
  const style = styleOf(commits);
  const reads = readAll(withRequests(withoutReverts(commits)), style);
  const known = owners(reads);
  const lines = [...Map.groupBy(hand, ({ sha }) => sha)].flatMap(([sha, own]) => {
    const read = known.get(sha);
    if (!read || read.touch === "release" || isCompiled(own, read)) return [];
    return own.filter(({ version }) => version === undefined || !past.versions.has(version));
  });
  if (keptByHand(lines, reads)) return lines.map((line) => fromHand(line, reads, known.get(line.sha)));
  const habits =
    before && habitsOf(readAll(withRequests(before.commits), styleOf(before.commits)), before.changelog);
  return reads
    .filter((read) => listed(read, habits) && !documented(read, past))
    .map((read) => {
      const { commit, subject } = read;
      return {
        group: subject.group ?? habits?.group(read) ?? (mends.test(commit.body) ? "Fixed" : past.usual),
        text: subject.text,
        scope: subject.scope,
        breaking: subject.breaking,
        prs: subject.prs,
        commits: [commit.sha],
      };
    });
}
