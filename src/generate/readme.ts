import { namesOf, type ApiDefinition } from "../api/index.ts";
import { listed } from "../lib/index.ts";
import type { Part } from "./contracts.ts";
import { block, howTo, type Commands } from "./how-to.ts";

/** Returns the generated project's README: what it serves, how to run it, its settings. */
export function readme(api: ApiDefinition, part: Part, commands: Commands): string {
  const what = listed(api.resources.map((resource) => namesOf(resource).plural.words));
  const rows = api.operations.map(
    ({ method, path, summary }) =>
      `| ${method.toUpperCase()} | \`${path.replaceAll(/\{(\w+)\}/g, ":$1")}\` | ${summary} |`,
  );
  const sections = [
    `# ${api.info.title}`,
    `A REST API for ${what}.`,
    block(commands.install, commands.start),
    "It listens on http://localhost:3000; `/docs` shows its documentation, `/openapi.json` is its description.",
    ["| Method | Path | Description |", "| --- | --- | --- |", ...rows].join("\n"),
    ...howTo(commands, part),
    ...Object.entries(part.readme ?? {}).flatMap(([heading, text]) => [`## ${heading}`, text]),
  ];
  return `${sections.join("\n\n")}\n`;
}
