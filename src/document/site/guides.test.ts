import { expect, it } from "vitest";
import type { Text } from "./site.ts";
import type { Files } from "../../workspace/index.ts";
import { guidesOf } from "./guides.ts";

const guidesIn = (readme: string, contents: Readonly<Record<string, string>>) => {
  const texts = new Map(Object.entries(contents));
  const files = {
    tryRead: async (path: string) => texts.get(path) ?? null,
    bytes: async (path: string) => Buffer.from(texts.get(path) ?? ""),
  } as Partial<Files> as Files; // only these are used
  const text: Text = { name: "Start", path: "index.html", file: "README.md", markdown: readme };
  return guidesOf([text], files, () => false);
};
const linksTo = (paths: readonly string[]): string => paths.map((path) => `[it](<${path}>)`).join(" ");

it("gives every file a page of its own, however it is named", async () => {
  const names = ["g/a b.md", "g/a_b.md", "g/a_b.markdown", "g/é.md", "g/ü.md"];
  const { texts } = await guidesIn(linksTo(names), Object.fromEntries(names.map((name) => [name, name])));
  expect(texts.map(({ file }) => file)).toEqual(names);
  expect(new Set(texts.map(({ path }) => path)).size).toBe(names.length);
  expect(texts[1]?.path).toBe("guides/g/a_b.html");
});

it("takes a title from a heading, and none from code or a long line of spaces", async () => {
  const { texts } = await guidesIn(linksTo(["a.md", "b.md"]), {
    "a.md": "```sh\n# a comment\n```\n\n# Really `this` #\n",
    "b.md": `# ${" ".repeat(1 << 20)}x\n${"#\n".repeat(1000)}`,
  });
  expect(texts.map(({ name }) => name)).toEqual(["Really this", "x"]);
});

it("ends at a number of pages, also where one text leads to more", async () => {
  const names = Array.from({ length: 600 }, (_, i) => `m/${i}.md`);
  const { texts } = await guidesIn(linksTo(names), Object.fromEntries(names.map((name) => [name, "# A"])));
  expect(texts).toHaveLength(500);
});

it.each([
  ["<svg><script>alert(1)</script></svg>", 0],
  ["<svg/onload='alert(1)'/>", 0],
  ["<svg><a href='jav&#x61;script:alert(1)'/></svg>", 0],
  ["<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>", 0],
  ["<svg><title>How it goes on: &#169; scripts</title></svg>", 1],
])("copies a drawing only where it can run nothing: %s", async (drawing, count) => {
  const { pictures } = await guidesIn("![it](a.svg)", { "a.svg": drawing });
  expect(pictures).toHaveLength(count);
});
