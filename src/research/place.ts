import type { Symbol } from "../inspect/index.ts";

/** Escapes untrusted text for Markdown as inline code that its own backticks can't close. */
export function inert(text: string): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  if (flat === "") return "";
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  const space = flat.startsWith("`") || flat.endsWith("`") ? " " : "";
  return `${mark}${space}${flat}${space}${mark}`;
}

export const place = (file: string, line: number): string => inert(`${file}:${line}`);
export const symbolPlace = ({ file, line }: Symbol): string => place(file, line);

export const named = ({ declaration, file, line }: Symbol): string =>
  `${inert(declaration.name)} ${place(file, line)}`;
