import { type Form, formOf, plainForm } from "./form.ts";
import { openIn } from "./hand.ts";
import { groupOf, isUnderline } from "./heading.ts";
import { renderLine, type Heading } from "./render.ts";
import { isLinkDefinition, sections, versionOf, withoutLinks } from "./sections.ts";
import type { Entry } from "./entry.ts";
import { groups, type Group } from "./subject.ts";

export const nothingToTell = "No change that a user could notice.";

/** Existing lines of a section by group; `other` are those under no group's heading. */
interface Standing {
  readonly lines: ReadonlyMap<Group, readonly string[]>;
  readonly other: readonly string[];
  /** The authors' title of each group. */
  readonly titles: ReadonlyMap<Group, string>;
}

/** Returns the lines of a section's heading: one, or two with an underline. */
function headingOf(text: string): readonly string[] {
  const lines = text.split("\n", 2);
  return isUnderline(lines[1]) ? lines : lines.slice(0, 1);
}

/** Returns the lines below the heading. */
const below = (text: string): readonly string[] => text.split("\n").slice(headingOf(text).length);

function standing(text: string): Standing {
  const lines = new Map<Group, string[]>();
  const other: string[] = [];
  const titles = new Map<Group, string>();
  let group: Group | undefined;
  const all = below(text);
  for (const [place, line] of all.entries()) {
    const heading = /^#{2,5}\s+(.*)/.exec(line)?.[1];
    if (heading !== undefined) group = groupOf(heading);
    if (heading !== undefined && group !== undefined) {
      if (!titles.has(group)) titles.set(group, all[place + 1]?.trim() ? line : `${line}\n`);
      continue;
    }
    if (group === undefined) other.push(line);
    else if (line.trim() !== "") lines.set(group, [...(lines.get(group) ?? []), line]);
  }
  return { lines, other, titles };
}

/** Whether an existing line already covers an entry: by its pull request, its commit or its words. */
export const speaksOf = (text: string, entry: Entry): boolean =>
  entry.prs.some((pr) => new RegExp(`(?:#|/pull/|/issues/)${pr}\\b`).test(text)) ||
  entry.commits.some((sha) => text.includes(sha.slice(0, 7))) ||
  text.includes(entry.text.trim()) ||
  (entry.written === true && isEdited(text, entry.text));

/** Whether an author's line is now there in other words: both begin the same. */
function isEdited(text: string, line: string): boolean {
  const plain = (words: string): string => words.toLowerCase().replaceAll(/\s+/g, " ").trim();
  const opening = plain(line).slice(0, 60);
  return opening.length === 60 && plain(text).includes(opening);
}

/** Returns the heading level of a changelog's releases. */
function depthOf(text: string): number {
  for (const [line = "", next = ""] of sections(text).map((section) => section.text.split("\n", 2))) {
    const marks = /^#{1,3}(?= )/.exec(line)?.[0].length;
    if (marks !== undefined || isUnderline(next)) return marks ?? (next.startsWith("=") ? 1 : 2);
  }
  return 2;
}

/** Returns a group's entries that a section doesn't cover yet. */
const freshOf = (entries: readonly Entry[], group: Group, before: string): readonly string[] =>
  entries.filter((entry) => entry.group === group && !speaksOf(before, entry)).map(renderLine);

/** The format of a release: its heading level, and the form learned from earlier releases. */
interface Shape {
  readonly depth: number;
  readonly form: Form;
}

/** Appends new items, each with its label, to a section without groups; undefined if items are grouped. */
function flat(
  keptText: string,
  entries: readonly Entry[],
  { before, item }: { readonly before: string; readonly item: Form["item"] },
): string | undefined {
  if (item === undefined || standing(before).lines.size > 0) return undefined;
  const fresh = groups.flatMap((group) =>
    freshOf(entries, group, before).map((line) => item(group) + line.slice(2)),
  );
  return [keptText, ...fresh].filter(Boolean).join("\n");
}

function body(entries: readonly Entry[], before: string, { depth, form: { item } }: Shape): string {
  const { lines, other, titles } = standing(before);
  const keptText = other.join("\n").trim();
  const whole = flat(keptText, entries, { before, item });
  if (whole !== undefined) return whole || nothingToTell;
  const parts = groups.flatMap((group) => {
    const items = lines.get(group) ?? [];
    const fresh = freshOf(entries, group, before);
    return items.length + fresh.length
      ? [`${titles.get(group) ?? `${"#".repeat(depth + 1)} ${group}\n`}\n${[...items, ...fresh].join("\n")}`]
      : [];
  });
  const all = [...(keptText ? [keptText] : []), ...parts];
  return all.length ? all.join("\n\n") : nothingToTell;
}

const titleOf = (heading: Heading, { depth, form }: Shape): string => {
  const { version, date } = heading;
  const usual = version === undefined ? "[Unreleased]" : `[${version}] - ${date}`;
  return form.title(heading) ?? `${"#".repeat(depth)} ${usual}`;
};
const under = (line: string, { gap }: Form, text: string): string => `${line}\n${gap}${text}\n`;

/** Renders a section as Markdown; text in `before` (a section of the same or no version) is kept word for word. */
export const composeSection = (
  entries: readonly Entry[],
  heading: Heading,
  { before = "", depth = 2, form = plainForm }: Partial<Shape> & { readonly before?: string } = {},
): string => under(titleOf(heading, { depth, form }), form, body(entries, before, { depth, form }));

