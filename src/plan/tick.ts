/** A checkbox. Besides `x`, people use marks for started, moved or skipped; none of these means done. */
const box = /^(\s*(?:(?:[-*+]|(?:\d+|[a-z])[.)]|#{1,6}|\|)\s*)?)\[([ xX/~>!?-]?)\](?![(\w[])\s?/;
/** A checkbox in the last cell of a table, as in a column "Done". */
const lastCell = /^(\s*\|.*\|\s*)\[([ xX]?)\](?=\s*\|?\s*$)/;
/** A list mark, heading mark or first cell border, after which a new box is written. */
const lineStart = /^(\s*(?:(?:[-*+]|(?:\d+|[a-z])[.)]|#{1,6})\s+|\|\s*)?)/;
const plainBullet = /^ ?[-*+]\s+(?!\*\*(?:Step|Task|\d))\S/i;

/** Returns whether a line has a box, whether it is ticked, and the line without the box. */
export function markOf(line: string): {
  readonly boxed: boolean;
  readonly done: boolean;
  readonly rest: string;
} {
  const match = box.exec(line) ?? lastCell.exec(line);
  if (!match) return { boxed: false, done: false, rest: line };
  const done = /x/i.test(match[2] ?? "");
  return { boxed: true, done, rest: `${match[1] ?? ""}${line.slice(match[0].length)}` };
}

/** A checkbox within a step; a table row is its own step. */
export const isPart = (line: string): boolean => !/^\s*\|/.test(line) && markOf(line).boxed;

export interface Marked {
  readonly line: number;
  /** The line as it was read. */
  readonly text: string;
}

/**
 * Ticks these lines in a text, adding missing boxes. Returns undefined if the first line no longer exists. A plain
 * bullet gets its box together with the other `bullets`, so that all still count as steps.
 */
export function ticked(
  text: string,
  [first, ...parts]: readonly [Marked, ...Marked[]],
  bullets: readonly Marked[] = [],
): string | undefined {
  const lines = text.split("\n");
  const setBox = (marked: Marked, sign: "x" | " "): boolean => {
    const wanted = withoutBox(marked.text);
    const isSame = (line: string | undefined): boolean => line !== undefined && withoutBox(line) === wanted;
    // Lines may have been added or removed above.
    const index = isSame(lines[marked.line - 1]) ? marked.line - 1 : lines.findIndex(isSame);
    const line = lines[index];
    if (line === undefined) return false;
    if (sign === "x" || !markOf(line).boxed) lines[index] = withBox(line, sign);
    return true;
  };
  if (!setBox(first, "x")) return undefined;
  for (const part of parts) setBox(part, "x");
  if (plainBullet.test(first.text) && !markOf(first.text).boxed)
    for (const bullet of bullets) setBox(bullet, " ");
  return lines.join("\n");
}

const withoutBox = (line: string): string => markOf(line.trimEnd()).rest;

function withBox(line: string, sign: "x" | " "): string {
  if (box.test(line)) return line.replace(box, `$1[${sign}] `);
  if (lastCell.test(line)) return line.replace(lastCell, `$1[${sign}]`);
  return line.replace(lineStart, `$1[${sign}] `);
}
