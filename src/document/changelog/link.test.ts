import { expect, it } from "vitest";
import { followed } from "./link.ts";
import type { Git } from "./releases.ts";

const links: Readonly<Record<string, string>> = {
  "CHANGELOG.md": "docs/notes.md",
  "docs/notes.md": "../NEWS.md",
  "out.md": "../../etc/passwd",
  "whole.md": "/etc/passwd",
  "round.md": "round.md",
};
const git: Git = (command, ...words) => {
  const path = words.at(-1)?.replace("HEAD:", "") ?? "";
  if (command === "show") return Promise.resolve(links[path]);
  return Promise.resolve(`${path in links ? "120000" : "100644"} blob abc\t${path}\n`);
};

it.each([
  ["CHANGELOG.md", "NEWS.md"],
  ["NEWS.md", "NEWS.md"],
  ["out.md", "out.md"],
  ["whole.md", "whole.md"],
  ["round.md", "round.md"],
])("%s means %s", async (path, expected) => {
  expect(await followed(git, "HEAD", path)).toBe(expected);
});
