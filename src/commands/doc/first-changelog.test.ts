import { expect, it } from "vitest";
import { project } from "./project.suite.ts";

it("/doc changelog writes a first changelog of what users notice, and the same again", () => {
  const { git, write, run, read } = project({});
  git("init", "-q");
  for (const [path, message] of [
    ["a.ts", "feat: sails"],
    [".github/workflows/ci.yml", "ci: another image"],
    ["b.ts", "fix: a leak"],
    ["c.ts", "refactor: move the mast"],
  ] as const) {
    write(path, message);
    git("add", path);
    git("commit", "-q", "-m", message);
  }
  expect(run("/doc changelog").code).toBe(0);
  const text = read("CHANGELOG.md");
  expect(text.match(/^- .*(?= \()/gm)).toEqual(["- Sails", "- A leak"]);
  expect(run("/doc changelog").code).toBe(0);
  expect(read("CHANGELOG.md")).toBe(text);
  expect(run("/doc changelog --check").code).toBe(0);
});

it("/doc changelog writes nothing into a changelog that says it isn't kept any more", () => {
  const original =
    "**WARNING:** This CHANGELOG is no longer updated. See the commits.\n\n1.0.0\n=====\n\n- Begun\n";
  const { git, write, run, read } = project({ "CHANGELOG.md": original });
  git("init", "-q");
  write("a.ts", "export const a = 1;");
  git("add", "a.ts");
  git("commit", "-q", "-m", "feat: sails");
  const { code, output } = run("/doc changelog");
  expect(code).toBe(0);
  expect(output).toContain("CHANGELOG.md says that it isn't kept any more. What it lacks:");
  expect(output).toContain("- Sails");
  expect(read("CHANGELOG.md")).toBe(original);
});
