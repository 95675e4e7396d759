import { describe, expect, it } from "vitest";
import {
  announced,
  nextVersion,
  parseHandLines,
  parseLog,
  parseSubject,
  released,
  releasesOf,
  composeChangelog,
  composeSection,
  sections,
  select,
  stepOf,
  stepWith,
  type Commit,
} from "./index.ts";

const none = released("");
let last = 0;
const commit = (subject: string, paths: readonly string[], body = ""): Commit => ({
  sha: (++last).toString(16).padStart(40, "a"),
  parents: ["0".repeat(40)],
  date: "2026-11-01T00:00:00Z",
  subject,
  body,
  files: paths.map((path) => ({ path, added: 1, removed: 1 })),
});
const texts = (commits: readonly Commit[]) =>
  select({ commits, hand: [], released: none }).map((entry) => `${entry.group}: ${entry.text}`);

describe("a commit's subject", () => {
  it.each([
    [
      "feat(api)!: drop node 18 (#12)",
      { type: "feat", scope: "api", breaking: true, text: "drop node 18", prs: [12], group: "Added" },
    ],
    [
      "[Fix] `order`: crash on empty file",
      { type: "fix", scope: undefined, group: "Fixed", text: "`order`: crash on empty file" },
    ],
    ["🐛 fix: handle null", { type: "fix", group: "Fixed", text: "handle null" }],
    ["Add a way to cancel (#3)", { style: "plain", group: "Added", prs: [3] }],
    ["Update the config (other/skeleton#194)", { prs: [] }],
    ["Prevent crash on Windows", { group: "Fixed" }],
    ["Remove the old parser", { group: "Removed" }],
    ["Fix ReDoS in the header parser", { group: "Security" }],
    ["Note: this is no type", { style: "plain", group: undefined }],
  ])("%s", (subject, expected) => {
    expect(parseSubject(subject)).toMatchObject(expected);
  });
});

describe("the selection", () => {
  it("groups a squash of a feature and what was mended on the way by the feature", () => {
    const squash = commit("Upload (#7)", ["src/a.ts"], "* feat: upload\n\n* fix: a typo of it\n");
    expect(texts([squash, commit("Upload again (#8)", ["src/a.ts"], "* fix: a crash\n")])).toEqual([
      "Added: Upload",
      "Fixed: Upload again",
    ]);
  });

  it("lists of a first changelog what users notice, by the types and files of conventional commits", () => {
    const commits = [
      commit("feat: sails", ["src/sails.ts"]),
      commit("fix: leak", ["src/hull.ts"]),
      commit("ci: use another image", [".github/workflows/ci.yml"]),
      commit("refactor: move the mast", ["src/mast.ts"]),
      commit("refactor!: drop the mast", ["src/mast.ts"]),
      commit("perf: faster sails", ["src/sails.ts"]),
      commit("feat: a race of others", ["src/benchmark/race.ts"]),
    ];
    const listed = (isFirst: boolean): readonly string[] =>
      select({ commits, hand: [], released: none, isFirst }).map(({ text }) => text);
    expect(listed(true)).toEqual(["sails", "leak", "drop the mast", "faster sails"]);
    expect(listed(false)).toEqual([
      "sails",
      "leak",
      "move the mast",
      "drop the mast",
      "faster sails",
      "a race of others",
    ]);
  });

  it("looks at what changed, not only at what the subject says", () => {
    expect(
      texts([
        commit("Improve the client", ["src/client.ts", "tests/client.test.ts"]),
        commit("Add more cases", ["tests/client.test.ts"]),
        commit("Add a chapter", ["docs/guide.md"]),
        commit("Bump left-pad from 1 to 2", ["package.json", "package-lock.json"]),
        commit("Version 2.0.0", ["src/version.ts", "CHANGELOG.md"]),
      ]),
    ).toEqual(["Changed: Improve the client"]);
  });

  it("tells what a package newly runs with, though only its manifest says so", () => {
    expect(
      texts([
        commit("Allow left-pad 3", ["package.json", "package-lock.json"]),
        commit("Bump left-pad to 3", ["package.json", "package-lock.json"]),
      ]),
    ).toEqual(["Added: Allow left-pad 3"]);
  });

  it("drops a commit with its revert, and keeps the revert of what was released", () => {
    const first = commit("Add warp drive", ["src/warp.ts"]);
    expect(
      texts([commit('Revert "Add warp drive"', ["src/warp.ts"], `This reverts commit ${first.sha}.`), first]),
    ).toEqual([]);
    expect(texts([commit('Revert "Add impulse drive"', ["src/impulse.ts"])])).toHaveLength(1);
  });

  it("leaves out chores of a conventional history, as long as nobody has listed any, and what is released already", () => {
    const commits = [
      commit("feat: a (#1)", ["src/a.ts"]),
      commit("fix: b (#2)", ["src/b.ts"]),
      commit("chore: c (#3)", ["package.json"]),
      commit("docs: d (#4)", ["README.md"]),
      commit("refactor: e (#5)", ["src/a.ts"]),
      commit("release: v1.0.0", ["package.json"]),
    ];
    const past = released("## 1.0.0-beta.1\n\n### Fixed\n\n- b (#2)\n");
    expect(select({ commits, hand: [], released: past }).map((entry) => entry.prs[0])).toEqual([1, 5]);
  });
});

