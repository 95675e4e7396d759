import {
  definitionFromYaml,
  definitionToYaml,
  differences,
  showDefinition,
  type ApiDefinition,
  type DefinitionChange,
  type Shown,
} from "../../api/index.ts";
import { headings, type Rule } from "../../describe/index.ts";
import { UserError } from "../../lib/index.ts";
import type { Session } from "../../session/index.ts";
import type { Proposal } from "./propose.ts";

const width = 100;

/** Formats rows as columns; the last column wraps at words. */
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

function resourceText(resource: Shown): string {
  return [
    resource.description === undefined ? resource.name : `${resource.name}: ${resource.description}`,
    ...block("Fields", columns(resource.fields)),
    ...block(
      "Relationships",
      resource.relations.map((line) => `    ${line}`),
    ),
    ...block(
      "Custom endpoints",
      resource.actions.map(([endpoint, what]) => `    ${endpoint}: ${what}`),
    ),
  ].join("\n");
}

const signs = { added: "+", removed: "-", changed: "~", renamed: ">" } as const;

/** A change of the definition as one line, with its effect on stored data. */
export const changeText = ({ kind, text, data }: DefinitionChange): string =>
  `${signs[kind]} ${text}${data === undefined ? "" : ` (${data})`}`;

/** A note for databases whose migrations drop nothing (MongoDB): removed data stays stored. */
export const keptNote = (
  database: string,
  before: ApiDefinition | undefined,
  api: ApiDefinition,
): readonly string[] =>
  before && database === "mongodb" && differences(before, api).some(({ kind }) => kind === "removed")
    ? ["On MongoDB what is removed stays stored; it is answered no more."]
    : [];

/** Changed parts as old and new, and new resources in full. */
function changesText(before: ApiDefinition, { api, names }: Proposal): readonly string[] {
  const changes = differences(before, api);
  const known = new Set(before.resources.flatMap(({ name }) => name));
  const fresh = api.resources.filter(({ name, was }) => !known.has(name) && !known.has(was ?? ""));
  return [
    ...(changes.length
      ? [["Changes of the definition", ...changes.map((change) => `  ${changeText(change)}`)].join("\n")]
      : ["The definition says nothing new."]),
    ...showDefinition(
      api,
      fresh.map(({ name }) => name).filter((name) => names.includes(name)),
    ).map(resourceText),
  ];
}

/** Rules that remain to be implemented, under a heading for each kind. */
export const ruleBlocks = (
  rules: readonly Rule[],
): readonly (readonly [title: string, lines: readonly string[]])[] =>
  [...Map.groupBy(rules, ({ kind }) => kind)].map(([kind, all]) => [
    headings[kind].title,
    all.map(({ text }) => `${text} (${headings[kind].todo})`),
  ]);

/**
 * The definition, or its changes, as text for the terminal: fields with their validation, relations, custom
 * endpoints, notes.
 */
export function definitionText(proposal: Proposal, before?: ApiDefinition): string {
  const { api, names, assumed, ignored, rules = [], choices = [] } = proposal;
  const notes = [
    ...block(
      "Could also be read",
      choices.map(({ taken, other }, index) => `    ${index + 1}  ${taken} Or: ${other}.`),
    ),
    ...block(
      "Assumed",
      assumed.map((line) => `    ${line}`),
    ),
    ...ruleBlocks(rules).flatMap(([title, lines]) =>
      block(
        title,
        lines.map((line) => `    ${line}`),
      ),
    ),
    ...block(
      "Not understood",
      ignored.map((line) => `    ${line}`),
    ),
  ];
  const resources = before ? changesText(before, proposal) : showDefinition(api, names).map(resourceText);
  return [...resources, ...(notes.length ? [notes.join("\n")] : [])].join("\n\n");
}

async function edited(
  proposal: Proposal,
  { text, before }: { readonly text: string; readonly before: ApiDefinition | undefined },
  session: Session,
): Promise<Proposal | string> {
  const next = await session.ask.edit(text, "yaml");
  try {
    const api = definitionFromYaml(next, "the definition", before);
    const all = api.resources.map((resource) => resource.name);
    const known = new Set(proposal.api.resources.map((resource) => resource.name));
    const names = all.filter((name) => proposal.names.includes(name) || !known.has(name));
    return { api, names: names.length ? names : all, assumed: [], ignored: [], rules: proposal.rules ?? [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { line, column } = error.place ?? {};
    session.note(
      `${line === undefined ? "" : `Line ${line}, column ${column}: `}${error.message} ${error.fix}`,
    );
    return next;
  }
}

const numbers = ["1", "2", "3"] as const;

/**
 * Shows the definition, or its differences from `before`, and asks until the answer is yes or no; `e` edits it as
 * YAML, a number switches to the other reading of a choice. Returns undefined for no.
 */
export async function confirm(
  proposal: Proposal,
  session: Session,
  before?: ApiDefinition,
): Promise<Proposal | undefined> {
  let current = proposal;
  let draft: string | undefined;
  for (;;) {
    if (draft === undefined) session.note(definitionText(current, before));
    const answer = await session.ask.choose(
      draft === undefined
        ? "Generate this API?"
        : "The edit can't be read. Generate the definition shown before?",
      ["y", "n", "e", ...numbers.slice(0, draft === undefined ? (current.choices ?? []).length : 0)],
    );
    if (answer === "n") return undefined;
    if (answer === "y") return current;
    const choice = answer === "e" ? undefined : current.choices?.[Number(answer) - 1];
    if (choice) {
      current = (await current.choose?.(choice.id)) ?? current;
      continue;
    }
    const result = await edited(current, { text: draft ?? definitionToYaml(current.api), before }, session);
    draft = typeof result === "string" ? result : undefined;
    if (typeof result !== "string") current = result;
  }
}
