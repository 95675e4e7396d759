import { isInstalledPath } from "../workspace/index.ts";
import type { Candidate, Ground } from "./contract.ts";

/** Returns one candidate that edits a file's text; none if the edit changes nothing, or the file is a package's. */
export async function edited(
  ground: Ground,
  path: string,
  { what, edit }: { readonly what: string; edit(text: string): string | undefined },
): Promise<readonly Candidate[]> {
  if (isInstalledPath(path)) return [];
  const before = await ground.text(path);
  const after = edit(before);
  return after === undefined || after === before ? [] : [{ what, changes: [{ path, before, after }] }];
}

/** Returns the text with one line (from 1) edited. */
export function onLine(text: string, line: number, edit: (line: string) => string): string {
  const lines = text.split("\n");
  const at = lines[line - 1];
  if (at !== undefined) lines[line - 1] = edit(at);
  return lines.join("\n");
}

export const wordOf = (word: string): RegExp =>
  new RegExp(`(?<![\\w$])${word.replaceAll("$", "\\$")}(?![\\w$])`, "g");

/** Replaces the word at a column (from 1), or everywhere on the line. */
export const replaced = (line: string, [from, to]: readonly [string, string], column?: number): string => {
  const index = (column ?? 0) - 1;
  return index >= 0 && line.startsWith(from, index)
    ? line.slice(0, index) + to + line.slice(index + from.length)
    : line.replaceAll(wordOf(from), () => to);
};
