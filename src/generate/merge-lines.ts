import { diff3Merge } from "node-diff3";

const lines = (text: string): string[] => text.split(/(?<=\n)/);
const ended = (text: string, end: string): string =>
  text === "" || text.endsWith("\n") ? text : `${text}${end}`;

/** Whether a text has conflicts that nobody resolved, of this merge or an earlier one. */
export const hasConflicts = (text: string): boolean => /^<{7} yours\r?$/m.test(text);

/**
 * Merges line by line what someone made of `base` with what is generated now, and marks conflicts as git does. No line
 * of `mine` that `base` lacks is ever lost. Line ends are those of `mine`.
 */
export function mergeLines(
  base: string,
  mine: string,
  now: string,
): { readonly text: string; readonly conflict: boolean } {
  const end = mine.includes("\r\n") ? "\r\n" : "\n";
  const adapted = (text: string): string => (end === "\r\n" ? text.replaceAll(/\r?\n/g, end) : text);
  const regions = diff3Merge(lines(mine), lines(adapted(base)), lines(adapted(now)), {
    excludeFalseConflicts: true,
  });
  const text = regions
    .map(({ ok, conflict }) =>
      conflict
        ? [
            `<<<<<<< yours${end}`,
            ended(conflict.a.join(""), end),
            `=======${end}`,
            ended(conflict.b.join(""), end),
            `>>>>>>> generated${end}`,
          ].join("")
        : (ok ?? []).join(""),
    )
    .join("");
  return { text, conflict: hasConflicts(text) };
}
