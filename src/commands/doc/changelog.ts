import {
  announced,
  apiDifference,
  composeChangelog,
  composeRst,
  type Difference,
  gitOf,
  nothingToTell,
  readRelease,
  releasesOf,
  sections,
  stepOfApi,
  stepWith,
  tells,
  type Step,
  type Git,
  type Release,
  type Tag,
  type Update,
} from "../../document/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Block, Report } from "../../report/index.ts";
import type { Session } from "../../session/index.ts";
import type { Change, Written } from "../../workspace/index.ts";
import type { DocFlags, DocTarget } from "./contract.ts";
import { isNewer, isReleased, projectOf, versionAfter, type Project } from "./releasing.ts";

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
  "CHANGES.rst",
  "CHANGELOG.rst",
  "HISTORY.rst",
  "NEWS.rst",
  "docs/changelog.rst",
  "doc/changelog.rst",
] as const;

/** A changelog that is there keeps its own form. */
const composed = (path: string, before: string | null, update: Update): string =>
  before !== null && path.endsWith(".rst") ? composeRst(before, update) : composeChangelog(before, update);

/** A changelog in another form is its authors' own: no second one is made beside it. */
const others = [
  "src/changes/changes.xml",
  ...["CHANGES", "CHANGELOG", "HISTORY", "NEWS"].flatMap((name) =>
    [".txt", ".adoc", ""].map((extension) => `${name}${extension}`),
  ),
];

interface Made {
  readonly version: string | undefined;
  readonly release: Release;
  readonly text: string;
  /** How the exported API differs from the last release's, or why that isn't known. */
  readonly api: Difference | { readonly why: string } | undefined;
  /** What the version had to follow from. */
  readonly step: Step | undefined;
}

