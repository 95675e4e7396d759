import type { Edit, Language } from "../../code/index.ts";

/** Returns `source` with the edits applied; they don't overlap. */
export function applied(source: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  // of several edits at the same position, the text of the last comes first
  for (const { range, text } of edits
    .toReversed()
    .toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    parts.push(source.slice(from, range.start), text);
    from = range.end;
  }
  return parts.join("") + source.slice(from);
}

/** Edits that are applied together: of one declaration, or of the file's start. */
export interface Group {
  readonly edits: readonly Edit[];
  /** Those of the edits that add types to the code. */
  readonly types?: readonly Edit[];
}

/** Returns the groups that leave the program unchanged: all of them, or those that do so individually. */
export function harmless(source: string, groups: readonly Group[], language: Language): readonly Group[] {
  const safe = (some: readonly Group[]): boolean => {
    const after = applied(
      source,
      some.flatMap(({ edits }) => edits),
    );
    // with the types alone, and with all edits: only comments may differ
    const typed = applied(
      source,
      some.flatMap(({ types = [] }) => types),
    );
    return language.sameProgram(typed, after) && sameComments(source, after, { some, language });
  };
  if (groups.length === 0 || safe(groups)) return groups;
  const alone = groups.filter((group) => safe([group]));
  return alone.length < groups.length && safe(alone) ? alone : [];
}

/** Whether every comment line is still there, as often as before. */
function sameComments(
  before: string,
  after: string,
  { some, language }: { some: readonly Group[]; language: Language },
): boolean {
  const count = new Map<string, number>();
  for (const line of linesOf(after, language)) count.set(line, (count.get(line) ?? 0) + 1);
  const mended = new Set(some.flatMap(({ edits }) => edits).flatMap(({ mends }) => mends ?? []));
  return linesOf(before, language).every((line) => {
    const left = (count.get(line) ?? 0) - 1;
    count.set(line, left);
    return left >= 0 || mended.has(line);
  });
}

function linesOf(source: string, language: Language): readonly string[] {
  return language.comments(source).flatMap(({ start, end }) =>
    source
      .slice(start, end)
      .replace(/^\/\*+!?|\*+\/$|^\/\/+|^#+/g, "")
      .split("\n")
      .map((line) =>
        line
          .replace(/^\s*\*+ ?/, "")
          .replaceAll(/\s+/g, " ")
          .trim(),
      )
      .filter(Boolean),
  );
}
