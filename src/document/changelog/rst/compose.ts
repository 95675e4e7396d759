import { speaksOf, type Update } from "../compose.ts";
import type { Entry } from "../entry.ts";
import { groupOf, headingAt, isUnderline } from "../heading.ts";
import { openIn } from "../hand.ts";
import { sections, type Section } from "../sections.ts";
import { entryText } from "../render.ts";
import { groups, type Group } from "../subject.ts";
import { type Form, formOf } from "./form.ts";
import { guarded, plainRst, wrapped } from "./text.ts";

/** Renders an item in the project's format. */
export function itemOf(entry: Entry, { bullet, reference, width }: Form): readonly string[] {
  const words = entry.written ? guarded(entry.text) : entryText(entry, plainRst);
  const scope = entry.scope === undefined ? "" : `**${plainRst(entry.scope)}:** `;
  const breaking = entry.breaking ? "**Breaking:** " : "";
  const unnamed = entry.prs.filter((pr) => !new RegExp(`\\b${pr}\\b`).test(entry.text));
  const message = [`${breaking}${scope}${words}`, ...unnamed.map(reference)].join(" ");
  const [first = "", ...rest] = wrapped(message, width, " ".repeat(bullet.length));
  return [bullet + first, ...rest];
}

const dated = (line: string, date: string): string => line.replace(/\d{4}-\d{2}-\d{2}/, date);

function headingOf(form: Form, { heading: { version, date }, link }: Update): readonly string[] {
  const linked = /^`(.*?) <[^>]*>`(__?)$/.exec(form.heading);
  const bare = linked ? (linked[1] ?? "") : form.heading;
  const named =
    version === undefined
      ? "Unreleased"
      : dated(
          bare.replace(form.version, () => version),
          date,
        );
  const title = linked && link !== undefined ? `\`${named} <${link}>\`${linked[2] ?? "__"}` : named;
  const stamp = form.stamp !== undefined && version !== undefined ? ["", dated(form.stamp, date)] : [];
  return [title, form.underline.repeat(title.length), ...stamp];
}

/** Returns the section of unreleased work renamed to the release, unless it has its own number. */
function renamed(section: Section, form: Form, update: Update): readonly string[] {
  const lines = section.text.trimEnd().split("\n");
  if (update.heading.version === undefined) return lines;
  const index = lines.findIndex((line, place) => place > 1 && place < 5 && /^\W*unreleased\W*$/i.test(line));
  const date = form.stamp === undefined ? [] : [dated(form.stamp, update.heading.date)];
  const gap = date.length === 0 && lines[index + 1]?.trim() === "" ? 2 : 1; // drop the empty line after it
  const stamped = index < 0 ? lines : lines.toSpliced(index, gap, ...date);
  if (section.version !== undefined) return stamped;
  const [title = "", underline = ""] = headingOf({ ...form, stamp: undefined }, update);
  const isStamped = stamped.some(
    (line, place) => place < 5 && line === dated(form.stamp ?? " ", update.heading.date),
  );
  const stamp = form.stamp === undefined || isStamped ? [] : ["", dated(form.stamp, update.heading.date)];
  return [title, underline, ...stamp, ...stamped.slice(2)];
}

/** Inserts items after the last one of their group, or at the end with the group's heading. */
function withItems(
  lines: readonly string[],
  group: Group,
  items: readonly string[],
  form: Form,
): readonly string[] {
  let currentGroup: Group | undefined;
  let last = -1;
  for (const [place, line] of lines.entries()) {
    const heading = place > 1 ? headingAt(line, lines[place + 1]) : undefined;
    if (heading !== undefined) currentGroup = groupOf(heading);
    const isHere = form.group === undefined || currentGroup === group;
    if (place > 1 && isHere && line.trim() !== "" && !isUnderline(line) && heading === undefined)
      last = place;
  }
  if (last >= 0) {
    const gap = /^[-*+]\s|^\s/.test(lines[last] ?? "") ? [] : [""];
    return lines.toSpliced(last + 1, 0, ...gap, ...items);
  }
  const heading = form.group?.(group) ?? [];
  return [...lines, "", ...(heading.length ? [...heading, ""] : []), ...items];
}

/** Like `composeChangelog`, for reStructuredText in the format of the released sections. */
export function composeRst(before: string, update: Update): string {
  const all = sections(before);
  const { version } = update.heading;
  const open = update.before ? undefined : openIn(all);
  const section = (version === undefined ? undefined : all.find((item) => item.version === version)) ?? open;
  const released = all.filter((item) => item !== section && item.version !== undefined);
  const form = formOf(released.length ? released : all);
  const fresh = update.entries.filter((entry) => section === undefined || !isSaid(section.text, entry));
  if (section && fresh.length === 0 && (section.version === version || version === undefined)) return before;
  let lines = section ? renamed(section, form, update) : headingOf(form, update);
  for (const group of groups) {
    const items = fresh.filter((entry) => entry.group === group).flatMap((entry) => itemOf(entry, form));
    if (items.length) lines = withItems(lines, group, items, form);
  }
  if (section) return before.replace(section.text.trimEnd(), () => lines.join("\n"));
  return inserted(before, lines, update.before);
}

const isSaid = (text: string, entry: Entry): boolean =>
  speaksOf(text, entry) ||
  entry.prs.some((pr) => new RegExp(`:\`#?${pr}\``).test(text)) ||
  text.replaceAll(/\s+/g, " ").includes(entry.written ? entry.text : plainRst(entry.text));

/** Inserts a section above the newest release, or the newest older one, and above its label. */
function inserted(before: string, entries: readonly string[], older?: readonly string[]): string {
  const lines = before.split("\n");
  const first = sections(before).find(
    ({ version }) => older === undefined || (version !== undefined && older.includes(version)),
  );
  const heading = first?.text.split("\n")[0];
  let index = heading === undefined ? lines.length : lines.indexOf(heading);
  while (index > 0 && /^(?:\s*|\.\. _.*:)$/.test(lines[index - 1] ?? "")) index -= 1;
  const above = lines.slice(0, index).join("\n").trimEnd();
  const below = lines.slice(index).join("\n").trim();
  return `${above}${above ? "\n\n" : ""}${entries.join("\n")}\n${below ? `\n${below}\n` : ""}`;
}
