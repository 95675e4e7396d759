/** A page section that /doc maintains; everything outside its marks belongs to the author. */
export interface Managed {
  readonly key: string;
  /** From the start of the opening mark to the end of the closing one. */
  readonly start: number;
  readonly end: number;
  readonly body: string;
}

export const opening = (key: string): string => `<!-- antiphon:begin ${key} -->`;
export const closing = (key: string): string => `<!-- antiphon:end ${key} -->`;

export function managedIn(text: string): readonly Managed[] {
  const found: Managed[] = [];
  for (const match of text.matchAll(/^<!-- antiphon:begin ([a-z-]+) -->[ \t]*\r?\n/gm)) {
    const [whole, key = ""] = match;
    const from = match.index + whole.length;
    const end = text.indexOf(closing(key), from);
    const inner = text.slice(from, end);
    if (end >= 0 && !inner.includes("<!-- antiphon:begin"))
      found.push({ key, start: match.index, end: end + closing(key).length, body: inner });
  }
  return found;
}

export const managed = (key: string, body: string): string =>
  `${opening(key)}\n\n${body.trim()}\n\n${closing(key)}`;

export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly start: number;
}

/** Returns the headings outside code. */
export function headingsIn(text: string): readonly Heading[] {
  const found: Heading[] = [];
  let fence: string | undefined;
  let start = 0;
  for (const line of text.split("\n")) {
    const [, mark] = /^\s{0,3}(```+|~~~+)/.exec(line) ?? [];
    if (mark && !fence) fence = mark;
    else if (mark && fence && line.trim().startsWith(fence)) fence = undefined;
    const [, hashes = "", title = ""] =
      (fence ? null : /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line.replace(/\r$/, ""))) ?? [];
    if (hashes) found.push({ level: hashes.length, title, start });
    start += line.length + 1;
  }
  return found;
}

/** Returns the text with code blocks, code spans and comments blanked, so that offsets stay. */
export const withoutCode = (text: string): string =>
  text
    .replaceAll(/^([ \t]{0,3})(```+|~~~+)[^\n]*\n[\s\S]*?^\s{0,3}\2[ \t]*$/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, blank);

const blank = (part: string): string => part.replaceAll(/[^\n]/g, " ");
