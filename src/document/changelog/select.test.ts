import { expect, it } from "vitest";
import { released, select, type Commit } from "./index.ts";

let last = 0;
const commit = (subject: string, ...paths: readonly string[]): Commit => ({
  sha: (++last).toString(16).padStart(40, "b"),
  parents: ["0".repeat(40)],
  date: "2026-11-01T00:00:00Z",
  subject,
  body: "",
  files: paths.map((path) => ({ path, added: 1, removed: 1 })),
});

/** What is told of some commits after a changelog, and earlier commits that it may tell of. */
const told = (commits: readonly Commit[], changelog = "", past: readonly Commit[] = []): readonly string[] =>
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
  expect(told([drop, classify, check, other])).toEqual([
    "Drop support for Python 3.9",
    "Add 3.15 classifier and tox configuration",
  ]);
});

it("what is done in the same words again and again is a chore", () => {
  const sync = (): Commit => commit("Update the mast from the template", "src/mast.ts");
  const fresh = [sync(), commit("Update the rudder", "src/rudder.ts")];
  expect(told(fresh, "", [sync()])).toHaveLength(2);
  expect(told(fresh, "", [sync(), sync()])).toEqual(["Update the rudder"]);
});

it("a number of long ago is another repository's that this one came from", () => {
  const section = (version: number, line: string): string => `## 1.${version}.0 (2026-01-01)\n\n- ${line}\n`;
  const many = (count: number): string =>
    Array.from({ length: count }, (_, i) => section(count - i, "Oars")).join("\n");
  const fresh = [commit("Fix the rudder (#7)", "src/rudder.ts")];
  expect(told(fresh, `${many(30)}\n${section(0, "A hull (#7)")}`)).toEqual([]);
  expect(told(fresh, `${many(50)}\n${section(0, "A hull (#7)")}`)).toEqual(["Fix the rudder"]);
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
  expect(told(fresh, listing(past), past)).toEqual(["update oars", "mend"]);
  expect(told(fresh, listing(past.filter((_, i) => i % 3 === 0)), past)).toEqual(["mend"]);
});
