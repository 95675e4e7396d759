import { mark } from "./mark.ts";

/** The only style sheet: light and dark by system or choice, phones, print. */
export const style = `/* ${mark} */
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --soft: #f3f5f7; --line: #c9d0d8; --link: #0b57a4; --quiet: #535c66; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { --back: #14181d; --text: #e8ecf0; --soft: #1e242b; --line: #3a434d; --link: #86bdff; --quiet: #a8b2bd; } }
:root[data-theme="dark"] { color-scheme: dark; --back: #14181d; --text: #e8ecf0; --soft: #1e242b; --line: #3a434d; --link: #86bdff; --quiet: #a8b2bd; }
:root[data-theme="light"] { color-scheme: light; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; }
a:not([href]) { color: inherit; text-decoration: none; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
header { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; padding: .5rem 1rem; background: var(--back); border-bottom: 1px solid var(--line); }
header .name { font-weight: 700; color: var(--text); text-decoration: none; }
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.search { position: relative; margin-left: auto; flex: 0 1 22rem; }
input, button, select { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .3rem .6rem; min-height: 2rem; }
.search input { width: 100%; }
::placeholder { color: var(--quiet); opacity: 1; }
.search ul { position: absolute; right: 0; left: 0; max-height: 70vh; margin: .25rem 0 0; padding: 0; overflow: auto; list-style: none; background: var(--back); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 6px 24px #0004; }
.search [role="option"] { padding: .3rem .6rem; cursor: pointer; }
.search [role="option"] small { display: block; color: var(--quiet); }
.search [aria-selected="true"] { background: var(--soft); outline: 2px solid var(--link); outline-offset: -2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; background: var(--back); z-index: 3; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 16rem; gap: 2rem; max-width: 84rem; margin: 0 auto; padding: 1rem; }
.contents { align-self: start; position: sticky; top: 4rem; max-height: calc(100vh - 5rem); overflow: auto; font-size: .9rem; }
.contents h2 { margin-bottom: .5rem; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents li { padding: .1rem 0; }
.contents .inner { padding-left: 1rem; }
/* a line below would hide what is part of names: _ */
.contents a:not(:hover, :focus) { text-decoration: none; }
header [aria-current] { font-weight: 600; color: var(--text); }
blockquote { margin: 1rem 0; padding: .1rem 1rem; border-left: 4px solid var(--line); background: var(--soft); }
main { min-width: 0; }
img { max-width: 100%; height: auto; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .7rem; overflow-x: auto; overflow-wrap: normal; }
code { font: .9em/1.45 ui-monospace, monospace; background: var(--soft); border-radius: 3px; }
pre code { background: none; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
th { overflow-wrap: normal; }
td { overflow-wrap: break-word; }
.center { text-align: center; }
.right { text-align: right; }
.entry { border-top: 1px solid var(--line); margin-top: 1.5rem; }
.entry h2, .entry h3 { margin-bottom: .4rem; }
.entry .entry { margin-left: 1rem; }
.entry .self { color: inherit; text-decoration: none; }
.entry .self:hover::after, .entry .self:focus::after { content: " #"; color: var(--link); }
.kind { font-size: .8rem; font-weight: 400; color: var(--quiet); }
dl { margin: .5rem 0; }
dt { font-weight: 600; }
dd { margin: 0 0 .3rem 1rem; }
footer { max-width: 84rem; margin: 2rem auto 0; padding: 1rem; color: var(--quiet); border-top: 1px solid var(--line); font-size: .9rem; }
@media (max-width: 50rem) { .columns { grid-template-columns: minmax(0, 1fr); } .contents { position: static; max-height: 14rem; padding: 0 1rem 1rem; border: 1px solid var(--line); border-radius: 6px; order: -1; } .search { flex: 1 1 100%; margin: 0; order: 1; } #theme { margin-left: auto; } header { position: static; } }
@media print { :root, :root[data-theme], :root:not([data-theme="light"]) { color-scheme: light; --back: #fff; --text: #000; --soft: #f3f5f7; --line: #c9d0d8; --link: #0b57a4; --quiet: #535c66; } header, .contents, .skip { display: none; } .columns { display: block; } pre { white-space: pre-wrap; } .entry { break-inside: avoid; } }
`;

