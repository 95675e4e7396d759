import type { Range } from "../../study.ts";
import { type Node, type Tree, isComment } from "./grammar.ts";

/** Returns the line that contains an offset, without its line break. */
export function lineAt(source: string, offset: number): Range {
  const end = source.indexOf("\n", offset);
  const stop = end < 0 ? source.length : end;
  return {
    start: source.lastIndexOf("\n", offset - 1) + 1,
    end: source[stop - 1] === "\r" ? stop - 1 : stop,
  };
}

export const indentAt = (source: string, offset: number): string =>
  /^[ \t]*/.exec(source.slice(lineAt(source, offset).start, offset))?.[0] ?? "";

/** Whether only whitespace precedes the offset on its line. */
export const ownLine = (source: string, offset: number): boolean =>
  source.slice(lineAt(source, offset).start, offset).trim() === "";

/** Returns the comments right above a node without a blank line between, in source order. */
export function commentsAbove(node: Node, source: string): readonly Node[] {
  const found: Node[] = [];
  const around = node.parent?.all ?? [];
  let from = node.start;
  for (let place = around.indexOf(node) - 1; place >= 0; place--) {
    const node = around[place];
    if (!node) break;
    if (node.type === "\n" || node.type === ";") continue;
    const gap = source.slice(endOf(node), from);
    if (!isComment(node.type) || gap.trim() || (gap.match(/\n/g)?.length ?? 0) > 1) break;
    if (!ownLine(source, node.start)) break;
    found.unshift(node);
    from = node.start;
  }
  return found;
}

/** Some grammars include a comment's line break. */
export const endOf = (node: Node): number => node.start + node.text.trimEnd().length;

/** Returns the range of every comment, without its line break. */
export const commentRanges = (tree: Tree | undefined): readonly Range[] =>
  tree?.comments.map((comment) => ({ start: comment.start, end: endOf(comment) })) ?? [];
