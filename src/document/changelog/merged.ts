import type { Commit } from "./commit.ts";
import { parseSubject } from "./subject.ts";

/** Returns number and title of the request a merge commit merged, as GitHub, Bitbucket and GitLab write it. */
function requestOf({
  subject,
  body,
  parents,
}: Commit): { readonly number: string; readonly title: string } | undefined {
  const [, plainTitle = "", id] = /^(?!Merge\b)(.+?) \(#(\d{1,6})\)$/.exec(subject) ?? [];
  if (id !== undefined && parents.length > 1) return { number: id, title: plainTitle };
  const number =
    /^Merge pull request #(\d{1,6}) from /.exec(subject)?.[1] ??
    /^Merged in .*\(pull request #(\d{1,6})\)/.exec(subject)?.[1] ??
    (subject.startsWith("Merge branch ") ? /^See merge request \S*!(\d{1,6})$/m.exec(body)?.[1] : undefined);
  const title = body.split("\n")[0]?.trim() ?? "";
  return number === undefined || title === "" || title.startsWith("See merge request")
    ? undefined
    : { number, title };
}

type Commits = ReadonlyMap<string, Commit>;

/** Returns first parents from a commit on, oldest first, up to commits of another line. */
function lineFrom(sha: string | undefined, bySha: Commits, seen: ReadonlySet<string>): readonly Commit[] {
  const line: Commit[] = [];
  for (
    let commit = bySha.get(sha ?? "");
    commit && !seen.has(commit.sha);
    commit = bySha.get(commit.parents[0] ?? "")
  )
    line.push(commit);
  return line.toReversed();
}

/** Returns the commits that a merge brought and no line contains. */
function broughtBy(merge: Commit, bySha: Commits, seen: ReadonlySet<string>): readonly Commit[] {
  const members = new Set<Commit>();
  const open = merge.parents.slice(1);
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const commit = bySha.get(sha);
    if (!commit || seen.has(sha) || members.has(commit)) continue;
    members.add(commit);
    open.push(...commit.parents);
  }
  return [...members];
}

const isConventional = (subject: string): boolean => parseSubject(subject).style === "conventional";

/** Whether a branch collects finished changes, such as `develop`; then its requests count separately. */
const gathers = (title: string, members: readonly Commit[]): boolean =>
  members.some((member) => /\(#\d{1,6}\)$/.test(member.subject) || requestOf(member)) ||
  (!isConventional(title) &&
    members.some(({ subject }) => /^(?:feat|fix)\b/.test(subject) && isConventional(subject)));

/**
 * Replaces each merged (not squashed) pull request by one commit with its title, number and files, instead
 * of the merge and its commits; others stay. Newest first, as in the input.
 */
export function withRequests(commits: readonly Commit[]): readonly Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const seen = new Set<string>();
  const whole = new Map<string, Commit>();
  const memberShas = new Set<string>();
  const read = (merge: Commit): void => {
    const members = broughtBy(merge, bySha, seen);
    const request = requestOf(merge);
    if (!request || gathers(request.title, members)) {
      // older merges first: a later one may contain the same commits
      for (const parent of merge.parents.slice(1)) follow(lineFrom(parent, bySha, seen));
      return;
    }
    for (const { sha } of members) [seen, memberShas].forEach((set) => set.add(sha));
    if (members.length) whole.set(merge.sha, asOne(merge, members, request));
  };
  const follow = (line: readonly Commit[]): void => {
    for (const { sha } of line) seen.add(sha);
    for (const commit of line) if (commit.parents.length > 1) read(commit);
  };
  follow(lineFrom(commits[0]?.sha, bySha, seen));
  return commits.filter(({ sha }) => !memberShas.has(sha)).map((commit) => whole.get(commit.sha) ?? commit);
}

const asOne = (
  merge: Commit,
  members: readonly Commit[],
  { title, number }: { readonly title: string; readonly number: string },
): Commit => ({
  ...merge,
  parents: merge.parents.slice(0, 1),
  subject: `${title} (#${number})`,
  body: members.map((member) => `${member.subject}\n${member.body}`).join("\n"),
  files: members.filter((member) => member.parents.length < 2).flatMap((member) => member.files),
  members: members.map((member) => member.sha),
});
