import { expect, it } from "vitest";
import { site, type Text } from "./site.ts";

const about = { title: "shop", version: "1.0", commit: "none", source: "0", home: undefined };

const pagesOf = (markdown: string): ReadonlyMap<string, string> => {
  const text: Text = { name: "Start", path: "index.html", file: "README.md", markdown };
  return new Map(site({ about, modules: [], texts: [text] }));
};

const listed = (markdown: string): readonly string[] => {
  const [, nav = ""] =
    /<nav class="contents"[^]*?<ul>([^]*?)<\/ul>/.exec(pagesOf(markdown).get("index.html") ?? "") ?? [];
  return [...nav.matchAll(/<li( class="inner")?><a href="([^"]*)">([^<]*)/g)].map(
    ([, inner, href, title]) => `${inner ? "  " : ""}${title} ${href}`,
  );
};

it("lists the headings of a text beside it, and finds them", () => {
  const text = "# Shop\n\n## Use `it`\n\n### Often\n\n## <!-- a --> What is\n\n### Rarely\n";
  expect(listed(text)).toEqual(["Use it #use-it", "  Often #often", "What is #what-is", "  Rarely #rarely"]);
  expect(pagesOf(text).get("search.js")).toContain('["Often","section","index.html#often","Start"]');
});

it("lists no headings that say the same in each release", () => {
  const releases = "# Changes\n\n## 2.0\n\n### Added\n\n- a\n\n## 1.0\n\n### Added\n\n- b\n";
  expect(listed(releases)).toEqual(["2.0 #20", "1.0 #10"]);
  expect(pagesOf(releases).get("search.js")).not.toContain("Added");
});

it("lets no style of a table through, and no heading without a name", () => {
  const page = pagesOf("| | Price |\n| --- | ---: |\n| a | 1 |\n").get("index.html") ?? "";
  expect(page).not.toContain("style=");
  expect(page).toMatch(/<td><\/td>\s*<th class="right">Price<\/th>/);
  expect(page).toContain('<td class="right">1</td>');
});

it("says in its list what a guide is about, by its first paragraph", () => {
  const markdown = "# Buying\n\n```sh\nbuy it\n```\n\n> Mind `it`. Really, see [`it`].\n\nMore.\n";
  const guide: Text = {
    name: "Buying",
    path: "guides/buying.html",
    file: "buying.md",
    markdown,
    isGuide: true,
  };
  const pages = new Map(site({ about, modules: [], texts: [guide] }));
  expect(pages.get("guides.html")).toMatch(/guides\/buying.html">Buying<\/a> <span class="kind">Mind it\.</);
});
