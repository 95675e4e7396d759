import { describe, expect, it } from "vitest";
import { project } from "./project.suite.ts";

const released = "# Changelog\n\n## 1.0.0 (2026-01-01)\n\n- A hull\n";

/** A repository whose first commit is its release 1.0.0. */
function boat(changelog: string, tag = "v1.0.0") {
  const boatProject = project({ "CHANGELOG.md": changelog });
  const commit = (path: string, message: string, text = message): void => {
    boatProject.write(path, text);
    boatProject.git("add", "-A");
    boatProject.git("commit", "-q", "-m", message);
  };
  boatProject.git("init", "-q", "-b", "main");
  commit("hull.ts", "Begin");
  if (tag !== "") boatProject.git("tag", tag);
  const headings = (): readonly string[] => boatProject.read("CHANGELOG.md").match(/^## .*$/gm) ?? [];
  return { ...boatProject, commit, headings };
}

const dated = released.replace("## 1", "## 1.2.0 (2026-02-01)\n\n- Sails that fold (#7)\n\n## 1");

describe("a section that no release has yet", () => {
  it("is the one that is completed, though it has its date, and is told already where what is unreleased is asked for", () => {
    const { commit, run, read, headings } = boat(released);
    commit("sails.ts", "Add sails (#7)");
    commit("CHANGELOG.md", "Version 1.2.0", dated);
    expect(run("/doc changelog --unreleased").output).toContain("Not written");
    expect(run("/doc changelog --check").code).toBe(0);
    expect(read("CHANGELOG.md")).toBe(dated);
    commit("rudder.ts", "Fix the rudder (#8)");
    expect(run("/doc changelog").code).toBe(0);
    expect(headings()).toEqual(["## 1.2.0 (2026-02-01)", "## 1.0.0 (2026-01-01)"]);
    expect(read("CHANGELOG.md")).toMatch(
      /- Sails that fold \(#7\)\n[^#]*### Fixed\n\n- Fix the rudder \(#8, [^]*## 1\.0/,
    );
  });

  it("that says so of itself is completed where what is unreleased is asked for", () => {
    const pending = dated.replace("(2026-02-01)", "(unreleased)");
    const { commit, run, read, headings } = boat(pending);
    commit("rudder.ts", "Fix the rudder (#8)");
    expect(run("/doc changelog --unreleased").code).toBe(0);
    expect(headings()).toEqual(["## 1.2.0 (unreleased)", "## 1.0.0 (2026-01-01)"]);
    expect(read("CHANGELOG.md")).toMatch(
      /- Sails that fold \(#7\)\n[^#]*### Fixed\n\n- Fix the rudder \(#8, [^]*## 1\.0/,
    );
  });

  it("is none where a line beside this one has released it", () => {
    const { git, commit, run, headings } = boat(released);
    git("checkout", "-q", "-b", "old");
    commit("sails.ts", "Mend sails");
    git("tag", "v1.2.0");
    git("checkout", "-q", "main");
    commit("CHANGELOG.md", "Tell of 1.2.0", dated);
    commit("rudder.ts", "Fix the rudder (#8)");
    expect(run("/doc changelog").code).toBe(0);
    expect(headings()[1]).toBe("## 1.2.0 (2026-02-01)");
  });
});

it("a changelog that isn't there any more shows what its authors listed", () => {
  const { git, commit, run, read } = boat(released);
  commit("mast.ts", "refactor: move the mast");
  git("rm", "-q", "CHANGELOG.md");
  expect(run("/doc changelog").code).toBe(0);
  expect(read("CHANGELOG.md")).toContain("- Move the mast (");
});

it("without tags, releases are those that the changelog tells of", () => {
  const { commit, run, headings, read } = boat(dated, "");
  commit("rudder.ts", "Fix the rudder (#8)");
  expect(run("/doc changelog").code).toBe(0);
  expect(headings()).toEqual(
    ["## 1.2.1 (2", "## 1.2.0 (2", "## 1.0.0 (2"].map((start) => expect.stringContaining(start)),
  );
  expect(read("CHANGELOG.md").match(/^- /gm)).toHaveLength(3);
});

it("a release that the changelog lacks gets its section in its place, and takes nothing that is unreleased", () => {
  const open = `# Changelog\n\n## Unreleased\n\n- A keel\n\n## 1.2.0 (2026-02-01)\n\n- Sails\n\n## 1.0.0 (2026-01-01)\n\n- A hull\n`;
  const { git, commit, run, read } = boat(released);
  commit("rudder.ts", "Fix the rudder (#8)");
  git("tag", "v1.1.0");
  commit("CHANGELOG.md", "Add sails", open);
  git("tag", "v1.2.0");
  expect(run("/doc changelog --comprehensive --unreleased").code).toBe(0);
  expect(read("CHANGELOG.md")).toMatch(
    /## Unreleased\n\n- A keel\n\n## 1\.2\.0 [^]*- Sails\n\n## 1\.1\.0 [^]*- Fix the rudder \(#8, [^]*## 1\.0\.0 /,
  );
});

it("the whole history ends with the last release where nothing came after it", () => {
  const { git, commit, run, read, headings } = boat(released);
  commit("rudder.ts", "Fix the rudder (#8)");
  git("tag", "v1.1.0");
  expect(run("/doc changelog --comprehensive").code).toBe(0);
  expect(headings()).toEqual([expect.stringMatching(/^## \[1\.1\.0\]/), "## 1.0.0 (2026-01-01)"]);
  const text = read("CHANGELOG.md");
  expect(run("/doc changelog --comprehensive").code).toBe(0);
  expect(read("CHANGELOG.md")).toBe(text);
});
