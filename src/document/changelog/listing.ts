import { referencesIn } from "./hand.ts";
import { groupOf, headingAt } from "./heading.ts";
import { sections, withoutLinks } from "./sections.ts";
import { parseSubject, type Group } from "./subject.ts";

/** Position of a change in a changelog. */
export interface Place {
  readonly group: Group | undefined;
}

/** References in the released sections. */
export interface Listing {
  /** By number, at their newest place, since numbering may restart. */
  readonly prs: ReadonlyMap<number, Place>;
  /** By 7 hex digits. */
  readonly commits: ReadonlyMap<string, Place>;
  /** Lines, newest first. */
  readonly lines: readonly string[];
}

/** Headings of people lists instead of changes. */
const thanks = /\b(contributors?|credits?|committers?|thanks|thank you|acknowledge?ments?|sponsors?)\b/i;

const indentOf = (line: string): number => /^\s*(?=[-*]\s)/.exec(line)?.[0].length ?? -1;

/** Whether a bullet only introduces nested ones, such as a package name. */
const isOpener = (line: string, next = ""): boolean => indentOf(next) > indentOf(line);

/** Returns the group that a line states: `[BUGFIX] …`, `Fix: …`. */
function labelOf(bullet: string): Group | undefined {
  const { style, group } = parseSubject(bullet);
  return style === "plain" ? undefined : group;
}

export function listingOf(changelog: string): Listing {
  const prs = new Map<number, Place>();
  const commits = new Map<string, Place>();
  const bullets: string[] = [];
  const released = sections(changelog).filter(({ version }) => version !== undefined);
  for (const { text } of released) {
    let group: Group | undefined;
    let isThanks = false;
    const inner = withoutLinks(text).split("\n").slice(1);
    for (const [i, line] of inner.entries()) {
      const heading = headingAt(line, inner[i + 1]);
      if (heading !== undefined) [group, isThanks] = [groupOf(heading), thanks.test(heading)];
      if (isThanks) continue;
      const bullet = /^\s*[-*]\s+(.*)/.exec(line)?.[1];
      if (bullet !== undefined && !isOpener(line, inner[i + 1])) bullets.push(line);
      const place = { group: group ?? (bullet === undefined ? undefined : labelOf(bullet)) };
      for (const pr of referencesIn(line)) if (!prs.has(pr)) prs.set(pr, place);
      for (const [, sha = ""] of line.matchAll(/\b([0-9a-f]{7})[0-9a-f]{0,33}\b/g)) commits.set(sha, place);
    }
  }
  return { prs, commits, lines: bullets };
}
