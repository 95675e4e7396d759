import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ignoreRules } from "./gitignore.ts";

const root = mkdtempSync(join(tmpdir(), "antiphon-ignore-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
execFileSync("git", ["init", "-q"], { cwd: root });

const names = ["a", "b", "A", "a.log", "b.log", "#a", "!a", "a b", "{a,b}", "(a)", "a]", "build", "*"];
const paths = [...names, ...names.flatMap((name) => [`x/${name}`, `x/y/${name}`, `build/${name}`])];

/** Whether any rule says so for the path, or for a folder above it. */
function isIgnored(text: string, path: string): boolean {
  const rules = ignoreRules(text);
  const folders = path.split("/").slice(0, -1);
  if (folders.some((_, i) => rules(`${folders.slice(0, i + 1).join("/")}/`))) return true;
  return rules(path) === true;
}

it.each([
  "a",
  "/a",
  "a/",
  "build/",
  "x/a",
  "x/*",
  "x/**",
  "x/**\n!x/a",
  "*\n!a\n!x/",
  "*.log\n!b.log",
  "**/y/a",
  "x/**/a",
  "/x/y",
  "\\#a\n#a",
  "\\!a",
  "!a\na",
  "a \n\n   ",
  "a\\ b",
  "{a,b}",
  "(a)",
  "[ab]",
  "[!ab]",
  "a]",
  "?",
  "\\*",
  "a\r",
  "[a",
  "a\\",
  "**",
  "x/**/",
])("reads %j as git does", (text) => {
  writeFileSync(join(root, ".gitignore"), text);
  const { stdout } = ((): { stdout: string } => {
    try {
      const input = paths.join("\0");
      return {
        stdout: execFileSync("git", ["check-ignore", "--no-index", "-z", "--stdin"], {
          cwd: root,
          input,
          encoding: "utf8",
        }),
      };
    } catch (error) {
      return error as { stdout: string }; // exit code 1: none is ignored
    }
  })();
  expect(paths.filter((path) => isIgnored(text, path))).toEqual(stdout.split("\0").filter(Boolean));
});

it("ends, whatever a rule repeats", () => {
  const rules = ignoreRules(`${"**/a/".repeat(60)}b\n${"a*".repeat(60)}b\n${"(".repeat(9000)}\n*.log`);
  expect(rules(`${"a/".repeat(120)}c`)).toBeUndefined();
  expect(rules(`${"a".repeat(250)}c`)).toBeUndefined();
  expect(rules("a.log")).toBe(true);
});

it("has as many rules as a project needs, of which the last that matches decides", () => {
  const names = Array.from({ length: 3000 }, (_, i) => `output-of-build-${i}/`);
  const rules = ignoreRules(
    [...names, "!output-of-build-7/", "/".repeat(5000), "output-of-build-7/"].join("\n"),
  );
  expect([rules("output-of-build-0/"), rules("output-of-build-2999/"), rules("src/")]).toEqual([
    true,
    true,
    undefined,
  ]);
  expect(ignoreRules([...names, "!output-of-build-7/"].join("\n"))("output-of-build-7/")).toBe(false);
});
