import { describe, expect, it } from "vitest";
import type { Commit } from "./commit.ts";
import { fragmentsIn, isFragment, linesOf, parseFragments } from "./fragments.ts";

const commit = (files: readonly (readonly [path: string, added: number, removed: number])[]): Commit => ({
  sha: "a".repeat(40),
  parents: ["b".repeat(40)],
  date: "2026-11-01T00:00:00Z",
  subject: "Change",
  body: "",
  files: files.map(([path, added, removed]) => ({ path, added, removed })),
});

const entriesOf = (path: string, text: string) =>
  linesOf([{ sha: "a".repeat(40), path, text }]).map(({ group, prs, breaking, text: line }) => ({
    group,
    prs,
    breaking,
    line,
  }));

describe("news in files of their own", () => {
  it.each([
    ["CHANGES/13509.bugfix.rst", true],
    ["newsfragments/12.feature", true],
    ["changelog.d/+words.change.md", true],
    [".changeset/wet-walls.md", true],
    ["news/README.md", false],
    ["CHANGES/.TEMPLATE.rst", false],
    ["changelogs/1.2.0.md", false],
    ["src/news/feed.ts", false],
    ["docs/guide.md", false],
  ])("%s: %s", (path, expected) => {
    expect(isFragment(path)).toBe(expected);
  });

  it.each([
    ["CHANGES/12.bugfix.rst", "Fixed a crash\nof the parser.\n", "Fixed", "Fixed a crash of the parser."],
    ["news/12.removal.2.md", "The old API is gone.", "Removed", "The old API is gone."],
    [
      "changelog/new_flag.md",
      "* [#12](https://x.y/issues/12): Add a flag.\n",
      "Added",
      "[#12](https://x.y/issues/12): Add a flag.",
    ],
    ["changelog.d/12_me.md", "### Security\n\n- No more XSS (#12)\n", "Security", "No more XSS (#12)"],
    ["unreleased/12.yml", 'title: "Faster start (#12)"\ntype: changed\n', "Changed", "Faster start (#12)"],
    [
      "releasenotes/notes/x-12.yaml",
      "fixes:\n  - |\n    Keeps order (#12).\n",
      "Fixed",
      "Keeps order (#12).",
    ],
  ])("%s", (path, text, group, line) => {
    expect(entriesOf(path, text)).toEqual([{ group, prs: [12], breaking: false, line }]);
  });

  it("takes the step of a changeset, and leaves out what a project tells only itself", () => {
    const text = '---\n"box": major\n---\n\nDrops Node 18.\n\nDetails.\n';
    expect(entriesOf(".changeset/a-b-c.md", text)).toMatchObject([
      { breaking: true, line: "Drops Node 18." },
    ]);
    expect(entriesOf("news/3.trivial.rst", "Sorted.")).toEqual([]);
    expect(entriesOf(".changeset/empty.md", "---\n---\n")).toEqual([]);
  });

  it("counts what is there or was collected, not what was taken back", () => {
    const commits = [
      commit([
        ["CHANGELOG.md", 3, 0],
        ["news/1.bugfix.md", 0, 1],
      ]),
      commit([["news/2.bugfix.md", 0, 1]]),
      commit([
        ["news/1.bugfix.md", 1, 0],
        ["news/2.bugfix.md", 1, 0],
        ["news/3.bugfix.md", 1, 0],
      ]),
    ];
    expect(fragmentsIn(commits, "CHANGELOG.md")).toEqual(["news/1.bugfix.md", "news/3.bugfix.md"]);
  });

  it("is read from a log's patches", () => {
    const patch = [
      "diff --git a/news/1.bugfix.md b/news/1.bugfix.md",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/news/1.bugfix.md",
      "@@ -0,0 +1,2 @@",
      "+One",
      "+two",
    ].join("\n");
    expect(parseFragments(`\u001eabc\u001f\n${patch}\n`)).toEqual([
      { sha: "abc", path: "news/1.bugfix.md", text: "One\ntwo" },
    ]);
  });
});
