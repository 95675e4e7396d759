import type { Group } from "./subject.ts";

const words: readonly (readonly [RegExp, Group])[] = [
  [/^(added|add|new|features?|enhancements?|new features)\b/i, "Added"],
  [/^(fix(ed|es)?|bug ?fix(es)?)\b/i, "Fixed"],
  [/^(removed?|removals?|dropped)\b/i, "Removed"],
  [/^security\b/i, "Security"],
  [
    /^(changed?|changes|deprecat\w*|breaking\w*|performance|refactor\w*|improve\w*|polish|docs|documentation|other|misc\w*|internal)\b/i,
    "Changed",
  ],
];

/** Returns the group that a changelog heading means, in common wording. */
export const groupOf = (heading: string): Group | undefined => {
  const message = heading.replace(/^(?::\w+:|[^A-Za-z])+/, "");
  return words.find(([pattern]) => pattern.test(message))?.[1];
};

/** Whether a line repeats a single mark, like a reStructuredText underline. */
export const isUnderline = (line: string | undefined): boolean =>
  line !== undefined && /^([-=~^"'`*+.#])\1{2,}\s*$/.test(line);

/**
 * Returns a line's text if it is a heading inside a release: Markdown, underlined, or a group name alone
 * (`Fixed:`, `**Fixed**`).
 */
export function headingAt(line: string, next: string | undefined): string | undefined {
  const marked = /^#{2,5}\s+(.*)/.exec(line)?.[1];
  if (marked !== undefined) return marked;
  if (!/^[\p{L}\p{Extended_Pictographic}*_]/u.test(line)) return undefined;
  if (isUnderline(next)) return line.trim();
  const label = /^(?:\*\*|__)([\w ,&/-]{3,40}?):?(?:\*\*|__):?\s*$|^([A-Z][\w ,&/-]{2,40}):\s*$/.exec(line);
  const name = label?.[1] ?? label?.[2];
  return name !== undefined && groupOf(name) !== undefined ? name : undefined;
}