/** The only script of all pages: theme, keyboard search, versions. It loads nothing from other sites. */
export const script = `/* ${mark} */
(() => {
  const root = document.documentElement;
  const base = root.dataset.base;
  const store = { get: (key) => { try { return localStorage.getItem(key); } catch { return null; } }, set: (key, value) => { try { localStorage.setItem(key, value); } catch {} } };
  const theme = store.get("theme");
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  const load = (name, then) => { const tag = document.createElement("script"); tag.src = base + name; tag.onload = then; document.head.append(tag); };
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("#theme");
    const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const say = () => button.setAttribute("aria-pressed", String(isDark()));
    button.hidden = false;
    say();
    button.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; store.set("theme", root.dataset.theme); say(); });
    const input = document.querySelector("#search");
    const list = document.querySelector("#found");
    input.closest(".search").hidden = false;
    let entries, at = -1;
    const ready = (then) => { if (entries) return then(); load("search.js", () => { entries = window.antiphonSearch; then(); }); };
    const close = () => { list.hidden = true; at = -1; input.setAttribute("aria-expanded", "false"); input.removeAttribute("aria-activedescendant"); };
    const score = (name, word) => { const low = name.toLowerCase(); const place = low.indexOf(word); return place < 0 ? -1 : (low === word ? 0 : place === 0 ? 1 : /[.#]$/.test(low.slice(0, place)) ? 2 : 3) * 1000 + low.length; };
    const show = () => {
      const words = input.value.trim().toLowerCase().split(/\\s+/).filter(Boolean);
      if (!words.length) return close();
      const hits = [];
      for (const entry of entries) {
        const first = score(entry[0], words[0]);
        const rest = words.every((word) => (entry[0] + " " + entry[3] + " " + entry[2]).toLowerCase().includes(word));
        if (rest) hits.push([first < 0 ? 9000 : first, entry]);
      }
      hits.sort((a, b) => a[0] - b[0]);
      list.replaceChildren(...hits.slice(0, 30).map(([, [name, kind, place, text]], index) => {
        const item = document.createElement("li");
        item.id = "found-" + index;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        item.dataset.place = place;
        item.textContent = name + " ";
        const more = document.createElement("small");
        more.textContent = [kind, text].filter(Boolean).join(": ");
        item.append(more);
        item.addEventListener("mousedown", (event) => { event.preventDefault(); go(item); });
        return item;
      }));
      if (!hits.length) { const none = document.createElement("li"); none.setAttribute("role", "option"); none.setAttribute("aria-disabled", "true"); none.textContent = "Nothing found"; list.append(none); }
      at = -1;
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
    };
    const go = (item) => { if (item.dataset.place) location.href = base + item.dataset.place; };
    const choose = (to) => {
      const items = [...list.children];
      items[at]?.setAttribute("aria-selected", "false");
      at = (to + items.length) % items.length;
      items[at].setAttribute("aria-selected", "true");
      items[at].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", items[at].id);
    };
    input.addEventListener("input", () => ready(show));
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return list.hidden ? (input.value = "") : close();
      if (list.hidden) return;
      if (event.key === "ArrowDown") { event.preventDefault(); choose(at + 1); }
      if (event.key === "ArrowUp") { event.preventDefault(); choose(at < 0 ? list.children.length - 1 : at - 1); }
      if (event.key === "Enter") { event.preventDefault(); go(list.children[Math.max(at, 0)]); }
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
      event.preventDefault();
      input.focus();
    });
    load("../versions.js", () => {
      const all = window.antiphonVersions || [];
      const select = document.querySelector("#versions");
      if (all.length < 2) return;
      for (const one of all) select.append(new Option(one, one, false, one === root.dataset.version));
      select.closest("label").hidden = false;
      select.addEventListener("change", () => { location.href = base + "../" + encodeURIComponent(select.value) + "/index.html"; });
    });
  });
})();
`;
