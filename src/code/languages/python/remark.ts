import type { Remark } from "../../study.ts";
import type { Source } from "./structure.ts";

/** Returns the `#` comment right above a declaration, at the same indent; none at the top of a file. */
export function remarkAbove(source: Source, start: number): Remark | undefined {
  const { text } = source;
  const lineOf = (place: number): number => text.lastIndexOf("\n", place - 1) + 1;
  const indent = text.slice(lineOf(start), start);
  const lines: string[] = [];
  let from = lineOf(start);
  while (from > 0) {
    const above = lineOf(from - 1);
    const line = text.slice(above, from).trimEnd();
    if (
      !line.startsWith(`${indent}#`) ||
      /^#(?:!|:|\s*(?:type|noqa|pylint|fmt|pragma|region|%%))/.test(line.slice(indent.length))
    )
      break;
    lines.unshift(line.slice(indent.length).replace(/^#+ ?/, ""));
    from = above;
  }
  if (lines.length === 0 || text.slice(0, from).trim() === "" || !isComment(source, from + indent.length))
    return undefined;
  return { range: { start: from + indent.length, end: lineOf(start) - 1 }, lines };
}

/** Whether a line is a comment: a line of a string may look like one. */
function isComment(source: Source, place: number): boolean {
  for (let index = 0; index < source.all.length; index++)
    if (source.start(index) >= place)
      return source.start(index) === place && source.kind(index) === "comment";
  return false;
}
