import { definitionFromYaml, definitionToYaml, showDefinition, type Shown } from "../../api/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Session } from "../../session/index.ts";
import type { Proposal } from "./propose.ts";

const width = 100;

/** Rows under each other; the last column is broken where the terminal would break it in the middle of a word. */
function columns(rows: readonly (readonly [string, string, string])[]): readonly string[] {
  const [first = 0, second = 0] = [0, 1].map((index) =>
    Math.max(0, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const indent = " ".repeat(first + second + 8);
  return rows.flatMap(([name, type, what]) => {
    const lines = [""];
    for (const word of what.split(" ")) {
      const last = lines.at(-1) ?? "";
      if (last && last.length + word.length + indent.length > width) lines.push(word);
      else lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
    const [line = "", ...rest] = lines;
    return [
      `    ${name.padEnd(first)}  ${type.padEnd(second)}  ${line}`,
      ...rest.map((more) => `${indent}${more}`),
    ];
  });
}

const block = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length ? [`  ${title}`, ...lines] : [];

function resourceText(shown: Shown): string {
  return [
    shown.description === undefined ? shown.name : `${shown.name}: ${shown.description}`,
    ...block("Fields", columns(shown.fields)),
    ...block(
      "Relationships",
      shown.relations.map((line) => `    ${line}`),
    ),
    ...block(
      "Custom endpoints",
      shown.actions.map(([endpoint, what]) => `    ${endpoint}: ${what}`),
    ),
  ].join("\n");
}

/** The definition as text for the terminal: fields with their validation, relations, custom endpoints, notes. */
export function definitionText({ api, names, assumed, ignored }: Proposal): string {
  const notes = [
    ...block(
      "Assumed",
      assumed.map((line) => `    ${line}`),
    ),
    ...block(
      "Not understood",
      ignored.map((line) => `    ${line}`),
    ),
  ];
  const resources = showDefinition(api, names).map(resourceText);
  return [...resources, ...(notes.length ? [notes.join("\n")] : [])].join("\n\n");
}

async function edited(proposal: Proposal, text: string, session: Session): Promise<Proposal | string> {
  const next = await session.ask.edit(text, "yaml");
  try {
    const api = definitionFromYaml(next, "the definition");
    const all = api.resources.map((resource) => resource.name);
    const before = new Set(proposal.api.resources.map((resource) => resource.name));
    const names = all.filter((name) => proposal.names.includes(name) || !before.has(name));
    return { api, names: names.length ? names : all, assumed: [], ignored: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { line, column } = error.place ?? {};
    session.note(
      `${line === undefined ? "" : `Line ${line}, column ${column}: `}${error.message} ${error.fix}`,
    );
    return next;
  }
}

/** Shows the definition and asks until the answer is yes or no; `e` edits it as YAML. Undefined is a no. */
export async function confirm(proposal: Proposal, session: Session): Promise<Proposal | undefined> {
  let current = proposal;
  let draft: string | undefined;
  for (;;) {
    if (draft === undefined) session.note(definitionText(current));
    const answer = await session.ask.choose(
      draft === undefined
        ? "Generate this API?"
        : "The edit can't be read. Generate the definition shown before?",
      ["y", "n", "e"],
    );
    if (answer === "n") return undefined;
    if (answer === "y") return current;
    const result = await edited(current, draft ?? definitionToYaml(current.api), session);
    draft = typeof result === "string" ? result : undefined;
    if (typeof result !== "string") current = result;
  }
}
