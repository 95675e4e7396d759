import { groupOf, headingAt } from "./heading.ts";
import { type Section, sections, versionOf, withoutLinks } from "./sections.ts";
import type { Group } from "./subject.ts";

/** A line that somebody wrote into the changelog in the same commit as the change. */
export interface HandLine {
  /** 40 hex digits: the commit that added the line. */
  readonly sha: string;
  /** Of the heading above it; `undefined` where that is Unreleased or out of sight. */
  readonly version: string | undefined;
  readonly group: Group | undefined;
  readonly text: string;
  readonly prs: readonly number[];
  readonly breaking?: boolean;
  /** Written into a file of its own, to be collected when a release is made. */
  readonly isFragment?: boolean;
}

/** What `parseHandLines` reads: `git log -p -U80` of the changelog alone, in this format. */
export const handFormat = "%x1e%H%x1f";

const reference = /(?:#|\bGH-|\/pull\/|\/issues\/|[:{](?:issue|pr|pull|gh|bpo)[:}]`#?)(\d{1,6})\b/g;

interface Bullet {
  readonly version: string | undefined;
  readonly group: Group | undefined;
  readonly text: string;
}

const bulletIn = /^( {0,3})[-*]\s+(.+)/;

/** How far the outermost bullets are indented. */
function marginOf(lines: readonly string[]): number {
  let least = 3;
  for (const line of lines) {
    least = Math.min(least, bulletIn.exec(line.slice(1))?.[1]?.length ?? 3);
    if (least === 0) break;
  }
  return least;
}

/** Bullets that a patch adds, each under the last heading above it; continuation lines belong to their bullet. */
function addedBullets(patch: string): readonly Bullet[] {
  const found: Bullet[] = [];
  let version: string | undefined;
  let group: Group | undefined;
  let open = false;
  const shown = patch.split("\n").filter((line) => /^[ +]/.test(line));
  const margin = marginOf(shown);
  for (const [place, line] of shown.entries()) {
    const added = line.startsWith("+");
    const text = line.slice(1);
    const [, indent = "", bullet] = bulletIn.exec(text) ?? [];
    if (bullet !== undefined && indent.length === margin) {
      open = added;
      if (open) found.push({ version, group, text: bullet.trim() });
      continue;
    }
    const next = shown[place + 1]?.slice(1);
    const release = versionOf(`${text}\n${next ?? ""}`);
    const heading = release === undefined ? headingAt(text, next) : undefined;
    if (release !== undefined) [version, group, open] = [release ?? undefined, undefined, false];
    else if (heading !== undefined) [group, open] = [groupOf(heading), false];
    else if (open && added && /^\s+\S/.test(text)) {
      const last = found.pop();
      if (last) found.push({ ...last, text: `${last.text} ${text.trim()}` });
    } else open = false;
  }
  return found;
}

const removedBullets = (patch: string): readonly string[] =>
  [...patch.matchAll(/^-\s*[-*]\s+(.+)$/gm)].map((match) => (match[1] ?? "").trim());

/** Numbers of pull requests and issues that a line names. */
export const referencesIn = (text: string): readonly number[] => [
  ...new Set([...text.matchAll(reference)].map((match) => Number(match[1]))),
];

/**
 * Lines that are still there after the newest commit of the log: what a later commit takes out is not said, and what
 * it rewords (a line of the same pull request) keeps the commit that first wrote it and takes the newest text.
 */
export function parseHandLines(output: string): readonly HandLine[] {
  const gone = new Set<string>();
  const kept = new Map<string, HandLine>();
  for (const record of output.split("\u001e").slice(1)) {
    const [sha = "", patch = ""] = record.split("\u001f");
    const added = addedBullets(patch).map((line) => ({ ...line, sha, prs: referencesIn(line.text) }));
    const removed = new Set(removedBullets(patch));
    const twins = new Map<string, number>();
    for (const line of added) {
      const named = line.prs.join();
      const nth = twins.get(named) ?? 0;
      twins.set(named, nth + 1);
      if (gone.has(line.text) || removed.has(line.text)) continue;
      const key = line.prs.length ? `${named} ${nth}` : line.text;
      const newer = kept.get(key);
      kept.set(key, newer && line.prs.length ? { ...newer, sha } : line);
    }
    const told = new Set(added.flatMap((line) => line.prs));
    for (const text of removed) if (!referencesIn(text).some((pr) => told.has(pr))) gone.add(text);
  }
  return [...kept.values()];
}

/** Pull requests and commits (7 hex digits) that released sections of a changelog name. */
export interface Released {
  readonly versions: ReadonlySet<string>;
  readonly prs: ReadonlySet<number>;
  readonly commits: ReadonlySet<string>;
  /** The group that most of this project's lines stand in, of Changed and Fixed. */
  readonly usual: Group;
}

/** Lines under each heading of a group. */
function linesByGroup(text: string): Readonly<Record<string, number>> {
  const count: Record<string, number> = {};
  let group: Group | undefined;
  const lines = text.split("\n");
  for (const [place, line] of lines.entries()) {
    const heading = headingAt(line, lines[place + 1]);
    if (heading !== undefined) group = groupOf(heading);
    else if (group !== undefined && /^ {0,3}[-*]\s/.test(line)) count[group] = (count[group] ?? 0) + 1;
  }
  return count;
}

/** Says of itself that it isn't released, under whichever version. */
export const isPending = (section: string): boolean => {
  const [heading = "", ...lines] = section.split("\n");
  return (
    /\b(?:unreleased|not (?:yet )?released|in (?:development|progress)|tb[ad])\b|\d[-.](?:dev|snapshot|wip)\d*\b|\((?:\.{2,}|…)\)|(?:[xy]{4}|\?{4})-/i.test(
      heading,
    ) || lines.slice(0, 4).some((line) => /^\W*unreleased\W*$/i.test(line))
  );
};

/** The section where work that isn't released is gathered: the one without a number, or the newest if it says so. */
export const openIn = (all: readonly Section[]): Section | undefined =>
  all.find(({ version }) => version === undefined) ?? all.slice(0, 1).find(({ text }) => isPending(text));

export interface Announced {
  readonly version: string;
  /** Its first line. */
  readonly heading: string;
  /** It says of itself that it isn't released yet. */
  readonly isPending: boolean;
}

/** The newest section that has a number. */
export function announced(changelog: string): Announced | undefined {
  const newest = sections(changelog).find(({ version }) => version !== undefined);
  if (newest?.version === undefined) return undefined;
  const { version, text } = newest;
  return { version, heading: text.split("\n", 1)[0] ?? "", isPending: isPending(text) };
}

/** What is new was told with one of so many releases at most; before them, its number may be another repository's that this one came from. */
const recent = 40;

/** Everything that a changelog already says of releases; `isOpen` tells versions whose section is being made. */
export function released(changelog: string, isOpen: (version: string) => boolean = () => false): Released {
  const past = sections(changelog).filter(
    (section) => section.version !== undefined && !isOpen(section.version) && !isPending(section.text),
  );
  const textOf = (some: readonly Section[]): string => withoutLinks(some.map(({ text }) => text).join("\n"));
  const text = textOf(past);
  const lines = linesByGroup(
    past
      .slice(0, 20)
      .map((section) => section.text)
      .join("\n"),
  );
  return {
    usual: (lines["Fixed"] ?? 0) > (lines["Changed"] ?? 0) ? "Fixed" : "Changed",
    versions: new Set(past.flatMap(({ version }) => version ?? [])),
    prs: new Set([...textOf(past.slice(0, recent)).matchAll(reference)].map((match) => Number(match[1]))),
    commits: new Set([...text.matchAll(/\b([0-9a-f]{7})[0-9a-f]{0,33}\b/g)].map((match) => match[1] ?? "")),
  };
}