describe("lines written by hand", () => {
  const patch = (sha: string, text: string) => `\u001e${sha}\u001f\n${text}`;

  it("are believed, with their group, and follow a later rewording", () => {
    const one = commit("Rework the cache (#7)", ["src/cache.ts", "CHANGELOG.md"]);
    const two = commit("Rework the queue", ["src/queue.ts"]);
    const log =
      patch(
        "f".repeat(40),
        " ## [Unreleased]\n ### Fixed\n-- Cache forgets nothing (#7)\n+- The cache forgets nothing (#7)\n",
      ) + patch(one.sha, " ## [Unreleased]\n ### Fixed\n+- Cache forgets nothing (#7)\n+  ever\n");
    const entries = select({ commits: [two, one], hand: parseHandLines(log), released: none });
    expect(entries).toEqual([
      expect.objectContaining({ group: "Fixed", text: "The cache forgets nothing (#7)", commits: [one.sha] }),
    ]);
  });

  it("are the outermost bullets, however far those are indented", () => {
    const log = patch(
      "f".repeat(40),
      " ## HEAD\n \n ### Bug Fixes\n \n+  * Sails hold (#7)\n+    * in storms\n+  * Oars float\n",
    );
    expect(parseHandLines(log).map(({ group, text }) => `${group}: ${text}`)).toEqual([
      "Fixed: Sails hold (#7) * in storms",
      "Fixed: Oars float",
    ]);
  });

  it("takes the lines of one commit that rewrites a changelog of many thousands", () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `+- One (#${i})\n-- Other (#${60_000 + i})`);
    const log = `\u001e${"a".repeat(40)}\u001f\n${lines.join("\n")}\n`;
    expect(parseHandLines(log)).toHaveLength(60_000);
  });

  it("under a released version are no news", () => {
    const one = commit("Fix links", ["src/a.ts", "CHANGELOG.md"]);
    const hand = parseHandLines(patch(one.sha, " ## 1.0.0\n+- Better words\n"));
    const entries = select({ commits: [one], hand, released: released("## 1.0.0\n- Words\n") });
    expect(entries.map((entry) => entry.text)).toEqual(["Fix links"]);
  });
});

