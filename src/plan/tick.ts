const box = /^(\s*(?:(?:[-*+]|\d+[.)]|#{1,6}|\|)\s*)?)\[([ xX])\]\s?/;
const mark = /^(\s*(?:(?:[-*+]|\d+[.)]|#{1,6})\s+|\|\s*)?)/;

/** Whether a line's mark is set, and the line without it. */
export function markOf(line: string): {
  readonly boxed: boolean;
  readonly done: boolean;
  readonly rest: string;
} {
  const match = box.exec(line);
  if (!match) return { boxed: false, done: false, rest: line };
  return { boxed: true, done: match[2] !== " ", rest: `${match[1] ?? ""}${line.slice(match[0].length)}` };
}

/** The text with the mark of one line set; a line without a box gets one. Undefined where that line isn't there any more. */
export function ticked(
  text: string,
  { line, is }: { readonly line: number; readonly is: string },
): string | undefined {
  const lines = text.split("\n");
  const fits = (one: string | undefined): boolean =>
    one !== undefined && markOf(one).rest === markOf(is).rest;
  // Lines may have come or gone above.
  const at = fits(lines[line - 1]) ? line - 1 : lines.findIndex(fits);
  const found = lines[at];
  if (found === undefined) return undefined;
  lines[at] = box.test(found) ? found.replace(box, "$1[x] ") : found.replace(mark, "$1[x] ");
  return lines.join("\n");
}
