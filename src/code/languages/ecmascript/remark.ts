import type { Remark } from "../../study.ts";
import { commentsBefore } from "./comments.ts";
import type { Tree } from "./parse.ts";

/** Returns the `//` or plain comment right above a declaration if nothing else is there; none at the top of a file. */
export function remarkAbove(source: string, start: number, tree: Tree): Remark | undefined {
  const run = commentsBefore(start, source, tree);
  const remarks: Tree["comments"][number][] = [];
  let below = start;
  for (const comment of run) {
    const line = source.lastIndexOf("\n", comment.start - 1) + 1;
    const near = /^\r?\n[ \t]*$/.test(source.slice(comment.end, below));
    if (remarks.length > 0 && !near) break; // part of another paragraph
    if (!near || (comment.block && remarks.length > 0) || source.slice(line, comment.start).trim() !== "")
      return undefined;
    remarks.unshift(comment);
    below = comment.start;
    if (comment.block) break;
  }
  const [first] = remarks;
  const last = remarks.at(-1);
  if (!first || !last || first.value.startsWith("*")) return undefined;
  if (source.slice(0, first.start).trim() === "") return undefined;
  const lines = remarks.flatMap(({ block, value }) =>
    block
      ? value.split(/\r?\n/).map((line) => line.replace(/^[ \t]*\*?[ \t]?/, "").trimEnd())
      : [value.replace(/^\/*[ \t]?/, "").trimEnd()],
  );
  while (lines[0]?.trim() === "") lines.shift();
  while (lines.at(-1)?.trim() === "") lines.pop();
  return { range: { start: first.start, end: last.end }, lines };
}
