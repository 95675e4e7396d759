import { script, style } from "./assets.ts";
import { entry } from "./entry.ts";
import { markup, type Html } from "./html.ts";
import { linksOf, relative, type Links } from "./links.ts";
import { mark } from "./mark.ts";
import type { Module } from "./module.ts";
import { firstSentence, type Heading, pageOfProse, type Places } from "./prose.ts";
import { shell, type About, type Menu, type Page } from "./shell.ts";

/** Markdown that becomes a page of its own. */
export interface Text {
  readonly name: string;
  /** Of the page: `changelog.markup`. */
  readonly path: string;
  /** Where the Markdown stands, for its links; empty for what was made. */
  readonly file: string;
  readonly markdown: string;
}

export interface Project {
  readonly about: About;
  readonly modules: readonly Module[];
  readonly texts: readonly Text[];
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The address of a source at its commit. */
const sourceOf = ({ home }: About, path: string): string | undefined =>
  home === undefined ? undefined : home + path.split("/").map(encodeURIComponent).join("/");

class Site {
  readonly #project: Project;
  readonly #links: Links;
  readonly #pages: ReadonlyMap<string, string>;
  /** Rows of the search, of the texts that were made into pages. */
  readonly #sections: (readonly string[])[] = [];

  constructor(project: Project) {
    this.#project = project;
    this.#links = linksOf(project.modules);
    this.#pages = new Map([
      ...project.modules.map(({ path }) => [path, this.#links.pageOf(path)] as const),
      ...project.texts.map(({ file, path }) => [file, path] as const),
    ]);
  }

  /** Links of a text to files: to their page here, else to their source. */
  #places(page: string, file: string, from?: Module): Places {
    return {
      link: (address) => {
        const [path = "", hash = ""] = address.split(/(?=#)/);
        const url = new URL(path, `file:///${folderOf(file)}`);
        const to = decodeURI(url.pathname).slice(1);
        const here = url.protocol === "file:" ? this.#pages.get(to) : undefined;
        if (here !== undefined) return relative(page, here) + hash;
        const source = url.protocol === "file:" ? sourceOf(this.#project.about, to) : undefined;
        return source && source + hash;
      },
      name: (name) => from && this.#links.target(name.replace("#", "."), from),
    };
  }

  text({ name, path, file, markdown }: Text): Page {
    const { content, headings } = pageOfProse(markdown, safe(this.#places(path, file)));
    const contents = told(headings);
    this.#sections.push(
      ...contents.map(({ title, anchor }) => [title, "section", `${path}#${anchor}`, name]),
    );
    return { path, title: name, content, contents };
  }

  module(module: Module): Page {
    const path = this.#links.pageOf(module.path);
    const source = sourceOf(this.#project.about, module.path);
    const around = {
      module,
      links: this.#links,
      places: safe(this.#places(path, module.path, module)),
      level: 3,
      source: (line: number) => source && `${source}#L${line}`,
    };
    const outer = module.items.filter(({ owner }) => owner === undefined);
    const members = Map.groupBy(
      module.items.filter(({ owner }) => owner !== undefined),
      ({ owner }) => owner,
    );
    const names = new Set(outer.map(({ name }) => name));
    const lone = [...members].flatMap(([owner, items]) => (names.has(owner ?? "") ? [] : items));
    const entries = outer.map((item) =>
      entry(
        item,
        around,
        (members.get(item.name) ?? []).map((item) => entry(item, { ...around, level: 4 })),
      ),
    );
    return {
      path,
      title: module.path,
      content: markup`<h1>${module.path}</h1>
        ${source !== undefined && markup`<p><a href="${source}">Source</a></p>`}
        ${entries}${lone.map((item) => entry(item, { ...around, level: 4 }))}`,
      contents: outer.map(({ name, anchor }) => ({ anchor, title: name })),
    };
  }

  list(path: string): Page {
    const rows = this.#project.modules.map((module): Html => {
      const names = module.items.filter(({ owner }) => owner === undefined).map(({ name }) => name);
      return markup`<li>
        <a href="${relative(path, this.#links.pageOf(module.path))}">${module.path}</a>
        <span class="kind"
          >${names.slice(0, 8).join(", ")}${names.length > 8 && ` and ${names.length - 8} more`}</span
        >
      </li>`;
    });
    return {
      path,
      title: "Modules",
      content: markup`<h1>Modules</h1>
        ${
          rows.length
            ? markup`<ul>
                ${rows}
              </ul>`
            : markup`<p>No source of this project exports anything.</p>`
        }`,
      contents: [],
    };
  }

  /** A search index that a page loads when someone searches: name, kind, place, first sentence. Asked for behind the texts. */
  search(): string {
    const { modules, texts } = this.#project;
    const rows = [
      ...texts.map(({ name, path }) => [name, "page", path, ""]),
      ...this.#sections,
      ...modules.flatMap((module) => [
        [module.path, "module", this.#links.pageOf(module.path), ""],
        ...module.items.map(({ name, anchor, kind, doc }) => [
          name,
          kind,
          `${this.#links.pageOf(module.path)}#${anchor}`,
          firstSentence(doc?.summary ?? ""),
        ]),
      ]),
    ];
    const lines = rows.map((row) => JSON.stringify(row).replaceAll("<", "\\u003c"));
    return `/* ${mark} */\nwindow.antiphonSearch = [\n${lines.join(",\n")}\n];\n`;
  }
}

/** The headings below a title and those below them; the latter only where they tell places apart, as those of a changelog's releases don't. */
function told(headings: readonly Heading[]): Page["contents"] {
  const [first] = headings;
  const own = headings.filter((heading) => heading !== first || heading.level > 1);
  const top = Math.min(...own.map(({ level }) => level));
  const inner = own.filter(({ level }) => level === top + 1).map(({ title }) => title);
  const deep = new Set(inner).size === inner.length ? top + 1 : top;
  return own.flatMap(({ level, anchor, title }) =>
    level <= deep ? [{ anchor, title, ...(level > top && { isInner: true }) }] : [],
  );
}

/** A link that can't be read as an address leads nowhere. */
const safe = (places: Places): Places => ({
  ...places,
  link(address) {
    try {
      return places.link(address);
    } catch {
      return undefined;
    }
  },
});

/** All files of the site of one version, by path below its folder. */
export function* site(project: Project): Iterable<readonly [path: string, text: string]> {
  const made = new Site(project);
  const first: Text | undefined = project.texts.find(({ path }) => path === "index.html");
  const list: Menu = { name: "Modules", path: first ? "modules.html" : "index.html" };
  const menu: readonly Menu[] = [
    ...(first ? [{ name: first.name, path: first.path }] : []),
    list,
    ...project.texts.filter((text) => text !== first).map(({ name, path }) => ({ name, path })),
  ];
  const { about } = project;
  const put = (page: Page): readonly [string, string] => [page.path, shell(page, { about, menu })];
  yield ["style.css", style];
  yield ["site.js", script];
  yield put(made.list(list.path));
  for (const text of project.texts) yield put(made.text(text));
  yield ["search.js", made.search()];
  for (const module of project.modules) yield put(made.module(module));
}
