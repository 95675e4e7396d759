import { groupOf, headingAt, isUnderline } from "./heading.ts";
import type { Heading } from "./render.ts";
import { type Section, sections, withoutLinks } from "./sections.ts";
import { type Group, parseSubject } from "./subject.ts";

/** How a changelog in Markdown has its releases, learned from the newest. */
export interface Form {
  /** A release's heading as its authors would write it; undefined where two of theirs differ. */
  title(heading: Heading): string | undefined;
  /** What stands before an item where items stand without groups: `- [Fix] `; undefined where they stand in groups. */
  readonly item: ((group: Group) => string) | undefined;
  /** What stands between a heading and what is below it: an empty line, or nothing. */
  readonly gap: string;
}

/** The form of Keep a Changelog. */
export const plainForm: Form = { title: () => undefined, item: undefined, gap: "\n" };

/** So many of the newest releases are looked at, and so many items show whether they stand in groups. */
const enough = 5;
const marks = { version: "\u0001", before: "\u0002", date: "\u0003" };

const dates = /\b\d{4}-\d{2}-\d{2}\b/g;

const headingOf = ({ text }: Section): string => text.split("\n", 1)[0] ?? "";

/** A heading with its version, the one before and its date as marks. */
function pattern(section: Section, before: Section | undefined): string {
  const marked = (text: string, version: string | undefined, mark: string): string =>
    version === undefined ? text : text.split(version).join(mark);
  const own = marked(headingOf(section), section.version, marks.version);
  return marked(own, before?.version, marks.before).replaceAll(dates, marks.date);
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
  // a year in other words, a name, or the version of another release can't be made
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

/** Labels of groups that no item had yet. */
const usual: Readonly<Record<Group, string>> = {
  Added: "[New] ",
  Changed: "[Change] ",
  Fixed: "[Fix] ",
  Removed: "[Removed] ",
  Security: "[Security] ",
};

/** Where none of the newest releases has a group's heading: the mark of items, with the label that the newest of a group has, if most have one. */
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
