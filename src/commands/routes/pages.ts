import { mergeLines } from "../../generate/index.ts";
import type { Change, Files } from "../../workspace/index.ts";

/** What was last generated as a page, to know the lines that people wrote into it. */
const baseOf = (path: string): string => `.antiphon/pages/${path}.base`;

const isBase = (path: string): boolean => path.startsWith(".antiphon/");

/** The paths of pages among changes, without the records of what was generated. */
export const pagePaths = (changes: readonly Change[]): readonly string[] =>
  changes.flatMap(({ path }) => (isBase(path) ? [] : [path]));

/** Without the commit, which changes with every commit though the sources may not. */
const comparable = (text: string): string =>
  text.replace(/commit \w+, source/, "source").replace(/"commit": "\w+"/, "");

export interface PageChanges {
  readonly changes: readonly Change[];
  /** Pages where lines of people and generated lines exclude each other. */
  readonly conflicts: readonly string[];
}

const unchanged: PageChanges = { changes: [], conflicts: [] };

/**
 * The change that makes a page what is generated now, with the lines kept that people wrote since it was generated last.
 * Conflicts are marked in Markdown; a file of another form stays as it is.
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
