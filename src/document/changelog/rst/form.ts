import { groupOf, headingAt, isUnderline } from "../heading.ts";
import { type Section } from "../sections.ts";
import { groups, type Group } from "../subject.ts";

/** A project's reStructuredText changelog format, learned from its newest sections. */
export interface Form {
  /** Heading of an existing release. */
  readonly heading: string;
  readonly version: string;
  readonly underline: string;
  /** The line below the heading: `Released 2026-01-02`. */
  readonly stamp: string | undefined;
  /** Undefined if items aren't grouped. */
  readonly group: ((group: Group) => readonly string[]) | undefined;
  /** Including the spaces after it. */
  readonly bullet: string;
  readonly reference: (pr: number) => string;
  readonly width: number;
}

const usualNames: Readonly<Record<Group, string>> = {
  Added: "Added",
  Changed: "Changed",
  Fixed: "Fixed",
  Removed: "Removed",
  Security: "Security",
};

interface GroupHeading {
  readonly name: string;
  /** Undefined for a plain name on its own line. */
  readonly mark: string | undefined;
  readonly line: string;
}

function groupHeadings(lines: readonly string[]): readonly GroupHeading[] {
  return lines.slice(2).flatMap((line, i): readonly GroupHeading[] => {
    const next = lines[i + 3];
    const name = headingAt(line, next);
    if (name === undefined || groupOf(name) === undefined) return [];
    return [{ name, line, mark: isUnderline(next) ? next?.[0] : undefined }];
  });
}

/** Returns a group by its name; `Deprecations and Removals` doesn't count for other changes. */
function groupNamed(name: string): Group | undefined {
  if (/\bremov/i.test(name)) return "Removed";
  return /deprecat|breaking/i.test(name) ? undefined : groupOf(name);
}

function groupForm(sections: readonly Section[]): Form["group"] {
  const found = sections.flatMap(({ text }) => groupHeadings(text.split("\n")));
  const [first] = found;
  const isGrouped = sections.slice(0, 5).some(({ text }) => groupHeadings(text.split("\n")).length > 0);
  if (!first || !isGrouped) return undefined;
  const names = new Map(
    groups.flatMap((group) => {
      const heading = found.find(({ name }) => groupNamed(name) === group);
      return heading ? [[group, heading.name] as const] : [];
    }),
  );
  return (group) => {
    const name = names.get(group) ?? usualNames[group];
    return first.mark === undefined
      ? [first.line.replace(first.name, () => name)]
      : [name, first.mark.repeat(name.length)];
  };
}

/** Returns the reference format of the newest item that names a pull request or issue. */
function referenceForm(text: string): Form["reference"] {
  const found =
    /\(?:(?:pr|pull|gh|issue|ghpr):`#?(\d+)`\)?/.exec(text) ?? /\(?`#(\d+) <[^>]*?\1\/?>`__?\)?/.exec(text);
  const [whole = "(#0)", id = "0"] = found ?? [];
  const left = whole.startsWith("(") && !whole.endsWith(")") ? whole.slice(1) : whole;
  const both = !left.startsWith("(") && left.endsWith(")") ? left.slice(0, -1) : left;
  return (pr) => both.replaceAll(id, String(pr));
}

const widest = 100;

/** Learns the format from released sections, newest first. */
export function formOf(released: readonly Section[]): Form {
  const recent = released.slice(0, 20);
  const [newest] = recent;
  const text = recent.map((section) => section.text).join("\n");
  const [heading = "0.0.0 (2000-01-01)", underline = "="] = newest?.text.split("\n") ?? [];
  const items = text.split("\n").filter((line) => /^(?:[-*+] +|\s+)\S/.test(line));
  const widths = items.map((line) => line.length).toSorted((a, b) => a - b);
  const width = Math.max(79, widths[Math.floor(widths.length * 0.9)] ?? 0); // links and literals aren't broken
  return {
    heading,
    version: newest?.version ?? "0.0.0",
    underline: underline[0] ?? "=",
    stamp: newest?.text
      .split("\n")
      .slice(2, 5)
      .find((line) => /^[^-*\s].*\d{4}-\d{2}-\d{2}/.test(line)),
    group: groupForm(recent),
    bullet: /^[-*+] +(?=\S)/m.exec(text)?.[0] ?? "- ",
    reference: referenceForm(text),
    width: width > widest ? Number.POSITIVE_INFINITY : width,
  };
}
