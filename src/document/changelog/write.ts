import type { Difference } from "../../inspect/index.ts";
import type { Change, Workspace } from "../../workspace/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Commit } from "./commit.ts";
import { composeChangelog, nothingToTell, type Update } from "./compose.ts";
import {
  beingMade,
  prefixOf,
  projectOf,
  refuseBackwards,
  versionAfter,
  type Past,
  type Project,
} from "./releasing.ts";
import {
  enough as enoughCommits,
  gitOf,
  readRelease,
  releasesOf,
  releaseInChangelog,
  writtenAt,
  type Git,
  type Release,
  type Tag,
} from "./releases.ts";
import { composeRst } from "./rst/index.ts";
import { sections, isNews } from "./sections.ts";
import { apiDifference, stepOfApi } from "./surface/index.ts";
import { stepWith, type Step } from "./version.ts";

export interface Made {
  readonly version: string | undefined;
  readonly release: Release;
  readonly text: string;
  /** How the exported API differs from the last release, or why that is unknown. */
  readonly api: Difference | { readonly why: string } | undefined;
  /** The version step that the changes require. */
  readonly step: Step | undefined;
}

/** A changelog as it would be written, and why. */
export interface ComposedChangelog {
  readonly made: Made;
  readonly change: Change;
  readonly changed: boolean;
  /** Nothing since the last release is worth an entry. */
  readonly empty: boolean;
  readonly other: string | undefined;
  readonly last: Tag | undefined;
  readonly shallow: boolean;
}

const names = [
  "CHANGELOG.md",
  "Changelog.md",
  "changelog.md",
  "CHANGES.md",
  "HISTORY.md",
  "History.md",
  "changes.md",
  "history.md",
  "docs/CHANGELOG.md",
  "docs/changelog.md",
  "NEWS.md",
  "RELEASES.md",
  "CHANGES.rst",
  "CHANGELOG.rst",
  "HISTORY.rst",
  "NEWS.rst",
  "docs/changelog.rst",
  "doc/changelog.rst",
] as const;

/** An existing changelog keeps its format. */
const composed = (path: string, before: string | null, update: Update): string =>
  before !== null && path.endsWith(".rst") ? composeRst(before, update) : composeChangelog(before, update);

/** Changelogs in other formats are maintained by hand: no second one is created. */
const others = [
  "src/changes/changes.xml",
  ...["CHANGES", "CHANGELOG", "HISTORY", "NEWS"].flatMap((name) =>
    [".txt", ".adoc", ""].map((extension) => `${name}${extension}`),
  ),
];

interface Place {
  readonly git: Git;
  readonly project: Project;
  readonly path: string;
  /** Where its history is: the same file, or the last release's changelog if there is none now. */
  readonly source: string;
  /** The existing changelog in another format. */
  readonly other: string | undefined;
  readonly folder: string | undefined;
  readonly today: string;
}

const compareLink = (home: string | undefined, from: string | undefined, to: string): string | undefined =>
  home === undefined
    ? undefined
    : from === undefined
      ? `${home}/commits/${to}`
      : `${home}/compare/${from}...${to}`;

/** Writes the section for changes since the last release. */
async function next(
  text: string | null,
  { tags, others }: Past,
  place: Place,
  unreleased: boolean,
): Promise<Made> {
  const [last] = tags;
  const { git, project, path, source, folder } = place;
  const newest = beingMade(text ?? "", { tags, others });
  // a dated section is already described, even if it has no tag yet
  const announced = unreleased && !newest?.isPending ? undefined : newest;
  const message = newest && !announced ? await writtenAt(git, path, newest.heading) : undefined;
  const from = message ?? last?.tag;
  const release = await readRelease(git, {
    from,
    to: "HEAD",
    changelog: source,
    text: text ?? "",
    isOpen: (version: string) => version === announced?.version,
    ...(folder === undefined ? {} : { folder }),
  });
  const api = last && !unreleased ? await apiDifference(git, last.tag, "HEAD") : undefined;
  const step = stepWith(release.entries, api && "added" in api ? stepOfApi(api) : undefined);
  const after = announced
    ? { version: announced.version, isStated: true }
    : versionAfter(tags, { ...project, today: place.today }, step);
  const version = unreleased ? undefined : after.version;
  if (version !== undefined) refuseBackwards(version, tags);
  const link = compareLink(project.home, from, version === undefined ? "HEAD" : prefixOf(last) + version);
  return {
    version,
    release,
    api,
    step: last && version !== undefined && !after.isStated ? step : undefined,
    text: composed(path, text, { heading: { version, date: place.today }, entries: release.entries, link }),
  };
}

const isThere = (text: string | null, version: string): boolean =>
  sections(text ?? "").some((section) => section.version === version);

