import { script, style } from "./assets.ts";
import { entry } from "./entry.ts";
import { markup, type Html } from "./html.ts";
import { linksOf, relative, type Links } from "./links.ts";
import { mark } from "./mark.ts";
import type { Module } from "./module.ts";
import { firstSentence, type Heading, opening, pageOfProse, type Places } from "./prose.ts";
import { shell, type About, type Menu, type Page } from "./shell.ts";

/** Markdown that becomes a separate page. */
export interface Text {
  readonly name: string;
  /** Path of the page: `changelog.html`. */
  readonly path: string;
  /** The Markdown's file, to resolve its links; empty if generated. */
  readonly file: string;
  readonly markdown: string;
  /** Listed among the guides, not in the menu. */
  readonly isGuide?: boolean;
}

export interface Project {
  readonly about: About;
  readonly modules: readonly Module[];
  readonly texts: readonly Text[];
  /** Paths of pictures in the site, by source file. */
  readonly pictures?: ReadonlyMap<string, string>;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** Returns the file and fragment that an address in a text refers to; undefined if it isn't a file. */
export function targetOf(
  file: string,
  address: string,
): { readonly path: string; readonly hash: string } | undefined {
  const [path = "", hash = ""] = address.split(/(?=#)/);
  try {
    const url = new URL(path, `file:///${folderOf(file)}`);
    return url.protocol === "file:" ? { path: decodeURI(url.pathname).slice(1), hash } : undefined;
  } catch {
    return undefined; // not a valid address
  }
}

/** Returns the address of a source at its commit. */
const sourceOf = ({ home }: About, path: string): string | undefined =>
  home === undefined ? undefined : home + path.split("/").map(encodeURIComponent).join("/");

class Site {
  readonly #project: Project;
  readonly #links: Links;
  readonly #pages: ReadonlyMap<string, string>;
  /** Search rows of texts rendered as pages. */
  readonly #sections: (readonly string[])[] = [];

  constructor(project: Project) {
    this.#project = project;
    this.#links = linksOf(project.modules);
    this.#pages = new Map([
      ...project.modules.map(({ path }) => [path, this.#links.pageOf(path)] as const),
      ...project.texts.map(({ file, path }) => [file, path] as const),
    ]);
  }

  /** Resolves a text's links to files: to their page in the site, else to their source. */
  #places(page: string, file: string, from?: Module): Places {
    return {
      picture: (address) => {
        const to = targetOf(file, address);
        const here = to && this.#project.pictures?.get(to.path);
        return here && relative(page, here);
      },
      link: (address) => {
        const to = targetOf(file, address);
        if (!to) return undefined;
        const here = this.#pages.get(to.path);
        if (here !== undefined) return relative(page, here) + to.hash;
        const source = sourceOf(this.#project.about, to.path);
        return source && source + to.hash;
      },
      name: (name) => from && this.#links.target(name.replace("#", "."), from),
    };
  }

  text({ name, path, file, markdown }: Text): Page {
    const { content, headings } = pageOfProse(markdown, this.#places(path, file));
    const contents = contentsOf(headings);
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
      places: this.#places(path, module.path, module),
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

  modules(path: string): Page {
    const rows = this.#project.modules.map((module) => {
      const names = module.items.filter(({ owner }) => owner === undefined).map(({ name }) => name);
      const more = names.length > 8 ? ` and ${names.length - 8} more` : "";
      return [this.#links.pageOf(module.path), module.path, names.slice(0, 8).join(", ") + more] as const;
    });
    return list({ path, title: "Modules", rows, empty: "No source of this project exports anything." });
  }

  guides(path: string): Page {
    const rows = this.#project.texts
      .filter(({ isGuide }) => isGuide)
      .map((text) => [text.path, text.name, firstSentence(opening(text.markdown))] as const);
    return list({ path, title: "Guides", rows, empty: "" });
  }

  /**
   * Returns the search index that a page loads on demand: name, kind, place, first sentence. Must be called
   * after the text pages are rendered.
   */
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

/** Renders a page of links, each with a description. */
function list(about: {
  readonly path: string;
  readonly title: string;
  readonly rows: readonly (readonly [to: string, name: string, holds: string])[];
  readonly empty: string;
}): Page {
  const { path, title, rows, empty } = about;
  const items = rows.map(
    ([to, name, holds]): Html =>
      markup`<li><a href="${relative(path, to)}">${name}</a> <span class="kind">${holds}</span></li> `,
  );
  const content = items.length > 0 ? markup`<ul>${items}</ul>` : markup`<p>${empty}</p>`;
  return { path, title, content: markup`<h1>${title}</h1>${content}`, contents: [] };
}

/**
 * Returns headings two levels deep; the second level only if it distinguishes places, unlike that of a
 * changelog's releases.
 */
function contentsOf(headings: readonly Heading[]): Page["contents"] {
  const [first] = headings;
  const ownHeadings = headings.filter((heading) => heading !== first || heading.level > 1);
  const top = Math.min(...ownHeadings.map(({ level }) => level));
  const inner = ownHeadings.filter(({ level }) => level === top + 1).map(({ title }) => title);
  const deep = new Set(inner).size === inner.length ? top + 1 : top;
  return ownHeadings.flatMap(({ level, anchor, title }) =>
    level <= deep ? [{ anchor, title, ...(level > top && { isInner: true }) }] : [],
  );
}

/** Yields all files of one version of the site, by path below its folder. */
export function* site(project: Project): Iterable<readonly [path: string, text: string]> {
  const builder = new Site(project);
  const first: Text | undefined = project.texts.find(({ path }) => path === "index.html");
  const guides: Menu = { name: "Guides", path: "guides.html" };
  const hasGuides = project.texts.some(({ isGuide }) => isGuide);
  const modules: Menu = { name: "Modules", path: first ? "modules.html" : "index.html" };
  const menu: readonly Menu[] = [
    ...(first ? [{ name: first.name, path: first.path }] : []),
    ...(hasGuides ? [guides] : []),
    modules,
    ...project.texts
      .filter((text) => text !== first && !text.isGuide)
      .map(({ name, path }) => ({ name, path })),
  ];
  const { about } = project;
  const put = (page: Page): readonly [string, string] => [page.path, shell(page, { about, menu })];
  yield ["style.css", style];
  yield ["site.js", script];
  yield put(builder.modules(modules.path));
  if (hasGuides) yield put(builder.guides(guides.path));
  for (const text of project.texts) yield put(builder.text(text));
  yield ["search.js", builder.search()];
  for (const module of project.modules) yield put(builder.module(module));
}
