import { describe, expect, it } from "vitest";
import { groupOf, released, select, stepWith, touches, type Commit } from "./index.ts";

let last = 0;
const commit = (subject: string, ...paths: readonly string[]): Commit => ({
  sha: (++last).toString(16).padStart(40, "b"),
  parents: ["0".repeat(40)],
  date: "2026-11-01T00:00:00Z",
  subject,
  body: "",
  files: paths.map((path) => ({ path, added: 1, removed: 1 })),
});

/** Returns the lines selected from commits, given a changelog and the earlier commits it covers. */
const groupEntries = (
  commits: readonly Commit[],
  changelog = "",
  past: readonly Commit[] = [],
): readonly string[] =>
  select({
    commits,
    hand: [],
    released: released(changelog),
    past: { commits: past, path: "CHANGELOG.md", changelog },
  }).map(({ text }) => text);

it("which languages a package runs with is told, though only manifests and what checks them change", () => {
  const drop = commit("Drop support for Python 3.9 (#7)", "pyproject.toml", "tox.ini", "README.md");
  const classify = commit("Add 3.15 classifier and tox configuration", "setup.py", "tox.ini");
  const check = commit("Drop Python 3.9 where we check", ".github/workflows/ci.yml");
  const other = commit("Sort what the manifest includes", "pyproject.toml", "tox.ini");
  expect(groupEntries([drop, classify, check, other])).toEqual([
    "Drop support for Python 3.9",
    "Add 3.15 classifier and tox configuration",
  ]);
});

it("what is done in the same words again and again is a chore", () => {
  const sync = (): Commit => commit("Update the mast from the template", "src/mast.ts");
  const fresh = [sync(), commit("Update the rudder", "src/rudder.ts")];
  expect(groupEntries(fresh, "", [sync()])).toHaveLength(2);
  expect(groupEntries(fresh, "", [sync(), sync()])).toEqual(["Update the rudder"]);
});

it("a number of long ago is another repository's that this one came from", () => {
  const section = (version: number, line: string): string => `## 1.${version}.0 (2026-01-01)\n\n- ${line}\n`;
  const many = (count: number): string =>
    Array.from({ length: count }, (_, i) => section(count - i, "Oars")).join("\n");
  const fresh = [commit("Fix the rudder (#7)", "src/rudder.ts")];
  expect(groupEntries(fresh, `${many(30)}\n${section(0, "A hull (#7)")}`)).toEqual([]);
  expect(groupEntries(fresh, `${many(50)}\n${section(0, "A hull (#7)")}`)).toEqual(["Fix the rudder"]);
});

it("fixes of dependencies are told where their authors tell them", () => {
  const past = Array.from({ length: 60 }, (_, i) =>
    commit(`fix(${i % 3 ? "deps" : "api"}): past ${i} (#${i + 100})`, "package.json"),
  );
  const fresh = [
    commit("fix(deps): update oars (#201)", "package.json"),
    commit("fix(api): mend (#202)", "src/a.ts"),
  ];
  const listing = (one: readonly Commit[]): string =>
    `## 1.0.0 (2026-01-01)\n\n### Fixed\n\n${one.map(({ subject }) => `- ${subject}`).join("\n")}\n`;
  expect(groupEntries(fresh, listing(past), past)).toEqual(["update oars", "mend"]);
  expect(groupEntries(fresh, listing(past.filter((_, i) => i % 3 === 0)), past)).toEqual(["mend"]);
});

it("what only writes the changelog is none of its entries, and a program of that name is no changelog", () => {
  expect(touches(commit("Sort entries", "src/changelog.ts"))).toBe("source");
  expect(touches(commit("Tell of 3.4", "changelogs/CHANGELOG-3.4.md"))).toBe("changelog");
  const fresh = [
    commit("chore: update the changelog", "CHANGELOG.md"),
    commit("feat: list news", "src/changelog.ts"),
  ];
  expect(groupEntries(fresh, "## 1.0.0 (2026-01-01)\n\n- A hull\n")).toEqual(["list news"]);
});

describe("where features and fixes alone were listed", () => {
  const past = Array.from({ length: 40 }, (_, i) =>
    commit(`${["feat", "fix", "chore", "chore"][i % 4]}: past ${i} (#${i + 100})`, "src/a.ts"),
  );
  const listed = past.filter((_, i) => i % 4 < 2);
  const fresh = [commit("ci: use another image (#201)", "src/b.ts"), commit("fix: mend (#202)", "src/a.ts")];
  const nested = listed.map(({ subject }, i) => `* \`part-${i}\`\n  * ${subject}`);
  const people = listed.map((_, i) => `- Somebody ${i}\n`).join("");

  it("types that nobody notices anything of stay out, though none was there before", () => {
    const lines = listed.map(({ subject }) => `- ${subject}`).join("\n");
    expect(groupEntries(fresh, `## 1.0.0 (2026-01-01)\n\n${lines}\n`, past)).toEqual(["mend"]);
  });

  it("bullets that head others, and people, are no lines of it", () => {
    const section = `## 1.0.0 (2026-01-01)\n\n#### :bug: Bug Fix\n${nested.join("\n")}\n\n#### Committers: 20\n${people}`;
    expect(groupEntries(fresh, section, past)).toEqual(["mend"]);
  });
});

it("signs before a heading say nothing of its group, nor does what others wrote of a dependency's release", () => {
  expect([":bug: Bug Fix", ":rocket: New Feature", "🐛 Fixes"].map(groupOf)).toEqual([
    "Fixed",
    "Added",
    "Fixed",
  ]);
  const bump = {
    ...commit("Bump oars from 1 to 2", "package-lock.json"),
    body: "Release notes: fixes a crash",
  };
  const past = Array.from({ length: 40 }, (_, i) =>
    commit(`Bump oars to ${i} (#${i + 100})`, "package-lock.json"),
  );
  const changelog = `## 1.0.0 (2026-01-01)\n\n${past.map(({ subject }) => `- ${subject}`).join("\n")}\n`;
  const entries = select({
    commits: [bump],
    hand: [],
    released: released(changelog),
    past: { commits: past, path: "CHANGELOG.md", changelog },
  });
  expect(entries.map(({ group }) => group)).toEqual(["Changed"]);
});

it("a line by hand below no group's heading makes no minor step by its words where the API stays the same", () => {
  const allow = commit("Update oars (#7)", "src/oars.ts");
  const stepOf = (group: "Added" | undefined): string => {
    const line = { sha: allow.sha, version: undefined, group, text: "Allow oars 2 (#7)", prs: [7] };
    return stepWith(select({ commits: [allow], hand: [line], released: released("") }), "patch");
  };
  expect([stepOf(undefined), stepOf("Added")]).toEqual(["patch", "minor"]);
});
