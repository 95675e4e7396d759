import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { program } from "../src/lib/program.suite.ts";

/** Runs the stories in `examples/stories` as they are printed. */
const root = resolve(import.meta.dirname, "..");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "story-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function story(name: string): Promise<string> {
  const env = {
    ...process.env,
    ANTIPHON: `${process.execPath} ${program}`,
    PATH: `${join(process.execPath, "..")}:${process.env["PATH"]}`,
    XDG_STATE_HOME: join(folder, ".state"),
    XDG_CONFIG_HOME: join(folder, ".config"),
    NO_COLOR: "1",
  };
  const script = join(root, "examples/stories", `${name}.sh`);
  const ran = promisify(execFile)("sh", ["-x", script], { cwd: folder, env, maxBuffer: 64e6 });
  return ran.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string; readonly stderr: string }) => {
      throw new Error(`${error.stdout.slice(-6000)}\n${error.stderr.slice(-6000)}`);
    },
  );
}
const text = (path: string): string => readFileSync(join(folder, path), "utf8");

it("makes an API with accounts, changes it twice, and writes a client and documentation", async () => {
  await story("first-api");
  expect(readdirSync(join(folder, "migrations"))).toEqual([
    "0001_initial.sql",
    "0002_add_pages_to_books.sql",
    "0003_rename_isbn_to_code_in_books.sql",
  ]);
  expect(text("api.yaml")).toMatch(
    /code: string unique[^]*pages: integer|pages: integer[^]*code: string unique/,
  );
  expect(text("clients/typescript/README.md")).toContain("Library API");
  expect(text("docs/api.md")).toContain("/api/books");
});

it("documents a repository that was there, and reviews its last commit", async () => {
  cpSync(join(root, "node_modules/bytes"), folder, { recursive: true });
  rmSync(join(folder, "History.md"));
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], {
      cwd: folder,
    });
  const manifest = JSON.parse(text("package.json")) as Record<string, unknown>;
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify(
      { ...manifest, version: "1.0.0", scripts: { test: "node --test" }, devDependencies: {} },
      null,
      2,
    ),
  );
  writeFileSync(
    join(folder, "bytes.test.js"),
    `const test = require("node:test");\nconst assert = require("node:assert");\nconst bytes = require("./index.js");\ntest("reads kilobytes", () => assert.equal(bytes("1kb"), 1024));\n`,
  );
  writeFileSync(join(folder, ".gitignore"), ".state/\n.config/\n*.json.tmp\n");
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "feat: read and write sizes in bytes");
  git("tag", "v1.0.0");
  writeFileSync(join(folder, "index.js"), `${text("index.js")}\nmodule.exports.units = Object.keys(map);\n`);
  git("add", "-A");
  git("commit", "-qm", "feat: export the units");
  const output = await story("repository");
  expect(text("test.json")).toMatch(/"passed": 1\b/);
  expect(text("CHANGELOG.md")).toContain("Export the units");
  expect(output).toContain("Readme.md");
  expect(JSON.parse(text("review.sarif"))).toHaveProperty("runs");
});

it("holds two teams to their budgets, under load, while a model fails", async () => {
  const output = await story("gateway");
  expect(output).toMatch(/20 200\s+10 429/);
  expect(output).toMatch(/held up by that:\s+30 200/);
  expect(output).toMatch(/other model answers:\s+200/);
  expect(output).toMatch(/\| paid \| 50 \|/);
  expect(output).toMatch(/\| own \| 1 \|/);
});
