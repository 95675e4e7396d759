import { isSecured } from "../bearer.ts";
import type { ApiDefinition, Resource } from "../definition.ts";
import { hasEtags } from "../etag.ts";
import { pages, type Endpoint, type Page } from "./pages.ts";

/** Escapes untrusted text for Markdown, on one line. */
export const text = (value: string): string =>
  value
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\*_[\]<>|#~!]/g, String.raw`\$&`)
    .replaceAll(/(https?):\/\//g, "$1:\u200B//");

/** Formats untrusted text as code; `|` ends a table cell even there. */
export const code = (value: string): string =>
  `\`${value
    .replaceAll("`", "'")
    .replaceAll(/\s+/g, " ")
    .replaceAll("|", String.raw`\|`)}\``;

/** Formats our own text for a table cell; backticks keep their meaning. */
const prose = (value: string): string => value.replaceAll("|", String.raw`\|`);

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

export const fence = (language: string, body: string): string => {
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${body}\n${ticks}`;
};

function endpoint(described: Endpoint): string {
  const parameters = described.parameters.map(([name, type, meaning]) => [code(name), type, text(meaning)]);
  const errors = described.errors.map(([status, why]) => [status, prose(why)]);
  return [
    `### ${described.method} ${described.path}`,
    `${text(described.summary)}.`,
    ...(parameters.length ? [table(["Query parameter", "Type", "Meaning"], parameters)] : []),
    ...(described.request ? [fence("sh", described.request)] : []),
    described.answer === undefined
      ? `Answers ${described.status}${described.status === 204 ? " without a body" : ""}.`
      : `Answers ${described.status}:\n\n${fence("json", described.answer)}`,
    ...(errors.length ? [table(["Error", "When"], errors)] : []),
  ].join("\n\n");
}

const problem = `{
  "type": "about:blank",
  "title": "Invalid input",
  "status": 400,
  "errors": [{ "path": "name", "message": "is required" }]
}`;

export const versions =
  "Answers with one record have an `ETag`. A change that sends it as `If-Match` is made only if nobody else has changed the record since; otherwise the answer is 412.";

function page(api: ApiDefinition, described: Page): string {
  const secured = isSecured(api);
  const fields = described.fields.map(([name, type, what]) => [code(name), type, text(what)]);
  return `${[
    `# ${text(described.title)}`,
    ...(described.description ? [text(described.description)] : []),
    ...(secured
      ? [
          "Every request carries a token: `Authorization: Bearer …`. The lines below read it from the variable `TOKEN`.",
        ]
      : []),
    ...(hasEtags(api) ? [prose(versions)] : []),
    "## Fields",
    table(["Field", "Type", "Rules"], fields),
    ...(described.relations.length
      ? ["## Relations", described.relations.map((line) => `- ${text(line)}`).join("\n")]
      : []),
    "## Endpoints",
    ...described.endpoints.map(endpoint),
    "## Errors",
    "Every error is a problem (RFC 9457) of the media type `application/problem+json`. `errors` names each member of the request that is wrong, by its path.",
    fence("json", problem),
  ].join("\n\n")}\n`;
}

/** Where generated servers listen by default (`PORT` changes it). */
export const defaultServer = "http://localhost:3000";

/** Returns the Markdown page of one resource: fields, endpoints with sample requests and responses, errors. */
export function toMarkdown(api: ApiDefinition, resource: Resource, server = defaultServer): string {
  const found = pages(api, server).get(resource);
  if (!found) throw new Error(`${resource.name} is no resource of the API.`);
  return page(api, found);
}
