import type { Entry } from "./entry.ts";

export interface Heading {
  /** `undefined` renders the heading `[Unreleased]`. */
  readonly version: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/**
 * Escapes commit messages, which are untrusted: they can't create headings, tags, images or links, or
 * change terminal output.
 */
const plain = (text: string): string =>
  text
    .replaceAll(/(?!\u200D)\p{Cf}|\p{Co}|(?!\s)\p{Cc}/gu, "") // keep emoji joiners
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 ? part : part.replaceAll("\\", "\\\\").replaceAll(/[<>[\]!*]|^[#+-]|^\d+(?=\.)/g, "\\$&"),
    )
    .join("");

const capital = (text: string): string =>
  text.replace(/^[a-z](?=[a-z]*[\s,.:;]|[a-z]*$)/, (letter) => letter.toUpperCase());

const widest = 120;

/** Breaks a long text at sentence ends into lines; all but the first are indented. */
function wrapped(line: string): string {
  if (line.length <= widest) return line;
  const lines: string[] = [];
  for (const sentence of line.split(/(?<=[.!?]) (?=[\p{Lu}`"(])/u)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + sentence.length < widest)
      lines[lines.length - 1] = `${last} ${sentence}`;
    else lines.push(sentence);
  }
  return lines.join("\n  ");
}

const sentence = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);

/** Returns the change, followed by the author's text about what breaks. */
export const entryText = ({ text, breaks }: Entry, of: (text: string) => string): string =>
  breaks === undefined || breaks === text
    ? of(text)
    : `${sentence(of(text))} ${sentence(capital(of(breaks)))}`;

/** Renders one bullet: the change, with its pull requests and commits. */
export function renderLine(entry: Entry): string {
  const scope = entry.scope === undefined ? "" : `**${plain(entry.scope)}:** `;
  const breaking = entry.breaking ? "**Breaking:** " : "";
  const unnamed = entry.prs.filter((pr) => !new RegExp(`#${pr}\\b`).test(entry.text));
  const references = [...unnamed.map((pr) => `#${pr}`), ...entry.commits.map((sha) => sha.slice(0, 7))];
  const message = capital(entryText(entry, plain));
  return wrapped(`- ${breaking}${scope}${message}${references.length ? ` (${references.join(", ")})` : ""}`);
}
