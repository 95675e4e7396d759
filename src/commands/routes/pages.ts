import { mergeLines } from "../../generate/index.ts";
import type { Change, Files } from "../../workspace/index.ts";

/** The path of the last generated version of a page, used to detect hand-written lines. */
const baseOf = (path: string): string => `.antiphon/pages/${path}.base`;

const isBase = (path: string): boolean => path.startsWith(".antiphon/");

/** The paths of changed pages, without the records of generated versions. */
export const pagePaths = (changes: readonly Change[]): readonly string[] =>
  changes.flatMap(({ path }) => (isBase(path) ? [] : [path]));

/** Removes the commit, which changes even if the sources don't. */
const comparable = (text: string): string =>
  text.replace(/commit \w+, source/, "source").replace(/"commit": "\w+"/, "");

export interface PageChanges {
  readonly changes: readonly Change[];
  /** Pages where hand-written and generated lines conflict. */
  readonly conflicts: readonly string[];
}

const unchanged: PageChanges = { changes: [], conflicts: [] };

/**
 * Returns the change that updates a page and keeps lines that people wrote since it was last generated. Conflicts are
 * marked in Markdown; files of other formats stay as they are.
 */
export async function pageChange(path: string, now: string, files: Files): Promise<PageChanges> {
  const before = await files.tryRead(path);
  const base = await files.tryRead(baseOf(path));
  const isEdited = before !== null && base !== null && comparable(before) !== comparable(base);
  const { text, conflict } = isEdited ? mergeLines(base, before, now) : { text: now, conflict: false };
  const conflicts = conflict ? [path] : [];
  if (conflict && !path.endsWith(".md")) return { changes: [], conflicts };
  if (before !== null && comparable(before) === comparable(text)) return unchanged;
  const record = base === now ? [] : [{ path: baseOf(path), before: base, after: now }];
  return { changes: [{ path, before, after: text }, ...record], conflicts };
}
