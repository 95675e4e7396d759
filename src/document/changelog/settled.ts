import type { Commit } from "./commit.ts";
import { parseSubject } from "./subject.ts";

const untagged = (subject: string): string => subject.replace(/\s*\((?:#\d+|[0-9a-f]{7,40})\)$/, "");

/** Returns a subject's words, without type, quotes and references. */
const wordsOf = (subject: string): string =>
  parseSubject(untagged(subject.trim().replace(/^"(.*)"$/, "$1")))
    .text.replace(/^"(.*)"$/, "$1")
    .trim()
    .toLowerCase();

const folding = /^(?:fixup|squash|amend)! (.+)$/;

/**
 * Folds `fixup!`, `squash!` and `amend!` commits into their targets, which take their files and the last
 * amended message; newest first.
 */
function folded(commits: readonly Commit[]): readonly Commit[] {
  const found: Commit[] = [];
  for (const commit of commits.toReversed()) {
    let title = commit.subject;
    while (folding.test(title)) title = folding.exec(title)?.[1] ?? "";
    if (title === commit.subject) {
      found.push(commit);
      continue;
    }
    const index = found.findLastIndex(({ sha, subject }) => subject === title || sha.startsWith(title));
    const target = found[index];
    if (!target) continue; // it fixes an earlier release's commit
    const [first = "", ...rest] = commit.subject.startsWith("amend! ") ? commit.body.split("\n") : [];
    found[index] = {
      ...target,
      files: [...target.files, ...commit.files],
      ...(first && { subject: first, body: rest.join("\n").trim() }),
    };
  }
  return found.toReversed();
}

interface Reverting {
  readonly shas: readonly string[];
  readonly title: string | undefined;
  readonly pr: number | undefined;
}

/** Returns what a commit reverts, by hash, title or pull request; undefined if it isn't a revert. */
function revertingOf({ subject, body }: Commit): Reverting | undefined {
  const [, quoted] = /^Revert:? "(.+)"/i.exec(subject) ?? [];
  const [, again] = /^Reapply "(.+)"/.exec(subject) ?? [];
  const typed =
    parseSubject(subject).type === "revert" ? wordsOf(subject.replace(/^[^:]*:\s*/, "")) : undefined;
  const shas = [
    ...body.matchAll(/\b[Rr]everts? (?:commit )?([0-9a-f]{7,40})\b/g),
    ...(typed === undefined ? [] : body.matchAll(/^Refs?:? .*?\b([0-9a-f]{7,40})\b/gim)),
    ...(typed === undefined && quoted === undefined ? [] : subject.matchAll(/\(([0-9a-f]{7,40})\)/g)),
  ].map(([, sha = ""]) => sha);
  const pr = /^Reverts \S*#(\d{1,6})\b/m.exec(body)?.[1];
  const title = again === undefined ? (quoted ?? typed) : `Revert "${again}"`;
  if (title === undefined && !shas.length && pr === undefined) return undefined;
  return { shas, title, pr: pr === undefined ? undefined : Number(pr) };
}

/** Returns the newest remaining commit that matches a revert. */
function undoneBy({ shas, title, pr }: Reverting, before: readonly Commit[]): Commit | undefined {
  const words = title === undefined ? undefined : wordsOf(title);
  return (
    before.findLast(({ sha }) => shas.some((item) => sha.startsWith(item))) ??
    before.findLast(({ subject }) => untagged(subject) === untagged(title ?? "\0")) ??
    before.findLast(({ subject }) => !/^re(?:vert|apply)\b/i.test(subject) && wordsOf(subject) === words) ??
    before.findLast(({ subject }) => pr !== undefined && parseSubject(subject).prs.includes(pr))
  );
}

/**
 * Removes reverted commits along with their reverts, and restores a commit whose revert is reverted;
 * reverts of older commits stay.
 */
function withoutReverts(commits: readonly Commit[]): readonly Commit[] {
  const undone = new Map<Commit, Commit>();
  const gone = new Set<Commit>();
  const all = commits.toReversed();
  for (const [index, commit] of all.entries()) {
    const reverting = revertingOf(commit);
    const target = reverting && undoneBy(reverting, all.slice(0, index));
    if (!target) continue;
    gone.add(commit);
    const again = undone.get(target);
    if (again) gone.delete(again);
    else {
      gone.add(target);
      undone.set(commit, target);
    }
  }
  return commits.filter((commit) => !gone.has(commit));
}

/** Returns the net commits (newest first): fixups folded in, reverts carried out. */
export const settled = (commits: readonly Commit[]): readonly Commit[] => withoutReverts(folded(commits));
