import { markup, type Html } from "./html.ts";
import { mark } from "./mark.ts";

export interface About {
  readonly title: string;
  readonly version: string;
  readonly commit: string;
  /** Abbreviated SHA-256 of the sources. */
  readonly source: string;
  /** `https://host/owner/name/blob/<commit>/`, if sources can be viewed. */
  readonly home: string | undefined;
}

/** Pages next to the modules, in menu order. */
export interface Menu {
  readonly name: string;
  readonly path: string;
}

export interface Page {
  readonly path: string;
  readonly title: string;
  readonly content: Html;
  /** The page's headings. */
  readonly contents: readonly {
    readonly anchor: string;
    readonly title: string;
    /** Nested below the previous one. */
    readonly isInner?: boolean;
  }[];
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

const contentsOf = (page: Page): Html =>
  page.contents.length > 1
    ? markup`<nav class="contents" aria-label="On this page" tabindex="0">
        <h2>On this page</h2>
        <ul>
          ${page.contents.map(
            ({ anchor, title, isInner }) =>
              markup`<li${isInner && markup` class="inner"`}><a href="#${anchor}">${title}</a></li>`,
          )}
        </ul>
      </nav>`
    : markup``;

/** Renders a whole page around its content. */
export function shell(
  page: Page,
  { about, menu }: { readonly about: About; readonly menu: readonly Menu[] },
): string {
  const base = "../".repeat(page.path.split("/").length - 1);
  const { title, version, commit, source } = about;
  const links = menu.map((menu) =>
    menu.path === page.path
      ? markup`<a href="${base}${menu.path}" aria-current="page">${menu.name}</a>`
      : markup`<a href="${base}${menu.path}">${menu.name}</a>`,
  );
  return markup`<!doctype html>
    <html lang="en" data-base="${base}" data-version="${version}">
      <head>
        <meta charset="utf-8" />
        <meta name="generator" content="${mark}: version ${version}, source ${source}" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title === title ? title : `${page.title} · ${title}`}</title>
        <link rel="stylesheet" href="${base}style.css" />
        <script src="${base}site.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <header>
          <a class="name" href="${base}index.html">${title}</a>
          <nav aria-label="Site">${links}</nav>
          <div class="search" hidden>
            <input
              id="search"
              type="search"
              role="combobox"
              aria-label="Search, or press /"
              placeholder="Search ( / )"
              autocomplete="off"
              aria-expanded="false"
              aria-controls="found"
              aria-autocomplete="list"
            />
            <ul id="found" role="listbox" aria-label="Found" hidden></ul>
          </div>
          <label hidden
            >Version
            <select id="versions"></select
          ></label>
          <button id="theme" type="button" aria-pressed="false" hidden>Dark</button>
        </header>
        <div class="columns">
          <main id="content" tabindex="-1">${page.content}</main>
          ${contentsOf(page)}
        </div>
        <footer>Version ${version}, commit ${commit}, source ${source}.</footer>
      </body>
    </html> `.text;
}