interface Place {
  readonly git: Git;
  readonly project: Project;
  readonly path: string;
  /** The changelog that is there, in another form. */
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

/** The section of what came since the last release. */
async function next(
  text: string | null,
  tags: readonly Tag[],
  place: Place,
  unreleased: boolean,
): Promise<Made> {
  const [last] = tags;
  const { git, project, path, folder } = place;
  const range = {
    from: last?.tag,
    to: "HEAD",
    changelog: path,
    text: text ?? "",
    isOpen: (version: string) =>
      last === undefined || (isNewer(version, last.version) && !isReleased(version, tags)),
    ...(folder === undefined ? {} : { folder }),
  };
  const release = await readRelease(git, range);
  const api = last && !unreleased ? await apiDifference(git, last.tag, "HEAD") : undefined;
  const step = stepWith(release.entries, api && "added" in api ? stepOfApi(api) : undefined);
  const newest = announced(text ?? "");
  // a section that was given its date by the last run is still the one that is being made
  const isMade = newest?.isPending || path.endsWith(".rst");
  const after =
    newest && isMade && last && isNewer(newest.version, last.version)
      ? { version: newest.version, given: true }
      : versionAfter(tags, { ...project, today: place.today }, step);
  const version = unreleased ? undefined : after.version;
  const prefix =
    last && !last.tag.startsWith(last.version)
      ? last.tag.slice(0, last.tag.length - last.version.length)
      : last
        ? ""
        : "v";
  const link = compareLink(project.home, last?.tag, version === undefined ? "HEAD" : prefix + version);
  return {
    version,
    release,
    api,
    step: last && version !== undefined && !after.given ? step : undefined,
    text: composed(path, text, { heading: { version, date: place.today }, entries: release.entries, link }),
  };
}

const isThere = (text: string | null, version: string): boolean =>
  sections(text ?? "").some((section) => section.version === version);

/** Sections of released versions that the changelog does not have yet, oldest first so that the newest ends on top. */
async function history(text: string | null, tags: readonly Tag[], place: Place): Promise<string | null> {
  const { git, project, path, folder } = place;
  let whole = text;
  for (const [i, tag] of [...tags.entries()].toReversed()) {
    if (whole?.includes(`[${tag.version}]`) || (path.endsWith(".rst") && isThere(whole, tag.version)))
      continue;
    const range = {
      from: tags[i + 1]?.tag,
      to: tag.tag,
      changelog: path,
      text: "",
      isOpen: () => true,
      ...(folder === undefined ? {} : { folder }),
    };
    const release = await readRelease(git, range);
    whole = composed(path, whole, {
      heading: { version: tag.version, date: tag.date },
      entries: release.entries,
      link: compareLink(project.home, range.from, tag.tag),
    });
  }
  return whole;
}

async function placeOf(session: Session): Promise<Place> {
  const git = gitOf(session.workspace);
  const inside = await git("rev-parse", "--show-prefix");
  if (inside === undefined)
    throw new UserError(
      "no_repository",
      "There is no git repository here, and a changelog is read from one.",
      "Run it inside a repository, or git init and commit first.",
    );
  if ((await git("rev-parse", "--verify", "HEAD")) === undefined)
    throw new UserError("no_commits", "This repository has no commits yet.", "Commit first.");
  const { files } = session.workspace;
  const first = async (paths: readonly string[]): Promise<string | undefined> => {
    for (const path of paths) if ((await files.tryRead(path).catch(() => null)) !== null) return path;
    return undefined;
  };
  const named = await first(names);
  const path = named === undefined ? undefined : await files.resolve(named); // a link means the file behind it
  return {
    git,
    project: await projectOf(files, git),
    path: path ?? "CHANGELOG.md",
    other: path === undefined ? await first(others) : undefined,
    folder: inside.trim() === "" ? undefined : ".",
    today: new Date(session.clock.now()).toISOString().slice(0, 10),
  };
}

/** The oldest commits of a shallow clone seem to write every file, and every line of a changelog: nothing can be told from them. */
async function reaches(git: Git, last: Tag | undefined): Promise<void> {
  const range = last === undefined ? "HEAD" : `${last.tag}..HEAD`;
  if (((await git("log", "--max-parents=0", "--format=%H", range)) ?? "").trim() === "") return;
  throw new UserError(
    "shallow_clone",
    `The clone is shallow: its commits don't reach back to ${last === undefined ? "the beginning" : last.tag}.`,
    "Fetch the rest with git fetch --unshallow --tags, then run it again.",
  );
}

async function run(flags: DocFlags, { session }: Parameters<DocTarget["run"]>[1]): Promise<Report> {
  session.progress("Reading the history");
  const place = await placeOf(session);
  const { files } = session.workspace;
  const before = await files.tryRead(place.path);
  const tags = await releasesOf(place.git, place.project.name);
  const shallow = (await place.git("rev-parse", "--is-shallow-repository"))?.trim() === "true";
  if (shallow) await reaches(place.git, flags.comprehensive ? undefined : tags[0]);
  const past = flags.comprehensive ? await history(before, tags, place) : before;
  const made = await next(past, tags, place, flags.unreleased);
  const change: Change = { path: place.path, before, after: made.text };
  // a heading with nothing below tells nobody anything
  const pending = sections(before ?? "").filter(({ version }) => version === undefined);
  const silent = made.text.includes(nothingToTell) || (pending.length > 0 && !pending.some(tells));
  const empty = made.release.entries.length === 0 && silent && !flags.comprehensive;
  const other = place.other ?? (before !== null && isGivenUp(before) ? place.path : undefined);
  const changed = made.text !== before && !empty && other === undefined;
  const written = changed && !flags.check ? await files.write([change]) : undefined;
  return report({ made, change, changed, empty, other, written, last: tags[0], shallow, check: flags.check });
}

interface Outcome {
  readonly made: Made;
  readonly change: Change;
  readonly changed: boolean;
  /** Nothing since the last release is worth a line. */
  readonly empty: boolean;
  readonly other: string | undefined;
  readonly written: Written | undefined;
  readonly last: Tag | undefined;
  readonly shallow: boolean;
  readonly check: boolean;
}

const percent = (part: number, all: number): string =>
  all === 0 ? "none to list" : `${part} of ${all} (${Math.round((100 * part) / all)} %)`;

/** The exported API's difference, in counts and the first names. */
function apiFacts(api: Made["api"]): Readonly<Record<string, string>> {
  if (!api) return {};
  if ("why" in api) return { "exported API": `not compared: ${api.why}` };
  const named = (names: readonly string[]): string =>
    names.length === 0
      ? "none"
      : `${names.length}: ${names.slice(0, 6).join(", ")}${names.length > 6 ? " and others" : ""}`;
  return {
    "exports removed": named(api.removed),
    "exports whose calls changed": named(api.changed),
    "exports added": named(api.added),
  };
}

/** Whether a changelog's first lines say that nobody keeps it: releases are told of elsewhere. */
const isGivenUp = (text: string): boolean =>
  /\b(?:no longer|not) (?:being )?(?:updated|maintained|kept)\b/i.test(
    text.slice(0, Math.min(800, text.search(/^#{0,3} ?\[?v?\d+\.\d+/m) >>> 0)),
  );

/** What happened to the file, and the text to take over where nothing is written. */
function filesOf({ change, changed, empty, other, check, made, written }: Outcome): readonly Block[] {
  if (other !== undefined && !empty)
    return [
      {
        kind: "text",
        text:
          other === change.path
            ? `Nothing written: ${other} says that it isn't kept any more. What it lacks:`
            : `Nothing written: ${other} is this project's changelog, and only Markdown and reStructuredText are written. What it lacks:`,
      },
      { kind: "code", language: "markdown", code: sectionOf(made.text) },
    ];
  if (!changed) {
    const nothing = "Nothing to write: no commit since the last release changes what a user could notice.";
    return [{ kind: "text", text: empty ? nothing : `${change.path} says everything already.` }];
  }
  if (check) return [{ kind: "diff", change }];
  return [
    { kind: "list", items: [change.path] },
    { kind: "check", claim: `${change.path} written`, evidence: written, passed: true },
  ];
}

/** The first release of a changelog. */
const sectionOf = (text: string): string => {
  const [, section = ""] = text.split(/^(?=## )/m);
  return section.trim();
};

/** What is left to do, in the order in which it is done. */
const stepsOf = ({ made, change, empty, last, other, shallow }: Outcome): readonly string[] => [
  ...(shallow ? ["The clone is shallow: git fetch --unshallow --tags, then run it again"] : []),
  ...(last ? [] : ["No tag names a release yet: everything since the first commit is listed"]),
  ...(empty
    ? []
    : other === undefined
      ? [`Read the entries in ${change.path}: your edits stay when it runs again`]
      : [`Take the entries over into ${other}`]),
  ...(empty || made.version === undefined
    ? []
    : [`Tag the release: git tag ${last?.tag.startsWith("v") === false ? "" : "v"}${made.version}`]),
];

function report(outcome: Outcome): Report {
  const { made, changed, empty, last, check } = outcome;
  const { release, version } = made;
  const groups = new Map<string, number>();
  for (const { group } of release.entries) groups.set(group, (groups.get(group) ?? 0) + 1);
  const told = new Set(release.entries.flatMap((entry) => entry.commits)).size;
  const steps = stepsOf(outcome);
  return {
    title: empty
      ? `Changelog since ${last?.tag ?? "the beginning"}`
      : version === undefined
        ? "Changelog of what is unreleased"
        : `Changelog of ${version}`,
    outcome: check && changed ? "failed" : "done",
    sections: [
      { key: "files", title: "Files modified", blocks: filesOf(outcome) },
      {
        key: "added",
        title: "Documentation added",
        blocks: groups.size
          ? [
              {
                kind: "table",
                columns: ["Group", "Entries"],
                rows: [...groups].map(([group, count]) => [group, count]),
              },
              { kind: "list", items: release.entries.map((entry) => `${entry.group}: ${entry.text}`) },
            ]
          : [{ kind: "text", text: "None." }],
      },
      {
        key: "coverage",
        title: "Coverage",
        blocks: [
          {
            kind: "facts",
            facts: {
              "commits listed": percent(told, release.commits),
              since: last?.tag ?? "the beginning",
              ...(made.step && { step: made.step }),
              ...apiFacts(made.api),
            },
          },
        ],
      },
      {
        key: "quality",
        title: "Quality checks",
        blocks: [
          {
            kind: "list",
            items: [
              "Examples tested: a changelog has none",
              "Links verified: not opened; comparisons name tags of this repository",
            ],
          },
        ],
      },
      {
        key: "next_steps",
        title: "Next steps",
        blocks: [steps.length ? { kind: "list", items: steps } : { kind: "text", text: "None." }],
      },
    ],
  };
}

const changelog: DocTarget = { formats: ["md"], run };
export default changelog;
