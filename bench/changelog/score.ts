import {
  type Entry,
  followed,
  type Git,
  logFormat,
  parseLog,
  parseSubject,
  readRelease,
  sections,
  touches,
} from "../../src/document/index.ts";
import { releaseSubject, type TrueEntry, type TrueRelease } from "./truth.ts";

type Told = Pick<Entry, "group" | "text" | "prs" | "commits">;

export interface Score {
  readonly told: number;
  readonly right: number;
  readonly asked: number;
  readonly found: number;
  readonly grouped: number;
  readonly agreed: number;
}

const matches = (told: Told, truth: TrueEntry): boolean =>
  told.prs.some((pr) => truth.prs.includes(pr)) ||
  told.commits.some((sha) => truth.commits.some((other) => other.startsWith(sha) || sha.startsWith(other)));

type Say = (difference: string) => void;

function score(told: readonly Told[], truth: readonly TrueEntry[], say: Say): Score {
  const asked = truth.filter((entry) => entry.reachable !== false);
  const found = asked.filter((entry) => told.some((one) => matches(one, entry)));
  const grouped = found.filter((entry) => entry.group !== null);
  const agreed = grouped.filter((entry) =>
    told.some((one) => matches(one, entry) && one.group === entry.group),
  );
  const right = told.filter((one) => truth.some((entry) => matches(one, entry)));
  for (const one of told)
    if (!right.includes(one))
      say(`extra   ${one.group}: ${one.text} #${one.prs.join()} ${one.commits[0]?.slice(0, 8)}`);
  for (const entry of asked)
    if (!found.includes(entry)) say(`missed  ${entry.group}: ${entry.text} ${entry.commits[0]?.slice(0, 8)}`);
  for (const entry of grouped)
    if (!agreed.includes(entry))
      say(`grouped ${told.find((one) => matches(one, entry))?.group} for ${entry.group}: ${entry.text}`);
  return {
    told: told.length,
    right: right.length,
    asked: asked.length,
    found: found.length,
    grouped: grouped.length,
    agreed: agreed.length,
  };
}

async function everything(git: Git, range: readonly string[]): Promise<readonly Told[]> {
  const log = await git("log", "--numstat", `--format=${logFormat}`, ...range);
  return parseLog(log ?? "")
    .filter((commit) => commit.parents.length < 2)
    .map(({ sha, subject }) => {
      const { text, prs, group } = parseSubject(subject);
      return { commits: [sha], text, prs, group: group ?? "Changed" };
    });
}

/** Whether a tag's commit, or the branch it merges, only makes the release, so that it must be excluded. */
async function onlyReleases(git: Git, tag: string, changelog: string): Promise<boolean> {
  const range = `${tag}~1..${tag}`;
  if (!(await git("diff", "--name-only", `${tag}~1`, tag, "--", changelog))?.trim()) return false;
  const log = await git("log", "--no-merges", "--numstat", `--format=${logFormat}`, range);
  return parseLog(log ?? "").every(
    (commit) => releaseSubject.test(commit.subject) || touches(commit) !== "source",
  );
}

/** Returns the changelog's path at a commit, where it may have had another extension. */
async function nameAt(git: Git, ref: string, changelog: string): Promise<string> {
  const bare = changelog.replace(/\.\w+$/, "");
  for (const path of [changelog, `${bare}.rst`, `${bare}.md`])
    if (await git("ls-tree", ref, "--", path)) return path;
  return changelog;
}

const baseOf = (version: string): string => version.split("-")[0] ?? version;

/**
 * Returns whether a section belongs to the release, or to its candidate if the changelog doesn't keep candidates'
 * sections.
 */
function isOf(to: string, changelog: string): (version: string) => boolean {
  const versions = new Set(sections(changelog).flatMap(({ version }) => version ?? []));
  const keepsThem = [...versions].some((one) => baseOf(one) !== one && versions.has(baseOf(one)));
  return (version) => to.endsWith(version) || (!keepsThem && to.endsWith(baseOf(version)));
}

export interface Measured {
  readonly changelog: string;
  readonly releases: readonly TrueRelease[];
  /** Restricts the range to commits that touch this folder. */
  readonly within: string | undefined;
}

/** Scores our entries and the list of all commits against what the authors wrote. */
export async function measure(
  git: Git,
  { changelog: named, releases, within }: Measured,
  say: Say,
): Promise<{ readonly ours: readonly Score[]; readonly all: readonly Score[] }> {
  const [ours, all]: [Score[], Score[]] = [[], []];
  for (const { from_tag: from, to_tag: to, entries } of releases) {
    const changelog = await followed(git, to, await nameAt(git, to, named));
    const text = (await git("show", `${to}~1:${changelog}`)) ?? "";
    const range = {
      from,
      to: (await onlyReleases(git, to, changelog)) ? `${to}~1` : to,
      changelog,
      text,
      isOpen: isOf(to, text),
      ...(within ? { folder: within } : {}),
    };
    say(`${from}..${to}`);
    const { entries: told } = await readRelease(git, range);
    ours.push(score(told, entries, (difference) => say(`  ${difference}`)));
    const commits = await everything(git, [`${from}..${to}`, ...(within ? ["--", within] : [])]);
    all.push(score(commits, entries, () => {}));
  }
  return { ours, all };
}

const sum = (scores: readonly Score[], key: keyof Score): number =>
  scores.reduce((whole, one) => whole + one[key], 0);

export function line(name: string, scores: readonly Score[]): string {
  const precision = sum(scores, "right") / sum(scores, "told");
  const recall = sum(scores, "found") / sum(scores, "asked");
  const figures = {
    precision,
    recall,
    F1: (2 * precision * recall) / (precision + recall),
    groups: sum(scores, "agreed") / sum(scores, "grouped"),
  };
  const shown = Object.entries(figures).map(([key, value]) => `${key} ${value.toFixed(3)}`);
  return `  ${name.padEnd(12)} ${shown.join(", ")} (${sum(scores, "told")} told, ${sum(scores, "asked")} asked)`;
}
