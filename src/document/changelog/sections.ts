/** One release's part of a changelog, heading included. */
export interface Section {
  /** Without a leading v; `undefined` for Unreleased. */
  readonly version: string | undefined;
  readonly text: string;
}

const heading =
  /^(?:#{1,3}\s+(.*)|(\S+ v?\d+\.\d+[^\n]*|[`[]{0,2}v?\d+\.\d+[^\n]*|[`[]{0,2}unreleased[^\n]*|tbd)\n(?=[-=~^*]{3,}\s*$)|(v?\d+\.\d+\.\d+\S* [-–/(]+ ?[^\n]*\d{4}[^\n]*)\n\s*$)/i;
const versionIn = /\bv?(\d+\.\d+(?:\.\d+)?(?:[-.]?[0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*)?)\b/;

/** Returns the version a heading names, `null` for Unreleased, `undefined` if it isn't a release heading. */
export function versionOf(line: string): string | null | undefined {
  const words = heading.exec(line)?.slice(1).find(Boolean);
  if (words === undefined) return undefined;
  if (/^\W*(unreleased|next|upcoming|master|main|head|tbd)\b/i.test(words.trim())) return null;
  const plain = words.replaceAll(/\(https?:[^)]*\)|<https?:[^>]*>|<\/?[a-z]+>/g, "");
  if (/\bv?\d+(?:\.\d+)*\.x\b/i.test(plain)) return null; // a release line such as 1.x, not a release
  return /^\W*(?:version\s+|release\s+|[@\w/-]+@|[\w.-]+\s+(?=v?\d+\.\d))?v?\d/i.test(plain)
    ? versionIn.exec(plain)?.[1]?.replace(/(?<=\d)[-.]?(?:dev|snapshot|wip)\d*$/i, "")
    : undefined;
}

/** Splits a changelog into its sections, in order; text before the first one is skipped. */
export function sections(changelog: string): readonly Section[] {
  const found: { version: string | undefined; lines: string[] }[] = [];
  const lines = changelog.split("\n");
  for (const [i, line] of lines.entries()) {
    const version = versionOf(`${line}\n${lines[i + 1] ?? ""}`);
    if (version !== undefined) found.push({ version: version ?? undefined, lines: [] });
    found.at(-1)?.lines.push(line);
  }
  return found.map((section) => ({ version: section.version, text: section.lines.join("\n") }));
}

/** Whether a line is a link definition: `[#12]: https://…`. */
export const isLinkDefinition = (line: string): boolean => /^\[[^\]]+\]:\s+\S/.test(line);

/** Removes link definitions: those at a file's end belong to all sections. */
export const withoutLinks = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !isLinkDefinition(line))
    .join("\n");

/** Whether a section has content: headings, comments and lines with only a link don't count. */
export const isNews = ({ text }: Section): boolean =>
  withoutLinks(text.replaceAll(/<!--[\s\S]*?-->/g, ""))
    .split("\n")
    .slice(1)
    .some((line) => /\w/.test(line.replace(/^\s*(?:#.*|\[[^\]]*\]\([^)]*\)[.\s]*)$/, "")));
