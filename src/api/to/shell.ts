import { createHash } from "node:crypto";
import { escapeHtml } from "../../lib/index.ts";
import type { ApiDefinition } from "../definition.ts";
import { tryScript, tryStyle } from "./try-it.ts";

export const code = (text: string): string => `<code>${escapeHtml(text).replaceAll("`", "")}</code>`;

/** Follows the system's colour scheme; adapts to phones and print. */
const style = `
:root { color-scheme: light dark; --back: light-dark(#fff, #14181d); --text: light-dark(#1b1f24, #e8ecf0); --quiet: light-dark(#535c66, #a8b2bd); --line: light-dark(#c9d0d8, #3a434d); --soft: light-dark(#f3f5f7, #1e242b); --link: light-dark(#0b57a4, #86bdff); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
header, .columns { max-width: 80rem; margin: 0 auto; padding: 1rem; }
header { padding-bottom: 0; }
h1 { margin: .5rem 0 0; line-height: 1.2; }
header p { color: var(--quiet); margin: .3rem 0; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem; margin: .8rem 0 0; }
.tools input { flex: 1 1 16rem; max-width: 32rem; }
input, button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .3rem .7rem; min-height: 2.2rem; }
button { cursor: pointer; }
.columns { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 2rem; }
nav { align-self: start; position: sticky; top: 0; max-height: 100vh; overflow: auto; padding: 1rem 0; }
nav a { display: block; padding: .15rem 0; }
main { min-width: 0; }
h2 { margin: 1.5rem 0 .5rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; }
summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: .2rem .75rem; align-items: baseline; padding: .5rem .75rem; }
summary::before { content: "▸" / ""; width: .8rem; color: var(--quiet); }
details[open] > summary::before { content: "▾" / ""; }
summary::-webkit-details-marker { display: none; }
summary:hover, details[open] > summary { background: var(--soft); }
summary .what { color: var(--quiet); }
summary .access { margin-left: auto; color: var(--quiet); font-size: .85rem; }
.inside { padding: 0 .75rem .75rem; border-top: 1px solid var(--line); }
.method { font: 700 .85rem/1.5 ui-monospace, monospace; min-width: 4rem; }
.GET, .HEAD { color: var(--link); }
.POST { color: light-dark(#17632f, #7bd88f); }
.PUT, .PATCH { color: light-dark(#7a4b00, #f0bd66); }
.DELETE { color: light-dark(#a8201a, #ff9c94); }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .7rem; overflow-x: auto; overflow-wrap: normal; }
code { font: .9em/1.45 ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: .75rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
[hidden] { display: none !important; }
@media (max-width: 50rem) { .columns { grid-template-columns: minmax(0, 1fr); gap: 0; } nav { position: static; max-height: none; padding: 0; } nav a { display: inline-block; margin-right: 1rem; } summary .access { margin-left: 0; } }
@media print { .tools, nav { display: none; } .columns { display: block; } pre { white-space: pre-wrap; } details, table { break-inside: avoid; } }
`;

/** Filters the page by the typed text, opens the endpoint in the address, and opens everything for printing. */
const script = `
(() => {
  const all = [...document.querySelectorAll("details")];
  const tools = document.querySelector(".tools");
  const [input, button] = tools.children;
  const count = tools.querySelector("[role=status]");
  const texts = new Map(all.map((one) => [one, one.textContent.toLowerCase()]));
  const show = () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const one of all) one.hidden = !words.every((word) => texts.get(one).includes(word));
    for (const section of document.querySelectorAll("section")) {
      section.hidden = words.length > 0 && !section.querySelector("details:not([hidden])");
      const link = document.querySelector('nav a[href="#' + CSS.escape(section.id) + '"]');
      if (link) link.hidden = section.hidden;
    }
    count.textContent = words.length ? all.filter((one) => !one.hidden).length + " of " + all.length + " endpoints" : "";
  };
  const open = () => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (place instanceof HTMLDetailsElement) { place.open = true; place.scrollIntoView(); }
  };
  tools.hidden = false;
  input.addEventListener("input", show);
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-pressed") !== "true";
    for (const one of all) one.open = isOpen;
    button.setAttribute("aria-pressed", String(isOpen));
  });
  addEventListener("hashchange", open);
  addEventListener("beforeprint", () => { for (const one of all) one.open = true; });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || document.activeElement === input) return;
    event.preventDefault();
    input.focus();
  });
  open();
})();
`;

const hashed = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policyOf = (styles: string, scripts: readonly string[], more: string): string =>
  `default-src 'none'; style-src ${hashed(styles)}; script-src ${scripts.map(hashed).join(" ")}; ${more}base-uri 'none'; form-action 'none'`;

/** Content security policy of a file: no requests; one style sheet and one script, allowed by their hashes. */
const filePolicy = policyOf(style, [script], "");

/** Content security policy of a served page: it may send requests to its own server only. */
export const htmlPolicy = policyOf(style + tryStyle, [script, tryScript], "connect-src 'self'; ");

/** The summary line of an endpoint. */
interface Line {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Who may call it, in a word or two; empty: everyone. */
  readonly access: string;
}

/** Renders an endpoint that opens to show its content. */
export const endpoint = (line: Line, inside: string): string =>
  `<details id="${escapeHtml(line.id)}"><summary><span class="method ${escapeHtml(line.method)}">${escapeHtml(line.method)}</span> ${code(line.path)} <span class="what">${escapeHtml(line.summary)}</span>${line.access ? ` <span class="access">${escapeHtml(line.access)}</span>` : ""}</summary>
<div class="inside">
${inside}
<p><a href="#${escapeHtml(line.id)}">Link to this endpoint</a></p>
</div></details>`;

/** A group of endpoints, with the anchor used by the page's list of groups. */
export interface Section {
  readonly anchor: string;
  readonly title: string;
  readonly content: string;
}

/**
 * Renders a page with its sections: one file, usable without scripts. It sends no requests, unless it is `served` by
 * its API and the reader asks for them.
 */
export function shell(
  api: Pick<ApiDefinition, "info">,
  sections: readonly Section[],
  served = false,
): string {
  const links = sections.map(
    ({ anchor, title }) => `<a href="#${escapeHtml(anchor)}">${escapeHtml(title)}</a>`,
  );
  const groups = sections.map(
    ({ anchor, title, content }) =>
      `<section id="${escapeHtml(anchor)}"><h2>${escapeHtml(title)}</h2>\n${content}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(served ? htmlPolicy : filePolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(api.info.title)}</title>
<style>${style}${served ? tryStyle : ""}</style>
</head>
<body>
<header>
<h1>${escapeHtml(api.info.title)}</h1>
<p>Version ${escapeHtml(api.info.version)}. ${escapeHtml(api.info.description ?? "")}</p>
<div class="tools" hidden><input type="search" placeholder="Filter: a path, a field, a status" aria-label="Filter endpoints (/)"><button type="button" aria-pressed="false">Open all</button><span role="status"></span></div>
</header>
<div class="columns">
<nav aria-label="Groups">${links.join("\n")}</nav>
<main>
${groups.join("\n")}
</main>
</div>
<script>${script}</script>${served ? `\n<script>${tryScript}</script>` : ""}
</body>
</html>
`;
}
