import { type Declaration, docstringOf } from "../../language.ts";
import { read } from "./jsdoc.ts";
import type { Tree } from "./parse.ts";

/** Matches JSDoc about the file or about a separate type. */
export const foreign =
  /@(?:file|fileoverview|module|packageDocumentation|license|copyright|typedef|callback)\b/;

/** Returns the comments between a declaration and the code before it, nearest first. */
export function commentsBefore(
  start: number,
  source: string,
  { comments }: Tree,
): readonly Tree["comments"][number][] {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const run: Tree["comments"][number][] = [];
  for (let [index, end] = [low - 1, start]; index >= 0; index--) {
    const comment = comments[index];
    if (!comment || source.slice(comment.end, end).trim() !== "") break;
    run.push(comment);
    end = comment.start;
  }
  return run;
}

export const isDoc = ({ block, value }: Tree["comments"][number]): boolean =>
  block && value.startsWith("*") && !value.startsWith("**");

export function docstringBefore(start: number, source: string, tree: Tree): Pick<Declaration, "docstring"> {
  const doc = commentsBefore(start, source, tree).find(isDoc);
  if (!doc || foreign.test(doc.value)) return {};
  return { docstring: docstringOf({ start: doc.start, end: doc.end }, () => read(doc.value)) };
}
