import type { Commit } from "./commit.ts";

/** Number and title of the pull or merge request that a merge commit brought, in the words of GitHub, Bitbucket and GitLab. */
function requestOf({
  subject,
  body,
}: Commit): { readonly number: string; readonly title: string } | undefined {
  const number =
    /^Merge pull request #(\d{1,6}) from /.exec(subject)?.[1] ??
    /^Merged in .*\(pull request #(\d{1,6})\)/.exec(subject)?.[1] ??
    (subject.startsWith("Merge branch ") ? /^See merge request \S*!(\d{1,6})$/m.exec(body)?.[1] : undefined);
  const title = body.split("\n")[0]?.trim() ?? "";
  return number === undefined || title === "" || title.startsWith("See merge request")
    ? undefined
    : { number, title };
}

/** First parents from the newest commit on, oldest first. */
function mainline(commits: readonly Commit[], bySha: ReadonlyMap<string, Commit>): readonly Commit[] {
  const line: Commit[] = [];
  for (let at = commits[0]; at; at = bySha.get(at.parents[0] ?? "")) line.push(at);
  return line.toReversed();
}

/**
 * A pull request that was merged, not squashed, as one commit with the request's title, its number and all its files,
 * in place of the merge and the commits that it brought; everything else as it is. Newest first, as it came.
 */
export function withRequests(commits: readonly Commit[]): readonly Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const line = mainline(commits, bySha);
  const seen = new Set(line.map((commit) => commit.sha));
  const whole = new Map<string, Commit>();
  const brought = new Set<string>();
  for (const merge of line) {
    if (merge.parents.length < 2) continue;
    const members: Commit[] = [];
    const open = merge.parents.slice(1);
    for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
      const commit = bySha.get(sha);
      if (!commit || seen.has(sha)) continue;
      seen.add(sha);
      members.push(commit);
      open.push(...commit.parents);
    }
    const request = requestOf(merge);
    if (!request || members.length === 0) continue;
    for (const member of members) brought.add(member.sha);
    whole.set(merge.sha, {
      ...merge,
      parents: merge.parents.slice(0, 1),
      subject: `${request.title} (#${request.number})`,
      body: members.map((member) => `${member.subject}\n${member.body}`).join("\n"),
      files: members.filter((member) => member.parents.length < 2).flatMap((member) => member.files),
      members: members.map((member) => member.sha),
    });
  }
  return commits.filter(({ sha }) => !brought.has(sha)).map((commit) => whole.get(commit.sha) ?? commit);
}
