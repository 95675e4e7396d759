import type { Workspace } from "../../workspace/index.ts";
import { type Commit, logFormat, parseLog } from "./commit.ts";
import { fragmentsIn, linesOf, parseFragments } from "./fragments.ts";
import { announced, handFormat, parseHandLines, released } from "./hand.ts";
import type { Entry } from "./entry.ts";
import { sections, type Section } from "./sections.ts";
import { select } from "./select.ts";

/** Runs a read-only git command; undefined if git fails: no repository, no such revision, no git. */
export type Git = (...words: readonly [string, ...string[]]) => Promise<string | undefined>;

export const gitOf =
  (workspace: Pick<Workspace, "git">): Git =>
  async (...words) => {
    const run = await workspace.git(words).catch(() => undefined);
    return run?.exitCode === 0 ? run.stdout : undefined;
  };

/** A release's tag; versions have no leading v. */
export interface Tag {
  readonly tag: string;
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

const versionTag = /^(?:.*[@/])?(?:[A-Za-z][\w.]*-){0,6}v?(\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?)$/;

/**
 * Returns release tags reachable from `HEAD`, or from lines `beside` it, newest first; with several
 * packages, those of this package's name.
 */
export async function releasesOf(
  git: Git,
  packageName?: string,
  where: "behind" | "beside" = "behind",
): Promise<readonly Tag[]> {
  const format = "%(refname:short)%09%(creatordate:short)";
  const output = await git(
    "for-each-ref",
    ...(where === "beside" ? ["--no-merged=HEAD", "--no-contains=HEAD"] : ["--merged=HEAD"]),
    "--sort=-version:refname", // for tags of the same second, as in an imported history
    "--sort=-creatordate",
    `--format=${format}`,
    "refs/tags",
  );
  const all = (output ?? "").split("\n").flatMap((line) => {
    const [tag = "", date = ""] = line.split("\t");
    const version = versionTag.exec(tag)?.[1];
    return version === undefined ? [] : [{ tag, version, date }];
  });
  const short = packageName?.replace(/^@[^/]+\//, "");
  const ownReleases = all.filter(({ tag, version }) => {
    const named = tag.slice(0, tag.length - version.length).replace(/(?<=[@/-])v$|^rel(?:eases?)?\//g, "");
    return short !== undefined && [`${packageName}@`, `${short}@`, `${short}-`].includes(named);
  });
  const plain = all.filter(({ tag }) => /^v?\d/.test(tag));
  return ownReleases.length ? ownReleases : plain.length ? plain : all;
}

/** Returns the commit that wrote a changelog line; undefined if it isn't committed. */
export async function writtenAt(git: Git, path: string, line: string): Promise<string | undefined> {
  if (line.trim() === "") return undefined;
  const found = await git(
    "log",
    "--no-ext-diff",
    "--no-textconv",
    "-n",
    "1",
    "--format=%H",
    `-S${line}`,
    "--",
    path,
  );
  return found?.trim() || undefined;
}

/**
 * Returns a changelog's newest release by the commit that wrote its heading, for projects without tags; it
 * needs two releases.
 */
export async function releaseInChangelog(
  git: Git,
  path: string,
  changelog: string,
): Promise<Tag | undefined> {
  const newest = announced(changelog);
  const numbered = sections(changelog).filter(({ version }) => version !== undefined);
  if (newest === undefined || newest.isPending || numbered.length < 2) return undefined;
  const tag = await writtenAt(git, path, newest.heading);
  if (tag === undefined) return undefined;
  const date = (await git("log", "-1", "--format=%cs", tag))?.trim() ?? "";
  return { tag, version: newest.version, date };
}

export interface Range {
  /** Tag of the previous release; undefined to start at the beginning. */
  readonly from: string | undefined;
  readonly to: string;
  /** Restricts to commits that touch this folder. */
  readonly folder?: string;
  /** Path of the changelog from the root. */
  readonly changelog: string;
  /** The changelog's current text, and which of its versions aren't released yet. */
  readonly text: string;
  readonly isOpen: (version: string) => boolean;
  /** Commits before `from`, newest first, if already read. */
  readonly earlier?: readonly Commit[];
}

/** How many commits before a release are read to learn the authors' habits. */
export const enough = 600;

export interface Release {
  readonly entries: readonly Entry[];
  /** Commits, newest first. */
  readonly log: readonly Commit[];
  /** Number of commits in the range, without merges. */
  readonly commits: number;
  /** Date of the newest commit, ISO 8601. */
  readonly date: string | undefined;
}

/** Returns a changelog's current and former names: `CHANGES.rst` for what is `CHANGES.md` now. */
const namesOf = (path: string): readonly string[] => {
  const bare = path.replace(/\.(?:md|rst|txt)$/i, "");
  return [...new Set([path, `${bare}.md`, `${bare}.rst`, `${bare}.txt`])];
};

const isOver =
  (isOpen: Range["isOpen"]) =>
  ({ version }: Section): boolean =>
    version !== undefined && !isOpen(version);

/**
 * Returns what is recorded about releases: in the current changelog, or in that of the previous release if
 * it no longer exists.
 */
async function pastOf(
  git: Git,
  { from, changelog, text, isOpen }: Range,
): Promise<{ readonly text: string; readonly isOpen: Range["isOpen"] }> {
  if (from === undefined || sections(text).some(isOver(isOpen))) return { text, isOpen };
  for (const path of namesOf(changelog)) {
    const was = await git("show", `${from}:./${path}`);
    if (was !== undefined && sections(was).length) return { text: was, isOpen: () => false };
  }
  return { text, isOpen };
}

/** Reads what changed in a range of commits, for a changelog. */
export async function readRelease(git: Git, range: Range): Promise<Release> {
  const span = range.from === undefined ? range.to : `${range.from}..${range.to}`;
  const paths = range.folder === undefined ? [] : ["--", range.folder];
  const numbers = [
    "--no-ext-diff",
    "--no-textconv",
    "--relative",
    "--numstat",
    `--format=${logFormat}`,
  ] as const;
  const [past, log, before, patches] = await Promise.all([
    pastOf(git, range),
    git("log", ...numbers, span, ...paths),
    range.from === undefined || range.earlier
      ? undefined
      : git("log", ...numbers, "-n", `${enough}`, range.from, ...paths),
    git(
      "log",
      "--no-ext-diff",
      "--no-textconv",
      "-p",
      "-U80",
      `--format=${handFormat}`,
      span,
      "--",
      ...namesOf(range.changelog),
    ),
  ]);
  const commits = parseLog(log ?? "");
  const earlier = range.earlier ?? (before === undefined ? undefined : parseLog(before));
  const fresh = fragmentsIn(commits, range.changelog);
  const pieces = fresh.length
    ? await git(
        "log",
        "--no-ext-diff",
        "--no-textconv",
        "-p",
        "-U0",
        "--diff-filter=A",
        "--no-renames",
        `--format=${handFormat}`,
        span,
        "--",
        ...fresh,
      )
    : undefined;
  const entries = select({
    commits,
    hand: [...parseHandLines(patches ?? ""), ...linesOf(parseFragments(pieces ?? ""))],
    released: released(past.text, past.isOpen),
    // on a rewrite, the section being written already exists
    isFirst: !sections(past.text).some(isOver(past.isOpen)),
    ...(earlier && { past: { commits: earlier, path: range.changelog, changelog: past.text } }),
  });
  return {
    entries,
    log: commits,
    commits: commits.filter((commit) => commit.parents.length < 2).length,
    date: commits[0]?.date,
  };
}
