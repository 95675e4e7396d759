import {
  followed,
  referencesIn,
  sections,
  type Git,
  type Group,
  groupOf,
  headingAt,
} from "../../src/document/index.ts";

export interface TrueEntry {
  readonly group: Group | null;
  readonly text: string;
  readonly prs: readonly number[];
  /** Hashes with at least 7 hex digits. */
  readonly commits: readonly string[];
  /** False if no commit of the range can be matched to the entry. */
  readonly reachable?: boolean;
}

export interface TrueRelease {
  readonly from_tag: string;
  readonly to_tag: string;
  readonly entries: readonly TrueEntry[];
}

interface Line {
  readonly sha: string;
  readonly text: string;
}

const lines = (output: string | undefined): readonly string[] => (output ?? "").split("\n").filter(Boolean);

/** Returns each line of the changelog with the commit that last changed it. */
async function blame(git: Git, path: string): Promise<readonly Line[]> {
  return lines(await git("blame", "-l", "-s", "HEAD", "--", path)).map((line) => ({
    sha: line.slice(0, 40).replace("^", ""),
    text: line.replace(/^\S+(?: +\S+)?? +\d+\) ?/, ""),
  }));
}

/** Matches subjects of commits that make a release or collect its notes. */
export const releaseSubject =
  /^(v?\d|release|version|publish|prepare|chore\(release|update changelog|changelog|\[?bump)|\bv?\d+\.\d+\.\d+\b/i;

/** Returns the commits in a range by pull request: a squash commit, or a merge with the commits it brought in. */
async function pulls(git: Git, range: string): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, string[]>();
  for (const line of lines(await git("log", "--format=%H%x09%P%x09%s", range))) {
    const [sha = "", parents = "", subject = ""] = line.split("\t");
    const [first, second] = parents.split(" ");
    const members = second ? lines(await git("rev-list", `${first}..${second}`)) : [];
    for (const pr of referencesIn(subject)) found.set(pr, [...(found.get(pr) ?? []), sha, ...members]);
  }
  return found;
}

interface Bullet {
  readonly heading: string | undefined;
  readonly text: string;
  readonly sha: string;
}

function bullets(section: readonly Line[]): readonly Bullet[] {
  const found: Bullet[] = [];
  let heading: string | undefined;
  const inner = section.slice(1);
  for (const [i, { sha, text }] of inner.entries()) {
    const title = headingAt(text, inner[i + 1]?.text);
    const bullet = /^[-*]\s+(.+)/.exec(text.replace(/^ {1,3}(?=[-*])/, ""))?.[1];
    if (title !== undefined) heading = title;
    else if (bullet !== undefined) found.push({ heading, text: bullet, sha });
    else if (/^\s+\S/.test(text)) {
      const last = found.pop();
      if (last) found.push({ ...last, text: `${last.text} ${text.trim()}` });
    }
  }
  return found;
}

interface Span {
  readonly git: Git;
  readonly from: string;
  readonly to: string;
}

async function entriesOf(section: readonly Line[], { git, from, to }: Span): Promise<readonly TrueEntry[]> {
  const range = `${from}..${to}`;
  const known = await pulls(git, range);
  const subjects = new Map(
    lines(await git("log", "--format=%H%x09%s", range)).map((line) => [line.slice(0, 40), line.slice(41)]),
  );
  return bullets(section).map(({ heading, text, sha }) => {
    const prs = referencesIn(text);
    const linked = [...text.matchAll(/\b[0-9a-f]{7,40}\b/g)]
      .map(([hex]) => hex)
      .filter((hex) => [...subjects.keys()].some((one) => one.startsWith(hex)));
    const writer = subjects.get(sha);
    const isOwn = writer !== undefined && !releaseSubject.test(writer);
    // a pull request stands for each of its commits
    const own = isOwn ? ([...known.values()].find((commits) => commits.includes(sha)) ?? [sha]) : [];
    const commits = [...new Set([...prs.flatMap((pr) => known.get(pr) ?? []), ...linked, ...own])];
    const group = heading === undefined ? undefined : groupOf(heading);
    return { group: group ?? null, text, prs, commits, reachable: commits.length > 0 };
  });
}

/** Returns a repository's newest releases from its own changelog, with the commits that each entry refers to. */
export async function truthOf(git: Git, path: string, count: number): Promise<readonly TrueRelease[]> {
  const written = await blame(git, await followed(git, "HEAD", path));
  const tags = lines(await git("tag", "--merged=HEAD"));
  const tagOf = (version: string): string | undefined =>
    tags.find((tag) => tag === version || tag === `v${version}`) ??
    tags.find((tag) => tag.endsWith(`@${version}`) || tag.endsWith(`-${version}`));
  let at = 0;
  const released = sections(written.map((line) => line.text).join("\n")).flatMap((section) => {
    const size = section.text.split("\n").length;
    const start = at === 0 ? written.findIndex((line) => line.text === section.text.split("\n")[0]) : at;
    at = start + size;
    const tag = section.version === undefined ? undefined : tagOf(section.version);
    return tag === undefined ? [] : [{ tag, lines: written.slice(start, at) }];
  });
  const found: TrueRelease[] = [];
  for (const [i, { tag: to, lines: section }] of released.entries()) {
    const from = released[i + 1]?.tag;
    if (from === undefined || found.length === count) break;
    const entries = await entriesOf(section, { git, from, to });
    if (entries.some((entry) => entry.reachable)) found.push({ from_tag: from, to_tag: to, entries });
  }
  return found;
}
