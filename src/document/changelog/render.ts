import type { Entry } from "./select.ts";
import { groups } from "./subject.ts";

export interface Heading {
  /** `undefined` heads the section `[Unreleased]`. */
  readonly version: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** Commit messages are strangers' text: nothing of them may become a heading, a tag, an image or a link. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 ? part : part.replaceAll("\\", "\\\\").replaceAll(/[<>[\]!*]|^[#+-]|^\d+(?=\.)/g, "\\$&"),
    )
    .join("");

const capital = (text: string): string =>
  text.replace(/^[a-z](?=[a-z]*[\s,.:;]|[a-z]*$)/, (letter) => letter.toUpperCase());

function line(entry: Entry): string {
  const scope = entry.scope === undefined ? "" : `**${plain(entry.scope)}:** `;
  const breaking = entry.breaking ? "**Breaking:** " : "";
  const unnamed = entry.prs.filter((pr) => !new RegExp(`#${pr}\\b`).test(entry.text));
  const references = [...unnamed.map((pr) => `#${pr}`), ...entry.commits.map((sha) => sha.slice(0, 7))];
  return `- ${breaking}${scope}${capital(plain(entry.text))}${references.length ? ` (${references.join(", ")})` : ""}`;
}

/** `## [<version>] - <date>` with the groups that have entries, in the order of Keep a Changelog. */
export function renderSection(entries: readonly Entry[], heading: Heading): string {
  const title =
    heading.version === undefined ? "## [Unreleased]" : `## [${heading.version}] - ${heading.date}`;
  const parts = groups.flatMap((group) => {
    const lines = entries.filter((entry) => entry.group === group).map(line);
    return lines.length ? [`### ${group}\n\n${lines.join("\n")}`] : [];
  });
  return [title, ...(parts.length ? parts : ["No change that a user could notice."])].join("\n\n") + "\n";
}
