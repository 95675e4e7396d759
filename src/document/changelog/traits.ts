import { touchOf, type Touch } from "./change.ts";
import type { Commit, FileChange } from "./commit.ts";
import type { Traits } from "./learn.ts";
import type { Subject } from "./subject.ts";

/** A commit as the selection sees it. */
export interface Read {
  readonly commit: Commit;
  readonly subject: Subject;
  readonly touch: Touch;
  /** Whether the rules alone would list it. */
  readonly counts: boolean;
}

/** Maximum number of files examined per commit. */
const most = 200;

const sumOf = (files: readonly FileChange[], key: "added" | "removed"): number =>
  files.reduce((sum, file) => sum + file[key], 0);

const sizeOf = (lines: number): string =>
  lines < 5 ? "tiny" : lines < 50 ? "small" : lines < 500 ? "middle" : "large";

const folderOf = (path: string): string => path.split("/").slice(0, -1).slice(0, 2).join("/") || ".";

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-z][a-z-]+/g) ?? []).slice(0, 12);

const testFile = /(^|[/._-])(tests?|specs?|__tests__)([/._-]|$)/i;

/**
 * Returns features for whether a commit is listed. With conventional types, the words of the subject are
 * left out: they would mislead.
 */
export function traitsOf({ commit, subject, touch, counts }: Read): Traits {
  const editsChangelog = commit.files.slice(0, most).some(({ path }) => touchOf(path) === "changelog");
  const traits = [`rule:${counts}`, `type:${subject.type}`, `changelog:${editsChangelog}`];
  if (subject.style === "conventional") return [...traits, `kind:${subject.type}(${subject.scope ?? ""})`];
  const words = wordsOf(subject.text);
  const tested = commit.files.some((file) => testFile.test(file.path));
  const folders = new Set(commit.files.map((file) => folderOf(file.path)));
  return [
    ...traits,
    `touch:${touch}`,
    `size:${sizeOf(sumOf(commit.files, "added") + sumOf(commit.files, "removed"))}`,
    `pull:${subject.prs.length > 0}`,
    `tested:${touch}:${tested}`,
    `first:${words[0] ?? ""}`,
    ...[...folders].slice(0, 6).map((folder) => `folder:${folder}`),
    ...[...new Set(words)].map((word) => `word:${word}`),
  ];
}

/** Returns features of a change's size: new work mostly adds and comes with docs and tests; fixes are small. */
function shapeOf({ files }: Commit): Traits {
  const kinds = Map.groupBy(files.slice(0, most), ({ path }) => touchOf(path));
  const source = kinds.get("source") ?? [];
  const [added, removed] = [sumOf(source, "added"), sumOf(source, "removed")];
  const growth =
    added > removed * 4
      ? "much"
      : added > removed * 1.5
        ? "some"
        : added > removed * 0.7
          ? "none"
          : "shrinks";
  return [
    `growth:${growth}`,
    `size:${sizeOf(added + removed)}`,
    `docs:${kinds.has("docs")}`,
    `tests:${kinds.has("tests")}`,
    `file:${source.some((file) => file.removed === 0 && file.added > 20)}`,
  ];
}

/** Returns features for the group of a commit. */
export function groupTraits({ commit, subject, touch }: Read): Traits {
  const traits = [`rule:${subject.group ?? "none"}`, `type:${subject.type}`];
  if (subject.style === "conventional") return traits;
  const words = wordsOf(subject.text);
  return [
    ...traits,
    ...shapeOf(commit),
    `touch:${touch}`,
    `first:${words[0] ?? ""}`,
    ...words.map((word) => `word:${word}`),
  ];
}
