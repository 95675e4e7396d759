import { type HandLine, referencesIn } from "./hand.ts";
import { groupOf } from "./heading.ts";
import type { Commit } from "./commit.ts";
import { inTable } from "../../lib/index.ts";

/** Folders of news fragments, one file per change: towncrier, changesets, scriv, reno and custom folders. */
const folder =
  /(?:^|\/)(?:changes|change|changelogs?|changelog\.d|changes\.d|news|news\.d|newsfragments|unreleased|notes|\.changesets?|\.changes)\/[^/]+$/i;
const noNews = /^(?:\.|_|readme|template|index|config|conftest|changelog|changes|\d+\.\d+\.\d+)/i;
/** towncrier file names: `123.bugfix.rst`, `+words.feature`, `123.misc.2.md`. */
const typed = /^\+?[^.]+\.([a-z][a-z-]*)(?:\.\d+)?(?:\.(?:md|rst|txt))?$/i;
/** Types that projects don't publish. */
const silent = /^(?:trivial|process|internal|skip|none)$/i;

/** Whether a path may be a news fragment. */
export function isFragment(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!folder.test(path) || noNews.test(name)) return false;
  if (/\.(?:md|rst|txt|ya?ml)$/i.test(name)) return true;
  return groupOf(typed.exec(name)?.[1] ?? "") !== undefined;
}

/** Maximum number of fragments read. */
const most = 400;

/**
 * Returns the fragments that commits (newest first) added and that still exist or were collected into the
 * changelog.
 */
export function fragmentsIn(commits: readonly Commit[], changelog: string): readonly string[] {
  const fresh = new Map<string, boolean>();
  for (const { files } of commits) {
    const collects = files.some(({ path, added }) => path === changelog && added > 0);
    for (const { path, added, removed } of files)
      if (isFragment(path) && !fresh.has(path)) fresh.set(path, added > 0 || removed === 0 || collects);
  }
  return [...fresh].flatMap(([path, isThere]) => (isThere ? [path] : [])).slice(0, most);
}

interface News {
  readonly heading: string;
  readonly text: string;
}

/** Front matter of changesets: `"package": minor` between dashed lines; the largest step counts. */
const front = /^---\n([\s\S]*?)\n?---\n?/;
const steps: Readonly<Record<string, string>> = { major: "breaking", minor: "added", patch: "" };

function ofChangeset(head: string, text: string): readonly News[] {
  const step = Object.keys(steps).find((key) => new RegExp(`:\\s*["']?${key}\\b`).test(head));
  const [first = ""] = text.trim().split(/\n\s*\n/);
  return step === undefined ? [] : [{ heading: inTable(steps, step) ?? "", text: first }];
}

/** Parses `features:` with a list of texts, or a `title:` with a `type:`. */
function ofYaml(text: string): readonly News[] {
  const title = /^title:\s*["']?(.+?)["']?\s*$/m.exec(text)?.[1];
  if (title !== undefined) return [{ heading: /^type:\s*(\S+)/m.exec(text)?.[1] ?? "", text: title }];
  return text.split(/^(?=\w+:\s*$)/m).flatMap((part) => {
    const [, heading = "", list = ""] = /^(\w+):\s*\n([\s\S]*)/.exec(part) ?? [];
    return list
      .split(/^\s{0,4}-\s+/m)
      .slice(1)
      .map((item) => ({ heading, text: item.replace(/^[|>][-+]?\s*\n/, "") }));
  });
}

/** Parses bullets below headings, or the whole text as one item. */
function ofProse(text: string, heading: string): readonly News[] {
  const found: News[] = [];
  let under = heading;
  for (const line of text.split("\n")) {
    const headingText = /^#{1,5}\s+(.*)/.exec(line)?.[1];
    const bullet = /^[-*]\s+(.+)/.exec(line)?.[1];
    const last = found.at(-1);
    if (headingText !== undefined) under = headingText;
    else if (bullet !== undefined) found.push({ heading: under, text: bullet });
    else if (last && line.trim()) found[found.length - 1] = { ...last, text: `${last.text} ${line}` };
  }
  const [first = ""] = text.trim().split(/\n\s*\n/);
  return found.length ? found : [{ heading, text: first.replace(/^#.*\n/, "") }];
}

function newsOf(path: string, text: string): readonly News[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const head = front.exec(text);
  if (head) return ofChangeset(head[1] ?? "", text.slice(head[0].length));
  if (/\.ya?ml$/i.test(name)) return ofYaml(text);
  const type =
    typed.exec(name.replace(/\.(?:md|rst|txt)$/i, ""))?.[1] ?? /^([a-z]+)[_-]/i.exec(name)?.[1] ?? "";
  return silent.test(type) ? [] : ofProse(text, type);
}

/** A fragment with its text, and the commit that added it. */
export interface Fragment {
  readonly sha: string;
  readonly path: string;
  readonly text: string;
}

/** Parses `git log -p -U0 --diff-filter=A` of fragments, in the format of the changelog's own patches. */
export function parseFragments(output: string): readonly Fragment[] {
  return output
    .split("\u001e")
    .slice(1)
    .flatMap((record) => {
      const [sha = "", patch = ""] = record.split("\u001f");
      return patch.split(/^diff --git /m).flatMap((part) => {
        const path = /^\+\+\+ "?b\/(.+?)"?$/m.exec(part)?.[1];
        const index = part.indexOf("\n@@");
        if (path === undefined || index < 0) return [];
        const lines = part
          .slice(index)
          .split("\n")
          .filter((line) => line.startsWith("+"));
        return [{ sha, path, text: lines.map((line) => line.slice(1)).join("\n") }];
      });
    });
}

/** Returns the changelog lines of fragments. */
export const linesOf = (fragments: readonly Fragment[]): readonly HandLine[] =>
  fragments.flatMap(({ sha, path, text }) => {
    const id = /\/\+?(\d{1,6})\.[^/]+$/.exec(path)?.[1];
    return newsOf(path, text).flatMap(({ heading, text: message }) => {
      const line = message.replaceAll(/\s+/g, " ").trim();
      const prs = [...new Set([...(id === undefined ? [] : [Number(id)]), ...referencesIn(line)])];
      const breaking = /^break|^major/i.test(heading);
      return line
        ? [{ sha, version: undefined, group: groupOf(heading), text: line, prs, breaking, isFragment: true }]
        : [];
    });
  });
