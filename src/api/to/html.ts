import { escapeHtml } from "../../lib/index.ts";
import type { ApiDefinition } from "../definition.ts";
import { namesOf } from "../name-spelling.ts";
import { hasEtags } from "../etag.ts";
import { defaultServer, versions } from "./markdown.ts";
import { pages, type Endpoint, type Page } from "./pages.ts";
import { code, endpoint, shell } from "./shell.ts";

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (!rows.length) return "";
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<table><thead>${row(head, "th")}</thead><tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table>`;
}

/** Renders our own sentences, which mark code with backticks. */
const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");

function inside(endpoint: Endpoint): string {
  const parameters = endpoint.parameters.map(([name, type, meaning]) => [
    code(name),
    escapeHtml(type),
    escapeHtml(meaning),
  ]);
  const errors = endpoint.errors.map(([status, why]) => [escapeHtml(status), prose(why)]);
  return `${table(["Query parameter", "Type", "Meaning"], parameters)}
${endpoint.request ? `<pre tabindex="0"><code>${escapeHtml(endpoint.request)}</code></pre>` : ""}
<p>Answers ${endpoint.status}${endpoint.answer === undefined ? "." : ":"}</p>
${endpoint.answer === undefined ? "" : `<pre tabindex="0"><code>${escapeHtml(endpoint.answer)}</code></pre>`}
${table(["Error", "When"], errors)}`;
}

function content(page: Page, versioned: boolean): string {
  const fields = page.fields.map(([name, type, what]) => [code(name), escapeHtml(type), escapeHtml(what)]);
  const relations = page.relations.map((line) => `<li>${escapeHtml(line)}</li>`).join("");
  return `<p>${escapeHtml(page.description)}</p>
${versioned ? `<p>${prose(versions)}</p>` : ""}
${table(["Field", "Type", "Rules"], fields)}
${relations ? `<ul>${relations}</ul>` : ""}
${page.endpoints.map((item) => endpoint({ ...item, access: "" }, inside(item))).join("\n")}`;
}

/**
 * Returns the documentation page that servers of an API serve: one file, which sends requests only to its own server.
 */
export function toHtml(api: ApiDefinition, server = defaultServer): string {
  const sections = [...pages(api, server)].map(([resource, page]) => ({
    anchor: namesOf(resource).plural.kebab,
    title: page.title,
    content: content(page, hasEtags(api)),
  }));
  return shell(api, sections, true);
}
