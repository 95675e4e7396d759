import type { Spec } from "../../../api/index.ts";
import type { Part } from "../../contracts.ts";
import { block, howTo, type Commands } from "../../how-to.ts";
import type { Notes } from "./notes.ts";
import { oneLine, plain } from "../text.ts";

const path = (text: string): string => `\`${oneLine(text).replaceAll(/[`|]/g, "")}\``;

interface Around {
  readonly part: Part;
  /** What a project is worked with by. */
  readonly commands: Commands;
  /** Where the checks of requests are, as Markdown has it between two backticks. */
  readonly checks: string;
}

/** README.md of a server from a specification. */
export function specReadme(spec: Spec, server: Notes, { part, commands, checks }: Around): string {
  const stored = new Set(server.stored);
  const rows = server.served.map(
    ({ method, path: where, summary, operationId }) =>
      `| ${method.toUpperCase()} | ${path(where)} | ${plain(summary ?? operationId).slice(0, 200)} | ${stored.has(operationId) ? "stored" : "yours to write"} |`,
  );
  const sections = [
    `# ${plain(spec.info.title)}`,
    `A server for ${plain(spec.info.title)}, version ${plain(spec.info.version)}, as its specification describes it.`,
    block(commands.install, commands.start),
    "It listens on http://localhost:3000; `/openapi.json` is its description.",
    ["| Method | Path | Description | Handler |", "| --- | --- | --- | --- |", ...rows].join("\n"),
    `Handlers are in \`src/controllers\`; those that are yours to write answer 501 until then. What a request must hold is in \`${checks}\`: nothing that breaks it reaches a handler.`,
    ...howTo(commands, part),
  ];
  return `${sections.join("\n\n")}\n`;
}
