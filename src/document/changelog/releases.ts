import type { Workspace } from "../../workspace/index.ts";
import { logFormat, parseLog } from "./commit.ts";
import { fragmentsIn, linesOf, parseFragments } from "./fragments.ts";
import { handFormat, parseHandLines, released } from "./hand.ts";
import type { Entry } from "./entry.ts";
import { sections } from "./sections.ts";
import { select } from "./select.ts";

/** What a reading git command prints; undefined where git fails: no repository, no such revision, no git. */
export type Git = (...words: readonly [string, ...string[]]) => Promise<string | undefined>;

export const gitOf =
  (workspace: Pick<Workspace, "git">): Git =>
  async (...words) => {
    const run = await workspace.git(words).catch(() => undefined);
    return run?.exitCode === 0 ? run.stdout : undefined;
  };

/** A release by its tag; versions without a leading v. */
export interface Tag {
  readonly tag: string;
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

const versionTag = /^(?:.*[@/])?(?:[A-Za-z][\w.]*-){0,6}v?(\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?)$/;

/** Tags of releases that `HEAD` holds, newest first; of a package of several, those that carry its name. */
export async function releasesOf(git: Git, packageName?: string): Promise<readonly Tag[]> {
  const format = "%(refname:short)%09%(creatordate:short)";
  const output = await git(
    "for-each-ref",
    "--merged=HEAD",
    "--sort=-version:refname", // of one second, as where a history was imported
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
  const own = all.filter(({ tag, version }) => {
    const named = tag.slice(0, tag.length - version.length).replace(/(?<=[@/-])v$|^rel(?:eases?)?\//g, "");
    return short !== undefined && [`${packageName}@`, `${short}@`, `${short}-`].includes(named);
  });
  const plain = all.filter(({ tag }) => /^v?\d/.test(tag));
  return own.length ? own : plain.length ? plain : all;
}

export interface Range {
  /** Tag of the release before; undefined from the beginning. */
  readonly from: string | undefined;
  readonly to: string;
  /** Only commits that touch this folder. */
  readonly folder?: string;
  /** The changelog, from the root. */
  readonly changelog: string;
  /** The changelog's text now, and which of its versions are not released yet. */
  readonly text: string;
  readonly isOpen: (version: string) => boolean;
}

export interface Release {
  readonly entries: readonly Entry[];
  /** Commits in the range, merges not counted. */
  readonly commits: number;
  /** ISO 8601, of the newest commit. */
  readonly date: string | undefined;
}

/** A changelog's names before its form was changed, too: `CHANGES.rst` of what is `CHANGES.md` now. */
const namesOf = (path: string): readonly string[] => {
  const bare = path.replace(/\.(?:md|rst|txt)$/i, "");
  return [...new Set([path, `${bare}.md`, `${bare}.rst`, `${bare}.txt`])];
};

/** What changed in a range of commits, for a changelog. */
export async function readRelease(git: Git, range: Range): Promise<Release> {
  const span = range.from === undefined ? range.to : `${range.from}..${range.to}`;
  const paths = range.folder === undefined ? [] : ["--", range.folder];
  const numbers = ["--no-ext-diff", "--no-textconv", "--numstat", `--format=${logFormat}`] as const;
  const [log, before, patches] = await Promise.all([
    git("log", ...numbers, span, ...paths),
    range.from === undefined ? undefined : git("log", ...numbers, "-n", "600", range.from, ...paths),
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
    released: released(range.text, range.isOpen),
    // the section that is being written is there when it is written again
    isFirst: sections(range.text).every(({ version }) => version === undefined || range.isOpen(version)),
    ...(before === undefined
      ? {}
      : { past: { commits: parseLog(before), path: range.changelog, changelog: range.text } }),
  });
  return {
    entries,
    commits: commits.filter((commit) => commit.parents.length < 2).length,
    date: commits[0]?.date,
  };
}
