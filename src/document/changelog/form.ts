import { groupOf, headingAt, isUnderline } from "./heading.ts";
import type { Heading } from "./render.ts";
import { type Section, sections, withoutLinks } from "./sections.ts";
import { type Group, parseSubject } from "./subject.ts";

/** The format of releases in a Markdown changelog, learned from the newest. */
export interface Form {
  /** Returns a release's heading in the authors' format; undefined if two of theirs differ. */
  title(heading: Heading): string | undefined;
  /** Returns the label of an item if items aren't grouped: `- [Fix] `; undefined if they are. */
  readonly item: ((group: Group) => string) | undefined;
  /** The text between a heading and its content: an empty line, or nothing. */
  readonly gap: string;
}

/** The format of Keep a Changelog. */
export const plainForm: Form = { title: () => undefined, item: undefined, gap: "\n" };

/** How many of the newest releases, and how many items, are examined. */
const enough = 5;
const marks = { version: "\u0001", before: "\u0002", date: "\u0003" };

const dates = /\b\d{4}-\d{2}-\d{2}\b/g;

const headingOf = ({ text }: Section): string => text.split("\n", 1)[0] ?? "";

/** Returns a heading with placeholders for its version, the previous one and its date. */
function pattern(section: Section, before: Section | undefined): string {
  const marked = (text: string, version: string | undefined, mark: string): string =>
    version === undefined ? text : text.split(version).join(mark);
  const ownHeading = marked(headingOf(section), section.version, marks.version);
  return marked(ownHeading, before?.version, marks.before).replaceAll(dates, marks.date);
}

function titleFrom(released: readonly Section[]): Form["title"] {
  const [newest, second, third] = released;
  const line = newest && headingOf(newest);
  const under = newest?.text.split("\n", 2)[1];
  const underline = isUnderline(under) ? under?.slice(0, 1) : undefined;
  if (!newest?.version || !line || !(underline ?? /^#{1,3} /.test(line))) return () => undefined;
  const shape = pattern(newest, second);
  if (second === undefined || pattern(second, third) !== shape || !shape.includes(marks.version))
    return () => undefined;
  // a spelled-out year, a name or another release's version can't be generated
  if (/\d{4}/.test(shape) || (shape.includes(marks.before) && third === undefined)) return () => undefined;
  return ({ version, date }) => {
    if (version === undefined) return undefined;
    const title = shape
      .replaceAll(marks.version, () => version)
      .replaceAll(marks.before, () => newest.version ?? "")
      .replaceAll(marks.date, () => date);
    return underline === undefined ? title : `${title}\n${underline.repeat(title.length)}`;
  };
}

const bulletsOf = (text: string): readonly string[] =>
  withoutLinks(text)
    .split("\n")
    .filter((line) => /^[-*+] \S/.test(line));

/** Labels of groups without an item so far. */
const usual: Readonly<Record<Group, string>> = {
  Added: "[New] ",
  Changed: "[Change] ",
  Fixed: "[Fix] ",
  Removed: "[Removed] ",
  Security: "[Security] ",
};

/**
 * Returns the item format if none of the newest releases has group headings: the bullet, with the label of
 * the group's newest item if most have one.
 */
function itemFrom(released: readonly Section[]): Form["item"] {
  const recent = released.slice(0, enough);
  const bullets = recent.flatMap(({ text }) => bulletsOf(text));
  const grouped = recent.some(({ text }) => {
    const lines = text.split("\n");
    return lines.some((line, place) => {
      const name = place > 0 ? headingAt(line, lines[place + 1]) : undefined;
      return name !== undefined && (groupOf(name) !== undefined || line.startsWith("#"));
    });
  });
  if (grouped || recent.length < 2 || bullets.length < enough) return undefined;
  const labels = new Map<Group, string>();
  let labelled = 0;
  for (const bullet of bullets) {
    const [, label = ""] = /^[-*+] (\[[A-Za-z ]{2,20}\] )/.exec(bullet) ?? [];
    if (!label) continue;
    labelled += 1;
    const { group } = parseSubject(bullet.slice(2));
    if (group !== undefined && !labels.has(group)) labels.set(group, label);
  }
  const mark = bullets[0]?.slice(0, 2) ?? "- ";
  const isLabelled = labelled * 2 > bullets.length;
  return (group) => mark + (isLabelled ? (labels.get(group) ?? usual[group]) : "");
}

export function formOf(changelog: string): Form {
  const released = sections(changelog).filter(({ version }) => version !== undefined);
  const below = released[0]?.text.split("\n")[1];
  const item = itemFrom(released);
  return { title: titleFrom(released), item, gap: item && below?.trim() ? "" : "\n" };
}
