import { namesOf, type ApiDefinition } from "../api/index.ts";
import { listed } from "../lib/index.ts";
import type { Part } from "./contracts.ts";

interface Commands {
  readonly install: string;
  readonly start: string;
  readonly test: string;
  readonly checks: string;
  readonly production: string;
}

const block = (...lines: readonly string[]): string => ["```sh", ...lines, "```"].join("\n");

/** The generated project's README: what it serves, how to run it, what can be set. */
export function readme(api: ApiDefinition, part: Part, commands: Commands): string {
  const what = listed(api.resources.map((resource) => namesOf(resource).plural.words));
  const rows = api.operations.map(
    ({ method, path, summary }) =>
      `| ${method.toUpperCase()} | \`${path.replaceAll(/\{(\w+)\}/g, ":$1")}\` | ${summary} |`,
  );
  const settings = Object.entries(part.environment ?? {}).map(
    ([name, { comment }]) => `| \`${name}\` | ${comment} |`,
  );
  const sections = [
    `# ${api.info.title}`,
    `A REST API for ${what}.`,
    block(commands.install, commands.start),
    "It listens on http://localhost:3000; `/docs` shows its documentation, `/openapi.json` is its description.",
    ["| Method | Path | Description |", "| --- | --- | --- |", ...rows].join("\n"),
    "## Tests",
    block(commands.test, commands.checks),
    "## Settings",
    "Read from the environment and from `.env`, for which `.env.example` is a pattern.",
    [
      "| Name | Meaning |",
      "| --- | --- |",
      "| `PORT` | Port that the server listens on. |",
      ...settings,
    ].join("\n"),
    "## Production",
    block(commands.production),
    ...Object.entries(part.readme ?? {}).flatMap(([heading, text]) => [`## ${heading}`, text]),
  ];
  return `${sections.join("\n\n")}\n`;
}
