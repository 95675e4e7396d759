import { groupOf, headingAt } from "./heading.ts";
import { type Section, sections, versionOf, withoutLinks } from "./sections.ts";
import type { Group } from "./subject.ts";

/** A changelog line that an author wrote in the same commit as the change. */
export interface HandLine {
  /** The commit that added the line, 40 hex digits. */
  readonly sha: string;
  /** Version of the heading above it; `undefined` if that is Unreleased or out of sight. */
  readonly version: string | undefined;
  readonly group: Group | undefined;
  readonly text: string;
  readonly prs: readonly number[];
  readonly breaking?: boolean;
  /** Written to a separate file, to be collected at a release. */
  readonly isFragment?: boolean;
}

/** The `git log -p -U80` format of the changelog that `parseHandLines` reads. */
export const handFormat = "%x1e%H%x1f";

const reference = /(?:#|\bGH-|\/pull\/|\/issues\/|[:{](?:issue|pr|pull|gh|bpo)[:}]`#?)(\d{1,6})\b/g;

interface Bullet {
  readonly version: string | undefined;
  readonly group: Group | undefined;
  readonly text: string;
}

const bulletIn = /^( {0,3})[-*]\s+(.+)/;

/** Returns the indent of the outermost bullets. */
function marginOf(lines: readonly string[]): number {
  let least = 3;
  for (const line of lines) {
    least = Math.min(least, bulletIn.exec(line.slice(1))?.[1]?.length ?? 3);
    if (least === 0) break;
  }
  return least;
}

/** Returns the bullets a patch adds, each under the last heading above it, with continuation lines. */
function addedBullets(patch: string): readonly Bullet[] {
  const found: Bullet[] = [];
  let version: string | undefined;
  let group: Group | undefined;
  let open = false;
  const patchLines = patch.split("\n").filter((line) => /^[ +]/.test(line));
  const margin = marginOf(patchLines);
  for (const [place, line] of patchLines.entries()) {
    const added = line.startsWith("+");
    const text = line.slice(1);
    const [, indent = "", bullet] = bulletIn.exec(text) ?? [];
    if (bullet !== undefined && indent.length === margin) {
      open = added;
      if (open) found.push({ version, group, text: bullet.trim() });
      continue;
    }
    const next = patchLines[place + 1]?.slice(1);
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

/** Returns the pull request and issue numbers in a line. */
export const referencesIn = (text: string): readonly number[] => [
  ...new Set([...text.matchAll(reference)].map((match) => Number(match[1]))),
];

/**
 * Parses added lines that still exist after the newest commit: lines removed later are dropped; a reworded
 * one (same pull request) keeps its first commit and takes the newest text.
 */
export function parseHandLines(output: string): readonly HandLine[] {
  const gone = new Set<string>();
  const linesByKey = new Map<string, HandLine>();
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
      const newer = linesByKey.get(key);
      linesByKey.set(key, newer && line.prs.length ? { ...newer, sha } : line);
    }
    const listedPrs = new Set(added.flatMap((line) => line.prs));
    for (const text of removed) if (!referencesIn(text).some((pr) => listedPrs.has(pr))) gone.add(text);
  }
  return [...linesByKey.values()];
}

/** Pull requests and commits (7 hex digits) named in a changelog's released sections. */
export interface Released {
  readonly versions: ReadonlySet<string>;
  readonly prs: ReadonlySet<number>;
  readonly commits: ReadonlySet<string>;
  /** The group of most of this project's lines, Changed or Fixed. */
  readonly usual: Group;
}

/** Counts the lines under each group's heading. */
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

/** Whether a section says that it is unreleased, whatever its version. */
export const isPending = (section: string): boolean => {
  const [heading = "", ...lines] = section.split("\n");
  return (
    /\b(?:unreleased|not (?:yet )?released|in (?:development|progress)|tb[ad])\b|\d[-.](?:dev|snapshot|wip)\d*\b|\((?:\.{2,}|…)\)|(?:[xy]{4}|\?{4})-/i.test(
      heading,
    ) || lines.slice(0, 4).some((line) => /^\W*unreleased\W*$/i.test(line))
  );
};

/** Returns the section for unreleased work: the one without a number, or the newest if it says so. */
export const openIn = (all: readonly Section[]): Section | undefined =>
  all.find(({ version }) => version === undefined) ?? all.slice(0, 1).find(({ text }) => isPending(text));

export interface Announced {
  readonly version: string;
  /** The first line. */
  readonly heading: string;
  /** It says that it isn't released yet. */
  readonly isPending: boolean;
}

/** Returns the newest section with a number. */
export function announced(changelog: string): Announced | undefined {
  const newest = sections(changelog).find(({ version }) => version !== undefined);
  if (newest?.version === undefined) return undefined;
  const { version, text } = newest;
  return { version, heading: text.split("\n", 1)[0] ?? "", isPending: isPending(text) };
}

/**
 * New work was listed in one of this many releases at most; in older ones its number may belong to a
 * repository this one was forked from.
 */
const recent = 40;

/** Returns what a changelog says about releases; `isOpen` tells which versions are still being written. */
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
