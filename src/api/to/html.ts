import { createHash } from "node:crypto";
import type { ApiDefinition } from "../definition.ts";
import { namesOf } from "../names.ts";
import { defaultServer } from "./markdown.ts";
import { pages, type Endpoint, type Page } from "./pages.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
nav a { margin-right: 1rem; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
pre { background: var(--soft); border-radius: 6px; overflow-x: auto; padding: .75rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
summary { cursor: pointer; font-weight: 600; padding: .4rem 0; }
.method { display: inline-block; min-width: 4.5rem; }
`;

/** The policy that a page of ours needs, and nothing more: no script, no request, one style sheet known by its hash. */
export const htmlPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

export const code = (text: string): string => `<code>${escape(text).replaceAll("`", "")}</code>`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (!rows.length) return "";
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<table><thead>${row(head, "th")}</thead><tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table>`;
}

/** Our own sentences mark code by backticks. */
const prose = (text: string): string => escape(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");

function endpoint(given: Endpoint): string {
  const parameters = given.parameters.map(([name, type, meaning]) => [
    code(name),
    escape(type),
    escape(meaning),
  ]);
  const errors = given.errors.map(([status, why]) => [escape(status), prose(why)]);
  return `<details id="${escape(given.id)}"><summary><span class="method">${given.method}</span> ${code(given.path)} ${escape(given.summary)}</summary>
${table(["Query parameter", "Type", "Meaning"], parameters)}
${given.request ? `<pre><code>${escape(given.request)}</code></pre>` : ""}
<p>Answers ${given.status}${given.answer === undefined ? "." : ":"}</p>
${given.answer === undefined ? "" : `<pre><code>${escape(given.answer)}</code></pre>`}
${table(["Error", "When"], errors)}</details>`;
}

function section(anchor: string, given: Page): string {
  const fields = given.fields.map(([name, type, what]) => [code(name), escape(type), escape(what)]);
  const relations = given.relations.map((line) => `<li>${escape(line)}</li>`).join("");
  return `<section id="${escape(anchor)}"><h2>${escape(given.title)}</h2>
<p>${escape(given.description)}</p>
${table(["Field", "Type", "Rules"], fields)}
${relations ? `<ul>${relations}</ul>` : ""}
${given.endpoints.map(endpoint).join("\n")}</section>`;
}

/** The documentation page of an API: one file without scripts and without requests to anywhere. */
export function toHtml(api: ApiDefinition, server = defaultServer): string {
  const all = [...pages(api, server)].map(
    ([resource, page]) => [namesOf(resource).plural.kebab, page] as const,
  );
  const links = all
    .map(([anchor, page]) => `<a href="#${escape(anchor)}">${escape(page.title)}</a>`)
    .join("\n");
  return shell(
    api,
    `<nav>${links}</nav>
${all.map(([anchor, page]) => section(anchor, page)).join("\n")}`,
  );
}

/** A page around its content: one file without scripts and without requests to anywhere. */
export const shell = (api: Pick<ApiDefinition, "info">, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(htmlPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(api.info.title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(api.info.title)}</h1>
<p>Version ${escape(api.info.version)}. ${escape(api.info.description ?? "")}</p>
${content}
</body>
</html>
`;
