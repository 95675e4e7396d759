import { expect, it } from "vitest";
import { pageChange, pagePaths } from "./pages.ts";

type Files = Parameters<typeof pageChange>[2];

const generated = "# Notes\n\nFirst.\n\nSecond.\n\nThird.\n";

/** Generates a page, edits it, and generates it again with another text. */
async function regenerated(path: string, edited: string, now: string) {
  const stored = new Map<string, string>();
  // only `tryRead` is called
  const files = { tryRead: async (name: string) => stored.get(name) ?? null } as unknown as Files;
  for (const { path: at, after } of (await pageChange(path, generated, files)).changes)
    stored.set(at, after ?? "");
  stored.set(path, edited);
  const { changes, conflicts } = await pageChange(path, now, files);
  return {
    text: changes.find((change) => change.path === path)?.after,
    paths: pagePaths(changes),
    conflicts,
  };
}

it("keeps the lines that somebody wrote into a generated page", async () => {
  const edited = generated.replace("First.\n", "First.\nBy hand.\n");
  expect(await regenerated("docs/api.md", edited, generated.replace("Third", "Fourth"))).toEqual({
    text: edited.replace("Third", "Fourth"),
    paths: ["docs/api.md"],
    conflicts: [],
  });
});

it("changes nothing where only people changed the page", async () => {
  const edited = `${generated}\nBy hand.\n`;
  expect(await regenerated("docs/api.md", edited, generated)).toEqual({
    text: undefined,
    paths: [],
    conflicts: [],
  });
});

it("names and marks a conflict in Markdown, and leaves a file of another form", async () => {
  const edited = generated.replace("Second", "By hand");
  const now = generated.replace("Second", "Another");
  const page = await regenerated("docs/api.md", edited, now);
  expect(page.conflicts).toEqual(["docs/api.md"]);
  expect(page.text).toContain("<<<<<<< yours\nBy hand.\n=======\nAnother.\n>>>>>>> generated\n");
  expect(await regenerated("docs/openapi.json", edited, now)).toEqual({
    text: undefined,
    paths: [],
    conflicts: ["docs/openapi.json"],
  });
});