/** Adds sections for released versions that the changelog lacks, each above those of earlier releases. */
async function history(text: string | null, tags: readonly Tag[], place: Place): Promise<string | null> {
  const { git, project, path, source, folder } = place;
  let whole = text;
  let earlier: readonly Commit[] | undefined = [];
  for (const [i, tag] of [...tags.entries()].toReversed()) {
    if (isThere(whole, tag.version)) {
      earlier = undefined;
      continue;
    }
    const range = {
      from: tags[i + 1]?.tag,
      to: tag.tag,
      changelog: source,
      text: "",
      isOpen: () => true,
      ...(folder === undefined ? {} : { folder }),
      ...(earlier && { earlier }),
    };
    const release = await readRelease(git, range);
    earlier = earlier && [...release.log, ...earlier].slice(0, enoughCommits);
    whole = composed(path, whole, {
      heading: { version: tag.version, date: tag.date },
      entries: release.entries,
      link: compareLink(project.home, range.from, tag.tag),
      before: tags.slice(i + 1).map(({ version }) => version),
    });
  }
  return whole;
}

async function placeOf(workspace: Workspace, now: number): Promise<Place> {
  const git = gitOf(workspace);
  const inside = await git("rev-parse", "--show-prefix");
  if (inside === undefined)
    throw new UserError(
      "no_repository",
      "A changelog is read from a git repository, and there is none here.",
      "Run it inside a repository, or git init and commit first.",
    );
  if ((await git("rev-parse", "--verify", "HEAD")) === undefined)
    throw new UserError("no_commits", "This repository has no commits yet.", "Commit first.");
  const { files } = workspace;
  const first = async (paths: readonly string[]): Promise<string | undefined> => {
    for (const path of paths) if ((await files.tryRead(path).catch(() => null)) !== null) return path;
    return undefined;
  };
  const named = await first(names);
  const path = named === undefined ? undefined : await files.resolve(named); // resolves symbolic links
  const known = path === undefined ? await git("ls-tree", "--name-only", "HEAD", "--", ...names) : undefined;
  const source = path ?? (known?.split("\n")[0] || "CHANGELOG.md");
  return {
    git,
    project: await projectOf(files, git),
    path: path ?? (source.endsWith(".md") ? source : "CHANGELOG.md"),
    source,
    other: path === undefined ? await first(others) : undefined,
    folder: inside.trim() === "" ? undefined : ".",
    today: new Date(now).toISOString().slice(0, 10),
  };
}

/**
 * In a shallow clone the oldest commits appear to write every file and changelog line, so nothing can be inferred
 * from them.
 */
async function reaches(git: Git, last: Tag | undefined): Promise<void> {
  const range = last === undefined ? "HEAD" : `${last.tag}..HEAD`;
  if (((await git("log", "--max-parents=0", "--format=%H", range)) ?? "").trim() === "") return;
  throw new UserError(
    "shallow_clone",
    `The clone is shallow: its commits don't reach back to ${last === undefined ? "the beginning" : last.tag}.`,
    "Fetch the rest with git fetch --unshallow --tags, then run it again.",
  );
}

/** The releases so far: from tags, or without tags, up to the newest one in the changelog. */
async function pastOf({ git, project, path }: Place, before: string): Promise<Past> {
  const tags = await releasesOf(git, project.name);
  if (tags.length) return { tags, others: await releasesOf(git, project.name, "beside") };
  const tag = await releaseInChangelog(git, path, before);
  return { tags: tag ? [tag] : [], others: [] };
}

/** Whether a changelog's first lines say that it is no longer maintained, and releases are described elsewhere. */
const isGivenUp = (text: string): boolean =>
  /\b(?:no longer|not) (?:being )?(?:updated|maintained|kept)\b/i.test(
    text.slice(0, Math.min(800, text.search(/^#{0,3} ?\[?v?\d+\.\d+/m) >>> 0)),
  );

export interface ChangelogOptions {
  readonly unreleased: boolean;
  /** Adds sections of all earlier releases that the changelog lacks. */
  readonly comprehensive: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Composes the changelog with a section for what isn't released; writes nothing.
 * @throws UserError without a repository or commits, or if a shallow clone holds too few
 */
export async function changelogOf(
  workspace: Workspace,
  { unreleased, comprehensive, now }: ChangelogOptions,
): Promise<ComposedChangelog> {
  const place = await placeOf(workspace, now);
  const { files } = workspace;
  const before = await files.tryRead(place.path);
  const past = await pastOf(place, before ?? "");
  const [last] = past.tags;
  const shallow = (await place.git("rev-parse", "--is-shallow-repository"))?.trim() === "true";
  if (shallow) await reaches(place.git, comprehensive ? undefined : last);
  const text = comprehensive ? await history(before, past.tags, place) : before;
  const coming = await next(text, past, place, unreleased);
  // a heading without content isn't kept
  const pending = sections(before ?? "").filter(({ version }) => version === undefined);
  const hasNews = text !== before; // whether releases are new
  const silent =
    pending.length > 0
      ? !pending.some(isNews)
      : hasNews
        ? !isThere(text, coming.version ?? "")
        : coming.text.includes(nothingToTell);
  const quiet = coming.release.entries.length === 0 && silent;
  const release = quiet && hasNews ? { ...coming, version: last?.version, text: text ?? "" } : coming;
  const change: Change = { path: place.path, before, after: release.text };
  const empty = quiet && !hasNews;
  const other = place.other ?? (before !== null && isGivenUp(before) ? place.path : undefined);
  const changed = release.text !== before && !empty && other === undefined;
  return { made: release, change, changed, empty, other, last, shallow };
}
