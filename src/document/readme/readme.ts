import { withBadges } from "./badges.ts";
import { headingsIn, managed, managedIn } from "./managed.ts";
import { parseHelpOptions } from "./option-tables.ts";
import {
  contents,
  depthOf,
  type Facts,
  type Key,
  keys,
  ownSections,
  patterns,
  sectionOf,
  titles,
} from "./sections.ts";
import { type Checked, type Ground, staleIn } from "./stale.ts";
import { inline } from "../page/markdown.ts";

export interface Readme {
  readonly text: string;
  /** Sections that were added or regenerated. */
  readonly written: readonly string[];
  readonly checked: Checked;
  /** Whether each part is present afterwards; undefined if the project has no content for it. */
  readonly complete: Readonly<Record<Exclude<Key, "development" | "packages">, boolean | undefined>>;
}

export interface ReadmeOptions {
  /** Updates only managed and outdated parts; adds no new sections. */
  readonly update: boolean;
}

/** Renders a README with its managed sections brought up to date; the authors' text stays, except outdated facts. */
export function composeReadme(
  before: string | null,
  facts: Facts,
  ground: Ground,
  { update }: ReadmeOptions,
): Readme {
  const end = before?.includes("\r\n") ? "\r\n" : "\n";
  const known = { ...ground, options: parseHelpOptions(facts.help, !facts.unasked) };
  const checked = staleIn(before ?? "", known);
  let text = mended(
    (before ?? "").replaceAll("\r\n", "\n"),
    staleIn((before ?? "").replaceAll("\r\n", "\n"), known),
  );
  const written: string[] = [];
  if (before === null || text.trim() === "") text = `# ${inline(nameOf(facts) ?? "Project")}\n`;
  for (const key of keys) {
    const body = sectionOf(key, facts);
    const managedBlock = managedIn(text).find((item) => item.key === key);
    if (managedBlock) {
      const [, mark] = /^(#+) /.exec(managedBlock.body.trim()) ?? [];
      const whole = mark ? headed(key, body ?? "", mark.length) : body;
      const isKept = key === "usage" && facts.unasked && managedBlock.body.includes("--help` says:");
      if (!isKept && body !== undefined && whole !== undefined && managedBlock.body.trim() !== whole) {
        text = text.slice(0, managedBlock.start) + managed(key, whole) + text.slice(managedBlock.end);
        written.push(titles[key]);
      }
    } else if (body !== undefined && !update && !isThere(key, text, facts)) {
      text = inserted(text, key, body);
      written.push(titles[key]);
    }
  }
  if (!update || managedIn(text).some(({ key }) => key === "badges"))
    text = withBadges(text, facts.badges, written);
  text = withContents(text, { name: nameOf(facts), update, written });
  return {
    text: end === "\n" ? text : text.replaceAll("\n", end),
    written,
    checked,
    complete: completeness(text, facts),
  };
}

const nameOf = ({ manifest, project, home }: Facts): string | undefined => {
  const name = manifest?.name ?? project.name ?? home?.split("/").at(-1);
  return name === undefined ? undefined : called(name);
};

/** Returns a package's short name: for a Go module, the end of its path. */
const called = (name: string): string =>
  /^[\w-]+(?:\.[\w-]+)+\//.test(name)
    ? (name
        .replace(/\/v\d+$/, "")
        .split("/")
        .at(-1) ?? name)
    : name;

function mended(text: string, { stale }: Checked): string {
  let out = text;
  for (const { edit } of stale.toSorted((a, b) => (b.edit?.start ?? 0) - (a.edit?.start ?? 0)))
    if (edit) out = out.slice(0, edit.start) + edit.text + out.slice(edit.end);
  return out;
}

/** Whether the README already has a section's content: managed, under a matching heading, or in the text itself. */
function isThere(key: Key, text: string, { manifest, features, packages, requirements }: Facts): boolean {
  if (managedIn(text).some((item) => item.key === key)) return true;
  const headings = headingsIn(text);
  const [first] = headings;
  const depth = depthOf(headings);
  if (
    headings.some(
      (heading) =>
        (heading.level > 1 || (depth === 1 && heading !== first)) && patterns[key].test(heading.title),
    )
  )
    return true;
  if (key === "features" && features.length) {
    const words = new Set(text.match(/[\w$]+/g));
    if (features.filter(({ name }) => words.has(name)).length * 2 >= features.length) return true;
  }
  if (key === "packages") {
    const mentioned = packages.filter(
      ({ name, folder }) => text.includes(name) || text.includes(`${folder})`),
    );
    if (mentioned.length * 2 >= packages.length) return true;
  }
  if (key === "installation" && requirements !== undefined && text.includes(`-r ${requirements}`))
    return true;
  if (key === "installation" && manifest?.name !== undefined && installs(text, manifest.name)) return true;
  return key === "purpose" && introduction(text) !== "";
}

/** Whether a line shows how to install the package, under any heading. */
const installs = (text: string, name: string): boolean =>
  text
    .split("\n")
    .some(
      (line) =>
        /\b(?:npm|pnpm|yarn|bun|nypm|ni|deno|jsr|pip3?|pipx|uv|poetry|conda|cargo|gem|brew)\s+(?:.*\s)?(?:i|install|add)\s/.test(
          line,
        ) &&
        line.split(/[\s`'"<>,;]+/).some((word) => word.replace(/(?<=.)@.*$|\[.*$|[=~^].*$/, "") === name),
    );

/** Returns the prose between the title and the next heading. */
function introduction(text: string): string {
  const [first, second] = headingsIn(text);
  const from = first?.level === 1 ? text.indexOf("\n", first.start) : 0;
  const to = first?.level === 1 ? (second?.start ?? text.length) : (first?.start ?? text.length);
  return text
    .slice(from < 0 ? text.length : from, to)
    .replaceAll(/<!--[\s\S]*?-->|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|<[^>]+>|[\s#=*-]/g, "")
    .trim();
}

const headed = (key: Key, body: string, depth: number): string =>
  `${"#".repeat(depth)} ${titles[key]}\n\n${body}`;

const last = /^(?:licen[cs]e|contribut|acknowledg|credits|authors?|support|sponsors?|changelog)/i;

/** Whether an author's heading belongs to a section that comes after another. */
const isLater = (title: string, key: Key): boolean =>
  keys.slice(keys.indexOf(key) + 1).some((key) => patterns[key].test(title));

/** Inserts a section before a README's closing parts and the author's later sections, in key order. */
function inserted(text: string, key: Key, body: string): string {
  const headings = headingsIn(text);
  const block = managed(key, key === "purpose" ? body : headed(key, body, depthOf(headings)));
  if (key === "purpose") {
    const [title] = headings;
    const index = title?.level === 1 ? text.indexOf("\n", title.start) + 1 || text.length : 0;
    return `${text.slice(0, index)}\n${block}\n${text.slice(index)}`;
  }
  const later = new Set<string>(keys.slice(keys.indexOf(key) + 1));
  const marks = managedIn(text).filter((item) => later.has(item.key));
  const depth = depthOf(headings);
  const ending =
    headings.find(({ level, title }) => level === depth && last.test(title))?.start ?? text.length;
  const ownHeadings = headings.filter(
    (heading, place) =>
      place > 0 && heading.level === depth && isLater(heading.title, key) && heading.start < ending,
  );
  const position = Math.min(ending, ...[...marks, ...ownHeadings].map(({ start }) => start));
  return `${text.slice(0, position).trimEnd()}\n\n${block}\n${position < text.length ? `\n${text.slice(position)}` : ""}`;
}

/** Smaller READMEs need no table of contents. */
const least = { sections: 4, lines: 100 };

function withContents(
  text: string,
  { name, update, written }: { name: string | undefined; update: boolean; written: string[] },
): string {
  const list = contents(text, name);
  const contentsBlock = managedIn(text).find(({ key }) => key === "contents");
  if (contentsBlock) {
    if (contentsBlock.body.trim() === list) return text;
    written.push("Table of contents");
    return text.slice(0, contentsBlock.start) + managed("contents", list) + text.slice(contentsBlock.end);
  }
  const sections = ownSections(text, name);
  const has =
    headingsIn(text).some(({ title }) => /^(?:table of )?contents$/i.test(title)) ||
    /^\s*[-*] \[[^\]]+\]\(#/m.test(text);
  const [first] = sections;
  const short = sections.length < least.sections || text.split("\n").length < least.lines;
  if (update || has || short || !first) return text;
  const marks = managedIn(text).find(({ start, end }) => start < first.start && first.start < end);
  const index = marks?.start ?? first.start;
  const before = text.slice(0, index).trimEnd();
  written.push("Table of contents");
  return `${before && `${before}\n\n`}${managed("contents", list)}\n\n${text.slice(index)}`;
}

function completeness(text: string, facts: Facts): Readme["complete"] {
  const of = (key: Key): boolean | undefined =>
    isThere(key, text, facts)
      ? true
      : sectionOf(key, facts) === undefined && key === "configuration"
        ? undefined
        : false;
  return {
    purpose: of("purpose"),
    features: of("features"),
    installation: of("installation"),
    usage: of("usage"),
    configuration: of("configuration"),
  };
}
