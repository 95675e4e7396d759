import { commentsBefore } from "../comments.ts";
import type { Tree } from "../parse.ts";

/** A file's source and tree. */
export interface File {
  readonly path: string;
  readonly source: string;
  readonly tree: Tree;
}

/** Tags that don't describe the declaration itself, or are never shown. */
const elsewhere = /^(?:param|arg|argument|template|typeParam|this|type|overload|jsx|satisfies|import)$/;
const modifiers =
  /^(?:public|private|protected|internal|alpha|beta|experimental|readonly|sealed|virtual|override|abstract|event|eventProperty|class|enum|function|namespace|interface|hidden|ignore|expand|inline|preventExpand|preventInline|hideconstructor|useDeclaredType|primaryExport|reexport|showCategories|hideCategories|showGroups|hideGroups|disableGroups|mergeModuleWith|document)$/;

/** Returns the JSDoc text of what begins at `start`: the nearest comment that begins its line. */
export function commentAt(start: number, { source, tree }: File): string | undefined {
  const found = commentsBefore(start, source, tree).find(({ block, value, start: index }) => {
    const line = source.slice(source.lastIndexOf("\n", index - 1) + 1, index);
    return block && value.startsWith("*") && /^\s*(?:\/\*.*\*\/\s*)?$/.test(line);
  });
  return found && !/^[\s*]*@(?:module|packageDocumentation)\b/m.test(found.value) ? found.value : undefined;
}

/** Whether a comment has readable content: text, or a tag that isn't about parameters or tools. */
export function speaks(comment: string | undefined): boolean {
  if (comment === undefined) return false;
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\*+ ?/, "").trim());
  let counts = true; // whether the following text is content
  let fenced = false;
  for (const line of lines) {
    if (line.startsWith("```")) fenced = !fenced;
    const [, tag = ""] = fenced ? [] : (/^@([A-Za-z]+)/.exec(line) ?? []);
    if (tag) {
      if (!elsewhere.test(tag) && !modifiers.test(tag)) return true;
      counts = modifiers.test(tag) && counts;
      if (counts && line.slice(tag.length + 1).trim()) return true;
    } else if (counts && line) return true;
  }
  return false;
}

export const isHidden = (comment: string | undefined): boolean =>
  comment !== undefined && /^[\s*]*@(?:hidden|ignore|private)\b/m.test(comment);

/** Whether a comment's `@param` describes a parameter. */
export const tellsOf = (name: string, comment: string | undefined): boolean =>
  new RegExp(`@param\\s+(?:\\{[^}]*\\}\\s+)?${name.replaceAll("$", "\\$")}\\b[\\s-]*[^\\s@*]`).test(
    comment ?? "",
  );
