import type { Commit } from "./commit.ts";
import { touches, type Touch } from "./change.ts";
import type { Entry } from "./entry.ts";
import type { HandLine, Released } from "./hand.ts";
import { believed, byRequest, fromHand, keptByHand, owners, wasKeptByHand } from "./hand-lines.ts";
import { withRequests } from "./merged.ts";
import { byRules } from "./choice.ts";
import { habitsOf } from "./habits.ts";
import { settled } from "./settled.ts";
import { type Group, inwardTypes, isAutomation, parseSubject, type Subject } from "./subject.ts";
import type { Read } from "./traits.ts";

const untagged = (subject: string): string => subject.replace(/\s*\(#\d+\)$/, "");

/** Returns the subject style that the history mostly uses. */
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
  /^(clean ?up|tidy|simplif|refactor|rename|move|reorgani[sz]e|extract|inline|format|lint|reformat|typo|bump|update (all|dependenc|deps|lock)|upgrade (deps|dependenc)|pin |chore|ci\b|merge\b|wip\b|test|tests\b|use `?__future__|internal|minor\b|nit\b|address |apply (review|suggestion)|.*\b(type hints?|annotations?|type ignore|docstrings?|comments?|ci pipeline|(?:build|ci) workflows?|test cases?|rustfmt|cargo fmt|clippy|gofmt|benchmarks?|unused|lint(?:er|ing|s)?|ts ?config|pre-commit|codecov|coverage|changelog|readme|typos?|mypy|pyright|ruff|eslint|prettier|rubocop|standardrb|phpstan|psalm|php-cs-fixer|flake8|pylint|isort)\b)/i;

interface History {
  readonly style: Subject["style"];
  /** None of it was listed before. */
  readonly isFirst: boolean;
  /** Whether earlier lists show what the authors list of each type. */
  readonly hasHabits: boolean;
  /** Subjects that recur. */
  readonly routine: ReadonlySet<string>;
}

/** A subject repeated this often is a chore: `Update the licenses`, `Sync with the template`. */
const often = 3;

function routineOf(commits: readonly Commit[]): ReadonlySet<string> {
  const count = new Map<string, number>();
  for (const { subject } of commits) count.set(untagged(subject), (count.get(untagged(subject)) ?? 0) + 1);
  return new Set([...count].flatMap(([subject, times]) => (times < often ? [] : [subject])));
}

function counts(
  { commit, subject, touch }: Omit<Read, "counts">,
  { style, isFirst, hasHabits, routine }: History,
): boolean {
  if (commit.parents.length > 1) return false;
  if (touch === "release" || touch === "nothing" || subject.type === "release") return false;
  if (!subject.breaking && (isAutomation(subject) || (touch === "automation" && subject.quiet))) return false;
  if (style === "conventional" && !isFirst)
    return (
      hasHabits || subject.breaking || subject.type === "refactor" || !inwardTypes.includes(subject.type)
    );
  if (subject.breaking || subject.group === "Security") return true;
  if (silent.has(touch) || subject.quiet) return false;
  if (subject.style === "plain" && routine.has(untagged(commit.subject))) return false;
  if (subject.style === "conventional" && inwardTypes.includes(subject.type)) return false;
  return !housekeeping.test(subject.text);
}

export interface Sources {
  readonly commits: readonly Commit[];
  /** Changelog lines written since the last release. */
  readonly hand: readonly HandLine[];
  readonly released: Released;
  /** Whether there is no changelog yet. */
  readonly isFirst?: boolean;
  /** Commits before the last release, newest first, and the changelog that shows which were listed. */
  readonly past?: {
    readonly commits: readonly Commit[];
    readonly path: string;
    readonly changelog: string;
  };
}

const readAll = (commits: readonly Commit[], history: History): readonly Read[] =>
  commits.map((commit) => {
    const read = { commit, subject: parseSubject(commit.subject, commit.body), touch: touches(commit) };
    return { ...read, counts: counts(read, history) };
  });

const documented = (read: Read, past: Released): boolean =>
  past.commits.has(read.commit.sha.slice(0, 7)) || read.subject.prs.some((pr) => past.prs.has(pr));

const mends = /\b(fix(es|ed|ing)?|clos(es|ed)|resolv(es|ed)|bugs?|regression|broken|crash(es|ed)?)\b/i;

export function select({
  commits,
  hand,
  released: past,
  isFirst = false,
  past: before,
}: Sources): readonly Entry[] {
  const routine = routineOf([...commits, ...(before?.commits ?? [])]);
  const history = { style: styleOf(commits), isFirst, hasHabits: true, routine };
  const earlier = before && readAll(withRequests(before.commits), history);
  const statedGroup = (read: Read): Group => read.subject.group ?? lastly(read, past.usual);
  const habits = earlier && habitsOf(earlier, before.changelog, statedGroup);
  const reads = readAll(withRequests(settled(commits)), { ...history, hasHabits: habits !== undefined });
  const known = owners(reads);
  const lines = [...Map.groupBy(hand, ({ sha }) => sha)].flatMap(([sha, commitLines]) => {
    const read = known.get(sha);
    return read ? believed(commitLines, read, past) : [];
  });
  const isKept =
    keptByHand(lines, reads) || (lines.length > 0 && earlier && wasKeptByHand(earlier, before.path));
  const requests = byRequest(reads);
  const written = lines.map((line) => fromHand(line, requests, known.get(line.sha)));
  if (isKept) return written;
  const covered = new Set(written.flatMap((entry) => entry.commits));
  const open = reads.filter((read) => !documented(read, past) && !covered.has(read.commit.sha));
  const chosen = (habits?.choice ?? byRules)(open);
  return [...written, ...chosen.map((read) => fromCommit(read, (habits?.grouping ?? statedGroup)(read)))];
}

/** In a squashed commit, a feature takes precedence over the fixes made on the way. */
const feature = /^\s*[*-] feat(?:\([^)\n]*\))?!?: /m;

/**
 * Returns the group of a change that nothing else determines. A dependency's release notes say nothing
 * about this project.
 */
const lastly = ({ touch, commit: { body } }: Read, usual: Group): Group =>
  touch === "dependencies" ? "Changed" : feature.test(body) ? "Added" : mends.test(body) ? "Fixed" : usual;

const fromCommit = (read: Read, group: Group): Entry => ({
  group,
  text: read.subject.text,
  scope: read.subject.scope,
  breaking: read.subject.breaking,
  ...(read.subject.breaks && { breaks: read.subject.breaks }),
  prs: read.subject.prs,
  commits: [read.commit.sha],
  ...(read.subject.style === "plain" && { guessed: true }),
});
