/** Besides empty and ticked boxes, people use marks for started, moved, skipped and so on: none of them means done. */
const box = /^(\s*(?:(?:[-*+]|(?:\d+|[a-z])[.)]|#{1,6}|\|)\s*)?)\[([ xX/~>!?-]?)\](?![(\w[])\s?/;
/** A separate column, such as "Done". */
const lastCell = /^(\s*\|.*\|\s*)\[([ xX]?)\](?=\s*\|?\s*$)/;
const mark = /^(\s*(?:(?:[-*+]|(?:\d+|[a-z])[.)]|#{1,6})\s+|\|\s*)?)/;
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
  readonly is: string;
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
  const set = ({ line, is }: Marked, to: "x" | " "): boolean => {
    const fits = (one: string | undefined): boolean =>
      one !== undefined && markOf(one.trimEnd()).rest === markOf(is.trimEnd()).rest;
    // Lines may have been added or removed above.
    const index = fits(lines[line - 1]) ? line - 1 : lines.findIndex(fits);
    const found = lines[index];
    if (found === undefined) return false;
    if (to === "x" || !markOf(found).boxed) lines[index] = withMark(found, to);
    return true;
  };
  if (!set(first, "x")) return undefined;
  for (const part of parts) set(part, "x");
  if (plainBullet.test(first.is) && !markOf(first.is).boxed) for (const bullet of bullets) set(bullet, " ");
  return lines.join("\n");
}

const withMark = (line: string, to: "x" | " "): string =>
  box.test(line)
    ? line.replace(box, `$1[${to}] `)
    : lastCell.test(line)
      ? line.replace(lastCell, `$1[${to}]`)
      : line.replace(mark, `$1[${to}] `);