describe("the section", () => {
  it("is headed by version and date, groups in order, strangers' text harmless", () => {
    const entries = select({
      commits: [
        commit("Fix <script>alert(1)</script> ![x](http://x) in titles (#9)", ["src/a.ts"]),
        commit("Add `--yes`", ["src/b.ts"]),
      ],
      hand: [],
      released: none,
    });
    const text = composeSection(entries, { version: "1.2.0", date: "2026-11-21" });
    expect(text.split("\n").filter((line) => line.startsWith("#"))).toEqual([
      "## [1.2.0] - 2026-11-21",
      "### Added",
      "### Fixed",
    ]);
    expect(text).not.toMatch(/(?<!\\)<script|(?<!\\)!\[/);
    expect(text).toContain("- Add `--yes` (");
  });

  it("splits a changelog by its releases only", () => {
    const text =
      "# Changelog\n\n## [Unreleased]\n\n## Added\n- x\n\n## [1.0.0](https://example.com/1.2.3) (2026-01-01)\n\n### Fixed\n- y\n";
    expect(sections(text).map((section) => section.version)).toEqual([undefined, "1.0.0"]);
  });
});

it("the next version follows semver", () => {
  expect(nextVersion("1.2.3", "minor")).toBe("1.3.0");
  expect(nextVersion("v0.4.1", "major")).toBe("0.5.0");
  expect(nextVersion("2.0.0-rc.1", "patch")).toBe("2.0.0");
  expect(stepOf(select({ commits: [commit("feat!: x", ["src/x.ts"])], hand: [], released: none }))).toBe(
    "major",
  );
});

it("reads a log with renames and hostile text", () => {
  const [read] = parseLog(
    "\u001eabc\u001fp1 p2\u001f2026-01-01\u001fSubject\u001fBody\n\u001f\n3\t1\tsrc/{a => b}/c.ts\n-\t-\timg.png\n",
  );
  expect(read).toMatchObject({
    parents: ["p1", "p2"],
    files: [
      { path: "src/b/c.ts", added: 3 },
      { path: "img.png", added: 0 },
    ],
  });
});

describe("composing a changelog", () => {
  const entries = select({ commits: [commit("Add sails (#3)", ["src/a.ts"])], hand: [], released: none });
  const heading = { version: "1.1.0", date: "2026-11-21" };
  const before = `# Changelog

Words of ours.

## [Unreleased]

### Fixed

- Hand-written fix

## [1.0.0] - 2026-01-01

### Added

- Hull

[1.0.0]: https://example.com/1.0.0
`;

  it("keeps what stands, moves what was unreleased, and is the same the second time", () => {
    const update = { heading, entries, link: "https://example.com/1.0.0...1.1.0" };
    const once = composeChangelog(before, update);
    expect(once).toContain("Words of ours.");
    expect(once.match(/^## .*$/gm)).toEqual(["## [1.1.0] - 2026-11-21", "## [1.0.0] - 2026-01-01"]);
    expect(once.indexOf("Hand-written fix")).toBeLessThan(once.indexOf("[1.0.0] -"));
    expect(once).toContain("- Add sails (#3, ");
    expect(once).toContain(
      "[1.1.0]: https://example.com/1.0.0...1.1.0\n[1.0.0]: https://example.com/1.0.0\n",
    );
    expect(composeChangelog(once, update)).toBe(once);
  });

  it("keeps an author's heading and date, and the whole file where there is no news", () => {
    const ownText =
      "# Changelog\n\n### v1.1.0 (2026-11-20)\n\n- Words\n\n### v1.0.0 (2026-01-01)\n\n- Hull\n";
    const link = "https://example.com/1.0.0...1.1.0";
    expect(composeChangelog(ownText, { heading, entries: [], link })).toBe(ownText);
    const text = composeChangelog(ownText, { heading, entries, link });
    expect(text).toContain("### v1.1.0 (2026-11-20)\n\n- Words");
    expect(text).toContain("- Add sails (#3, ");
    expect(text).not.toContain(link);
    expect(composeChangelog(text, { heading, entries, link })).toBe(text);
  });

  it("begins a new one", () => {
    const text = composeChangelog(null, {
      heading: { version: undefined, date: "" },
      entries,
      link: undefined,
    });
    expect(text).toMatch(/^# Changelog\n[\s\S]+## \[Unreleased\]\n\n### Added\n\n- Add sails/);
  });
});

describe("a project's habits", () => {
  const past = Array.from({ length: 40 }, (_, i) =>
    commit(`${i % 2 ? "fix" : "chore"}: past ${i} (#${i + 100})`, ["src/a.ts"]),
  );
  const listed = past.filter((_, i) => i % 2).map((commit) => `- ${commit.subject}`);
  const fresh = [
    commit("fix: b (#201)", ["src/b.ts"]),
    commit("chore: c (#202)", ["src/c.ts"]),
    commit("chore!: d (#203)", ["src/d.ts"]),
  ];
  const numbers = (changelog: string) =>
    select({
      commits: fresh,
      hand: [],
      released: released(changelog),
      past: { commits: past, path: "CHANGELOG.md", changelog },
    }).map((entry) => entry.prs[0]);

  it("are learned from what its changelog lists, and a breaking change is told in any case", () => {
    expect(
      numbers(
        `## <small>[1.0.0](https://example.com) (2026-01-01)</small>\n\n### Fixed\n\n${listed.join("\n")}\n`,
      ),
    ).toEqual([201, 203]);
  });

  it("are not guessed from a changelog that names no commits", () => {
    const all = past.map(({ subject }) => `- ${subject}`).join("\n");
    const withChores = (lines: string): string => `## 1.0.0\n\n### Fixed\n\n${lines}\n`;
    expect(numbers(withChores(all))).toEqual([201, 202, 203]);
    expect(numbers(withChores(all.replaceAll(/ \(.*/g, "")))).toEqual([201, 203]);
  });
});

it("definitions of links at a changelog's end say neither that they are released nor in which group", () => {
  const text = "## 1.1.0\n\n- Oars ([#8])\n\n## 1.0.0\n\n- Sails\n\n[#7]: https://x/7\n[#8]: https://x/8\n";
  expect([...released(text).prs]).toEqual([8]);
});

it("groups are learned where authors file otherwise than subjects say", () => {
  const reading = (group: string) => {
    const past = Array.from({ length: 60 }, (_, i) => commit(`Fix leak ${i} (#${i + 300})`, ["src/a.ts"]));
    const lines = past.map(({ subject }) => `- ${subject}`).join("\n");
    return select({
      commits: [commit("Fix the mast (#401)", ["src/mast.ts"])],
      hand: [],
      released: none,
      past: { commits: past, path: "CHANGELOG.md", changelog: `## 1.0.0\n\n${group}\n\n${lines}\n` },
    }).map((entry) => entry.group);
  };
  expect(reading("### Enhancements")).toEqual(["Added"]);
  expect(reading("### Fixed")).toEqual(["Fixed"]);
});

it("groups are learned from how changes look where their subjects tell none", () => {
  const shaped = (number: number, isNew: boolean): Commit => ({
    ...commit(`Rigging ${number} (#${number})`, ["src/a.ts"]),
    files: isNew
      ? [
          { path: "src/sail.ts", added: 90, removed: 0 },
          { path: "docs/sail.md", added: 9, removed: 0 },
        ]
      : [{ path: "src/mast.ts", added: 2, removed: 2 }],
  });
  const past = Array.from({ length: 16 }, (_, i) => shaped(i + 300, i % 2 === 0));
  const lines = (rest: number): string =>
    past.flatMap(({ subject }, i) => (i % 2 === rest ? [`- ${subject}`] : [])).join("\n");
  const entries = select({
    commits: [shaped(401, true), shaped(402, false)],
    hand: [],
    released: none,
    past: {
      commits: past,
      path: "CHANGELOG.md",
      changelog: `## 1.0.0\n\n### Added\n\n${lines(0)}\n\n### Fixed\n\n${lines(1)}\n`,
    },
  });
  expect(entries.map(({ group }) => group)).toEqual(["Added", "Fixed"]);
});

it("words of a plain subject make no minor step where the API is known to be the same", () => {
  const plain = select({ commits: [commit("Add a deck", ["src/a.ts"])], hand: [], released: none });
  const typed = select({ commits: [commit("feat: a deck", ["src/a.ts"])], hand: [], released: none });
  expect([stepWith(plain, "patch"), stepWith(plain, undefined)]).toEqual(["patch", "minor"]);
  expect(stepWith(typed, "patch")).toBe("minor");
});

it("a few lines written with their changes are believed where that was the custom before", () => {
  const withLine = (subject: string) => commit(subject, ["src/a.ts", "CHANGELOG.md"]);
  const commits = ["Add oars", "Add sails", "Add a keel", "Add a rudder", "Add ropes", "Add nets"].map(
    (item) => commit(item, ["src/boat.ts"]),
  );
  const [first] = commits;
  const hand = [
    { sha: first?.sha ?? "", version: undefined, group: "Added" as const, text: "Two oars", prs: [] },
  ];
  const entries = (earlier: readonly Commit[]) =>
    select({
      commits,
      hand,
      released: none,
      past: { commits: earlier, path: "CHANGELOG.md", changelog: "" },
    }).map((entry) => entry.text);
  expect(entries([withLine("Add a hull"), withLine("Add a mast")])).toEqual(["Two oars"]);
  expect(entries([commit("Add a hull", ["src/a.ts"])])).toHaveLength(6);
  const silent = [1, 2, 3, 4, 5, 6].map((value) => commit(`Add part ${value}`, ["src/a.ts"]));
  expect(entries([withLine("Add a hull"), ...silent])).toEqual(["Two oars"]); // one in seven
});

it.each([
  ["v1.2.0 - April 5, 2026\n\n* [`abc`](x) Fix", ["1.2.0"]],
  ["1.2.0 / 2026-04-05\n\n  * Fix", ["1.2.0"]],
  ["## Box v1.2.0\n\n* Fix", ["1.2.0"]],
  ["TBD\n===\n* Fix\n\n1.2.0 (2026-04-05)\n==========\n* Fix", [undefined, "1.2.0"]],
  ["1.2.0 needs Node 20 since 2026\nand more", []],
])("finds releases in %j", (text, versions) => {
  expect(sections(text).map(({ version }) => version)).toEqual(versions);
});

it("a merged pull request is one entry with its title", () => {
  const commitOf = (sha: string, parents: readonly string[], subject: string, body = ""): Commit => ({
    sha: sha.repeat(40),
    parents: parents.map((parent) => parent.repeat(40)),
    date: "",
    subject,
    body,
    files: parents.length > 1 ? [] : [{ path: `src/${sha}.ts`, added: 9, removed: 0 }],
  });
  const log = [
    commitOf("e", ["a", "d"], "Merge pull request #7 from someone/sails", "Add sails\n\nThey carry us."),
    commitOf("d", ["c"], "wip"),
    commitOf("c", ["a"], "Rig the mast"),
    commitOf("a", [], "Fix the hull"),
  ];
  expect(texts(log)).toEqual(["Added: Add sails", "Fixed: Fix the hull"]);
  expect(select({ commits: log, hand: [], released: none })[0]?.prs).toEqual([7]);
});

it("a branch where changes are gathered brings each of them", () => {
  const commitOf = (sha: string, parents: readonly string[], subject: string, body = ""): Commit => ({
    sha: sha.repeat(40),
    parents: parents.map((parent) => parent.repeat(40)),
    date: "",
    subject,
    body,
    files: parents.length > 1 ? [] : [{ path: `src/${sha}.ts`, added: 9, removed: 0 }],
  });
  const log = [
    commitOf("e", ["a", "d"], "Merge pull request #9 from box/develop", "Next release"),
    commitOf("d", ["b", "c"], "Merge pull request #8 from someone/sails", "Add sails"),
    commitOf("c", ["b"], "wip"),
    commitOf("b", ["a"], "Rig the mast (#7)"),
    commitOf("a", [], "Fix the hull"),
  ];
  expect(texts(log)).toEqual(["Added: Add sails", "Changed: Rig the mast", "Fixed: Fix the hull"]);
});

it("a merge that carries its request's title and number brings one entry, whatever was merged into it", () => {
  const commitOf = (sha: string, parents: readonly string[], subject: string): Commit => ({
    sha: sha.repeat(40),
    parents: parents.map((parent) => parent.repeat(40)),
    date: "",
    subject,
    body: "",
    files: parents.length > 1 ? [] : [{ path: `src/${sha}.ts`, added: 9, removed: 0 }],
  });
  const log = [
    commitOf("9", ["8", "7"], "Fix the rudder (#4)"),
    commitOf("8", ["a", "6"], "Merge stable into main (#3)"),
    commitOf("7", ["5", "6"], "Merge branch 'stable'"),
    commitOf("6", ["a", "4"], "Add sails (#2)"),
    commitOf("5", ["a"], "wip"),
    commitOf("4", ["a"], "wip"),
    commitOf("a", [], "Rig the mast"),
  ];
  expect(texts(log)).toEqual(["Fixed: Fix the rudder", "Added: Add sails", "Changed: Rig the mast"]);
});

it("a few lines written by hand are entries, and what they don't speak of is told beside them", () => {
  const commits = ["Add oars", "Add sails", "Add a keel", "Add a rudder", "Add ropes", "Add nets"].map(
    (item) => commit(item, ["src/boat.ts"]),
  );
  const hand = [
    { sha: commits[0]?.sha ?? "", version: undefined, group: "Added" as const, text: "Two oars", prs: [] },
  ];
  const lines = select({ commits, hand, released: none }).map((entry) => entry.text);
  expect(lines).toEqual(["Two oars", "Add sails", "Add a keel", "Add a rudder", "Add ropes", "Add nets"]);
});

it("a section that says of itself that it isn't released is completed, and keeps its authors' names of groups", () => {
  const before =
    "# Changes\n\n## v1.3-dev - Unreleased\n\n### Bug Fixes\n- Two (#2)\n\n## v1.2 - 2026-01-01\n\n- One\n";
  expect(sections(before).map(({ version }) => version)).toEqual(["1.3", "1.2"]);
  expect(announced(before)).toMatchObject({ version: "1.3", isPending: true });
  expect(announced("## v1.2 - 2026-01-01\n\n- One\n")).toMatchObject({ version: "1.2", isPending: false });
  expect([...released(before).versions]).toEqual(["1.2"]);
  const entry = { scope: undefined, breaking: false, commits: [] };
  const entries = [
    { ...entry, group: "Fixed" as const, text: "Three", prs: [3] },
    { ...entry, group: "Added" as const, text: "Four", prs: [4] },
  ];
  expect(
    composeChangelog(before, { heading: { version: "1.3", date: "2026-02-02" }, entries, link: undefined }),
  ).toBe(
    "# Changes\n\n## v1.3-dev - Unreleased\n\n### Added\n\n- Four (#4)\n\n### Bug Fixes\n- Two (#2)\n- Three (#3)\n\n## v1.2 - 2026-01-01\n\n- One\n",
  );
});

it("headings are as deep as the file's own, and a line that its author edited isn't written again", () => {
  const line = "Sanitize control characters in filenames where output goes to a terminal";
  const before = `# Unreleased\n\n## Bugfixes\n- ${line}, to prevent injection.\n\n# 1.2.0\n\n- One\n`;
  const entry = { scope: undefined, breaking: false, commits: [], prs: [], group: "Fixed" as const };
  const entries = [
    { ...entry, text: `${line}, and prefix paths.`, written: true as const },
    { ...entry, text: "Two", group: "Added" as const },
  ];
  expect(
    composeChangelog(before, { heading: { version: "1.3.0", date: "2026-02-02" }, entries, link: undefined }),
  ).toBe(
    `# [1.3.0] - 2026-02-02\n\n## Added\n\n- Two\n\n## Bugfixes\n- ${line}, to prevent injection.\n\n# 1.2.0\n\n- One\n`,
  );
});

it("what its authors wrote under Unreleased keeps its order, its blank lines and its mark", () => {
  const before =
    "# Unreleased Changes\n\n## Performance\n\n* One\n\n    More of it.\n\n* Two\n\n## Improvements\n\n* Three\n";
  const entry = { scope: undefined, breaking: false, commits: [], prs: [] };
  const entries = [
    { ...entry, group: "Changed" as const, text: "Four" },
    { ...entry, group: "Fixed" as const, text: "Five" },
  ];
  expect(
    composeChangelog(before, { heading: { version: "2.0.0", date: "2026-02-02" }, entries, link: undefined }),
  ).toBe(
    `${before.replace("Unreleased Changes", "[2.0.0] - 2026-02-02").replace("* Two\n", "* Two\n* Four\n")}\n## Fixed\n\n- Five\n`,
  );
});

it("tags that carry the project's name are its releases", async () => {
  const git = (tags: readonly string[]) => () =>
    Promise.resolve(tags.map((tag) => `${tag}\t2026-01-01\n`).join(""));
  const versions = async (tags: readonly string[], name?: string) =>
    (await releasesOf(git(tags), name)).map(({ version }) => version);
  expect(await versions(["soup-1.3.1", "rel/soup-1.3.0", "1.2.0", "other-9.0.0"], "soup")).toEqual([
    "1.3.1",
    "1.3.0",
  ]);
  expect(await versions(["soup-1.3.1", "v1.2.0"])).toEqual(["1.2.0"]);
  expect(await versions(["a@2.0.0", "b@1.0.0"], "@x/b")).toEqual(["1.0.0"]);
});

describe("a changelog in reStructuredText", () => {
  const text =
    "Version 1.2.x\n-------------\n\nUnreleased\n\n-   Two (#2)\n\nVersion 1.1.0\n-------------\n\nFixed\n~~~~~\n\n- One (#1)\n- Oars\n\nFeatures:\n\n- Sails (#3)\n";

  it("has releases, and what is none yet", () => {
    expect(sections(text).map(({ version }) => version)).toEqual([undefined, "1.1.0"]);
    expect([...released(text).prs]).toEqual([1, 3]);
    expect([...released("1.3.0\n-----\n\nUnreleased\n\n- Three (#3)\n").prs]).toEqual([]);
  });

  it("tells groups by underlined headings and by names alone on their lines", () => {
    const patch = text.replaceAll(/^/gm, "+");
    const lines = parseHandLines(`\u001e${"a".repeat(40)}\u001f\n${patch}`);
    expect(lines.map(({ version, group, prs }) => [version, group, prs[0]])).toEqual([
      [undefined, undefined, 2],
      ["1.1.0", "Fixed", 1],
      ["1.1.0", "Fixed", undefined],
      ["1.1.0", "Added", 3],
    ]);
  });
});

it("what is unreleased is the newest section, not one of long ago that was never released", () => {
  const old = "## 1.0.0.dev2 (2020-05-12)\n\n- Begun\n";
  const before = `# Changes\n\n## 1.2.0 (...)\n\n- Sails\n\n${old}`;
  const entries = select({
    commits: [commit("Fix the mast (#9)", ["src/mast.ts"])],
    hand: [],
    released: none,
  });
  const update = { heading: { version: undefined, date: "" }, entries, link: undefined };
  expect(composeChangelog(before, update)).toMatch(
    /## 1\.2\.0 \(\.\.\.\)\n\n- Sails\n[^]*Fix the mast[^]*## 1\.0\.0\.dev2/,
  );
  const text = composeChangelog(before.replace("(...)", "(2026-01-01)"), update);
  expect(text).toMatch(/## \[Unreleased\][^]*Fix the mast[^]*## 1\.2\.0/);
  expect(text.endsWith(old)).toBe(true);
});
