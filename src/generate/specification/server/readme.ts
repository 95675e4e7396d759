import type { Spec } from "../../../api/index.ts";
import type { Part } from "../../contracts.ts";
import { block, howTo, type Commands } from "../../how-to.ts";
import type { Notes } from "./notes.ts";
import { oneLine, plain } from "../text.ts";

const path = (text: string): string => `\`${oneLine(text).replaceAll(/[`|]/g, "")}\``;

interface Around {
  readonly part: Part;
  readonly commands: Commands;
  /** Location of the request checks, as Markdown between two backticks. */
  readonly checks: string;
  /** Environment variable that is `production` on production servers. */
  readonly production: string;
}

export function specReadme(
  spec: Spec,
  server: Notes,
  { part, commands, checks, production }: Around,
): string {
  const stored = new Set(server.stored);
  const list = (names: readonly string[]): string => names.map(path).join(", ");
  const more = [
    ...(server.hooks.length
      ? [
          `What records have that no request brings is in ${list(server.hooks)}: the document's examples, until you write it.`,
        ]
      : []),
    ...(server.seeds.length
      ? [
          `What no operation writes begins with the records of ${list(server.seeds)}; those of accounts, whose password is \`password\`, are left out where \`${production}\` is \`production\`.`,
        ]
      : []),
    ...(server.ignored.length
      ? [
          `These parameters change nothing yet: ${server.ignored
            .slice(0, 40)
            .map(({ operationId, names }) => `${list(names)} of ${path(operationId)}`)
            .join("; ")}. A request that has one is logged.`,
        ]
      : []),
    ...(server.yours.length
      ? ["With `MOCK=1` they answer the document's example, which the header `x-mock` marks."]
      : []),
  ];
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
    ...more,
    ...howTo(commands, part),
  ];
  return `${sections.join("\n\n")}\n`;
}
