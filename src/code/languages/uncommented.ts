import type { Language } from "../language.ts";

/** Replaces a source's comments with spaces, so that offsets and lines stay the same. */
export function withoutComments(source: string, language: Pick<Language, "comments">): string {
  const pieces: string[] = [];
  let last = 0;
  for (const { start, end } of language.comments(source).toSorted((a, b) => a.start - b.start)) {
    if (start < last) continue;
    pieces.push(source.slice(last, start), source.slice(start, end).replaceAll(/[^\n]/g, " "));
    last = end;
  }
  return pieces.join("") + source.slice(last);
}
