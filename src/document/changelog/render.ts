import type { Entry } from "./entry.ts";

export interface Heading {
  /** `undefined` heads the section `[Unreleased]`. */
  readonly version: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** Commit messages are strangers' text: nothing of them may become a heading, a tag, an image or a link, or turn what a terminal shows. */
const plain = (text: string): string =>
  text
    .replaceAll(/(?!\u200D)\p{Cf}|\p{Co}|(?!\s)\p{Cc}/gu, "") // what joins emoji stays
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 ? part : part.replaceAll("\\", "\\\\").replaceAll(/[<>[\]!*]|^[#+-]|^\d+(?=\.)/g, "\\$&"),
    )
    .join("");

const capital = (text: string): string =>
  text.replace(/^[a-z](?=[a-z]*[\s,.:;]|[a-z]*$)/, (letter) => letter.toUpperCase());

/** One bullet: what changed, and the pull requests and commits that show it. */
export function renderLine(entry: Entry): string {
  const scope = entry.scope === undefined ? "" : `**${plain(entry.scope)}:** `;
  const breaking = entry.breaking ? "**Breaking:** " : "";
  const unnamed = entry.prs.filter((pr) => !new RegExp(`#${pr}\\b`).test(entry.text));
  const references = [...unnamed.map((pr) => `#${pr}`), ...entry.commits.map((sha) => sha.slice(0, 7))];
  return `- ${breaking}${scope}${capital(plain(entry.text))}${references.length ? ` (${references.join(", ")})` : ""}`;
}
