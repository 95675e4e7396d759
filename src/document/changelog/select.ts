import type { Commit } from "./commit.ts";
import { touches, type Touch } from "./change.ts";
import type { HandLine, Released } from "./hand.ts";
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

interface Read {
  readonly commit: Commit;
  readonly subject: Subject;
  readonly touch: Touch;
}

/** Both a commit and the one that takes it back disappear; a revert of something older stays. */
function withoutReverts(commits: readonly Commit[]): readonly Commit[] {
  const gone = new Set<string>();
  for (const commit of commits) {
    if (gone.has(commit.sha)) continue;
    const sha = /This reverts commit ([0-9a-f]{7,40})/.exec(commit.body)?.[1];
    const title = /^Revert "(.+)"/.exec(commit.subject)?.[1];
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

function counts(read: Read, style: Subject["style"]): boolean {
  const { commit, subject, touch } = read;
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
}

const documented = (read: Read, past: Released): boolean =>
  past.commits.has(read.commit.sha.slice(0, 7)) || read.subject.prs.some((pr) => past.prs.has(pr));

/** The commits that a hand-written line speaks of: those of its pull requests, else the one that added it. */
function fromHand(line: HandLine, reads: readonly Read[]): Entry {
  const own = reads.find((read) => read.commit.sha === line.sha);
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

const mends = /\b(fix(es|ed|ing)?|clos(es|ed)|resolv(es|ed)|bugs?|regression|broken|crash(es|ed)?)\b/i;

/** A project whose authors write the changelog with the change is believed: what they left out stays out. */
const keptByHand = (hand: readonly HandLine[], reads: readonly Read[], style: Subject["style"]): boolean => {
  const authors = new Set(hand.map((line) => line.sha));
  const counted = reads.filter((read) => counts(read, style));
  const written = counted.filter(
    (read) =>
      authors.has(read.commit.sha) ||
      hand.some((line) => line.prs.some((pr) => read.subject.prs.includes(pr))),
  );
  return written.length > 0 && written.length >= counted.length * 0.2;
};

export function select({ commits, hand, released: past }: Sources): readonly Entry[] {
  const style = styleOf(commits);
  const reads = withoutReverts(commits).map((commit) => ({
    commit,
    subject: parseSubject(commit.subject, commit.body),
    touch: touches(commit),
  }));
  const lines = hand.filter((line) => {
    const own = reads.find((read) => read.commit.sha === line.sha);
    const old = line.version !== undefined && past.versions.has(line.version);
    return !old && own !== undefined && own.touch !== "release";
  });
  if (keptByHand(lines, reads, style)) return lines.map((line) => fromHand(line, reads));
  return reads
    .filter((read) => counts(read, style) && !documented(read, past))
    .map(({ commit, subject }) => ({
      group: subject.group ?? (mends.test(commit.body) ? "Fixed" : past.usual),
      text: subject.text,
      scope: subject.scope,
      breaking: subject.breaking,
      prs: subject.prs,
      commits: [commit.sha],
    }));
}