/** Completes a section that the authors began: every line keeps its place, new items go to the end of their group. */
function completed(entries: readonly Entry[], before: string, { depth, form: { item } }: Shape): string {
  const lines = below(before).filter((line) => line !== nothingToTell);
  const whole = flat(lines.join("\n").trim(), entries, { before, item });
  if (whole !== undefined) return whole;
  const groupAt = (line: string): Group | undefined => {
    const heading = /^#{2,5}\s+(.*)/.exec(line)?.[1];
    return heading === undefined ? undefined : groupOf(heading);
  };
  for (const group of groups) {
    const fresh = freshOf(entries, group, before);
    if (fresh.length === 0) continue;
    const from = lines.findIndex((line) => groupAt(line) === group);
    const isLater = (line: string): boolean => {
      const other = groupAt(line);
      return other !== undefined && groups.indexOf(other) > groups.indexOf(group);
    };
    const after = lines.findIndex(
      (line, place) => place > from && (from < 0 ? isLater(line) : line.startsWith("#")),
    );
    const end = after < 0 ? lines.length : after;
    const last = lines.slice(0, end).findLastIndex((line) => line.trim() !== "");
    const mark =
      from < 0 ? "-" : (lines.slice(from, end).findLast((line) => /^[-*+] /.test(line))?.[0] ?? "-");
    const newLines = fresh.map((line) => mark + line.slice(1));
    if (from < 0)
      lines.splice(
        last + 1,
        0,
        "",
        `${"#".repeat(depth + 1)} ${group}`,
        "",
        ...newLines,
        ...(lines[last + 1]?.trim() ? [""] : []),
      );
    else lines.splice(last + 1, 0, ...(last === from ? [""] : []), ...newLines);
  }
  return lines.join("\n").trim();
}

const preamble = `# Changelog

All notable changes to this project are documented in this file. The format is based on
[Keep a Changelog](https://keepachangelog.com/en/1.1.0/), and versions follow [Semantic Versioning](https://semver.org/).
`;

export interface Update {
  readonly heading: Heading;
  readonly entries: readonly Entry[];
  /** The heading's link target, if the project's home is known. */
  readonly link: string | undefined;
  /** For a release that isn't the newest: the versions before it, newest first, without unreleased work. */
  readonly before?: readonly string[];
}

/**
 * Updates a changelog for a release: creates its section or completes an existing one, and moves the
 * Unreleased text into it. Everything else keeps its bytes.
 */
export function composeChangelog(
  before: string | null,
  { heading, entries, link, before: older }: Update,
): string {
  const text = before ?? preamble;
  const all = sections(text);
  const unreleased = older ? undefined : all.find((section) => section.version === undefined);
  const ownSection =
    heading.version === undefined ? openIn(all) : all.find((section) => section.version === heading.version);
  const old = [ownSection, heading.version === undefined ? undefined : unreleased].flatMap((section) =>
    section ? [section.text] : [],
  );
  const isNews = (entry: Entry): boolean => !speaksOf(old.join("\n"), entry);
  if (before !== null && ownSection && old.length === 1 && !entries.some(isNews)) return before;
  const [first = "", ...rest] = old;
  const carried = rest.length
    ? `${withoutLinks(first)}\n${below(withoutLinks(rest.join("\n"))).join("\n")}`
    : withoutLinks(first);
  const shape: Shape = { depth: depthOf(text), form: formOf(text) };
  // an author's heading is kept as written
  const line = ownSection ? headingOf(ownSection.text).join("\n") : titleOf(heading, shape);
  const single = old.length === 1 && completed(entries, carried, shape);
  const section = under(line, shape.form, single || body(entries, carried, shape));
  const remaining = old.reduce((whole, part) => whole.replace(part, () => keptLinks(part)), text);
  const label = `[${heading.version ?? "Unreleased"}]`;
  const isLinked = line.includes(label) && !line.includes(`${label}(`);
  return withLink(insert(remaining, section, older), heading, isLinked ? link : undefined);
}

/** Returns link definitions at the end of a file: they belong to no section, even if the last one contains them. */
const keptLinks = (part: string): string => {
  const lines = part.split("\n").filter(isLinkDefinition);
  return lines.length ? `${lines.join("\n")}\n` : "";
};

/** Inserts a section above all others, or above the newest of the older ones. */
function insert(text: string, section: string, older?: readonly string[]): string {
  const lines = text.split("\n");
  const isBelow = (version: string | null | undefined): boolean =>
    version !== undefined && (older === undefined || (version !== null && older.includes(version)));
  const index = lines.findIndex(
    (line, i) => isBelow(versionOf(`${line}\n${lines[i + 1] ?? ""}`)) || isLinkDefinition(line),
  );
  const [head, tail] = index < 0 ? [lines, []] : [lines.slice(0, index), lines.slice(index)];
  const above = head.join("\n").trimEnd();
  const below = tail.join("\n").trim();
  return `${above ? `${above}\n\n` : ""}${section}${below ? `\n${below}\n` : ""}`;
}

function withLink(text: string, heading: Heading, link: string | undefined): string {
  if (link === undefined) return text;
  const label = `[${heading.version ?? "Unreleased"}]:`;
  const lines = text.split("\n");
  const index = lines.findIndex((line) => line.toLowerCase().startsWith(label.toLowerCase()));
  if (index >= 0) return lines.with(index, `${label} ${link}`).join("\n");
  const first = lines.findIndex(isLinkDefinition);
  if (first >= 0) return lines.toSpliced(first, 0, `${label} ${link}`).join("\n");
  return `${text.trimEnd()}\n\n${label} ${link}\n`;
}
