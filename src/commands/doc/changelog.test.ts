import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../../lib/program.suite.ts";

describe("/doc changelog", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-changelog-"));
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], {
      cwd: folder,
      encoding: "utf8",
    });
  const commit = (path: string, message: string): void => {
    writeFileSync(join(folder, path), message);
    git("add", "-A");
    git("commit", "-q", "-m", message);
  };
  const run = (line: string): { code: number; output: string } => {
    try {
      const env = { ...process.env, XDG_STATE_HOME: join(folder, "../state"), NO_COLOR: "1" };
      return {
        code: 0,
        output: execFileSync(process.execPath, [program, line], {
          cwd: folder,
          encoding: "utf8",
          env,
          stdio: ["ignore", "pipe", "pipe"],
        }),
      };
    } catch (error) {
      const failure = error as { status: number; stdout: string; stderr: string };
      return { code: failure.status, output: failure.stdout + failure.stderr };
    }
  };

  beforeAll(() => {
    git("init", "-q");
    commit("a.ts", "Begin");
    git("tag", "v1.0.0");
    commit("a.ts", "Add sails (#2)");
    commit("b.test.ts", "Add a test of sails");
    commit("c.ts", 'Fix "$(touch hacked)" <img src=x>');
    writeFileSync(
      join(folder, ".git/config"),
      `${readFileSync(join(folder, ".git/config"), "utf8")}[core]\n\tfsmonitor = touch ${folder}/hacked\n\tpager = touch ${folder}/hacked\n`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("writes what came since the last tag, once", () => {
    expect(run("/doc changelog --check")).toMatchObject({ code: 1 });
    const { code, output } = run("/doc changelog");
    expect(code, output).toBe(0);
    const text = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
    expect(text).toMatch(/^## \[1\.1\.0\] - \d{4}-\d{2}-\d{2}$/m);
    expect(text).toMatch(/### Added\n\n- Add sails \(#2, [0-9a-f]{7}\)/);
    expect(text).not.toMatch(/a test of sails|(?<!\\)<img/);
    expect(output).toContain("[x] CHANGELOG.md written");
    expect(run("/doc changelog --check").code).toBe(0);
    expect(() => readFileSync(join(folder, "hacked"))).toThrow("ENOENT");
  });

  it("goes on from a version that is tagged, though a lower one was tagged later", () => {
    const text = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
    git("checkout", "-q", "-b", "two", "v1.0.0");
    writeFileSync(join(folder, "package.json"), '{"name":"boat","version":"2.0.0"}');
    commit("CHANGELOG.md", text.replace(/## \[1\.1\.0\][^]*/, "## v2.0.0\n\n### Added\n\n- A hull\n"));
    git("tag", "v2.0.0");
    commit("a.ts", "Backport a keel");
    git("tag", "v1.0.1");
    commit("d.ts", "Fix a leak");
    expect(run("/doc changelog").code).toBe(0);
    const written = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
    expect(written).toMatch(
      /## \[2\.0\.1\] - [^]*- Fix(?:ed)? a leak[^]*## v2\.0\.0\n\n### Added\n\n- A hull\n$/,
    );
  });

  it("writes into a changelog of reStructuredText in its own form", () => {
    git("checkout", "-q", "-f", "-b", "three", "v1.0.0");
    writeFileSync(join(folder, "CHANGES.rst"), "1.0.0 (2026-01-01)\n------------------\n\n* A hull\n");
    commit("e.ts", "Fix a `mast`");
    const { code, output } = run("/doc changelog");
    expect(code, output).toBe(0);
    expect(readFileSync(join(folder, "CHANGES.rst"), "utf8")).toMatch(
      /^1\.0\.1 \(\d{4}-\d\d-\d\d\)\n-{18}\n\n\* Fix a ``mast``\n\n1\.0\.0 \(2026-01-01\)\n-{18}\n\n\* A hull\n$/,
    );
    expect(existsSync(join(folder, "CHANGELOG.md"))).toBe(false);
    const message =
      "Version 3.0.0\n-------------\n\nUnreleased\n\n* A keel\n\n1.0.0 (2026-01-01)\n---\n\n* A hull\n";
    writeFileSync(join(folder, "CHANGES.rst"), message);
    expect(run("/doc changelog").code).toBe(0);
    const text = readFileSync(join(folder, "CHANGES.rst"), "utf8");
    expect(text).toMatch(/^Version 3\.0\.0\n-{13}\n\n\* A keel\n\* Fix a ``mast``\n\n1\.0\.0 /);
    expect(run("/doc changelog --check").code).toBe(0);
  });

  it("makes no second changelog beside one in another form, and shows what that lacks", () => {
    git("checkout", "-q", "-f", "-b", "five", "v1.0.0");
    commit("NEWS.txt", "1.0.0\n-----\n");
    commit("e.ts", "Fix a mast");
    const { code, output } = run("/doc changelog");
    expect(code, output).toBe(0);
    expect(output).toContain("NEWS.txt is this project's changelog");
    expect(output).toMatch(/## \[1\.0\.1\][^]*- Fix(?:ed)? a mast/);
    expect(existsSync(join(folder, "CHANGELOG.md"))).toBe(false);
  });

  it("writes into the file that a linked changelog means", () => {
    git("checkout", "-q", "-f", "-b", "four", "v1.0.0");
    mkdirSync(join(folder, "docs"));
    symlinkSync("docs/notes.md", join(folder, "CHANGELOG.md"));
    commit("docs/notes.md", "# Notes\n\n## 1.0.0\n\n- A hull\n");
    commit("f.ts", "Add a rudder");
    expect(run("/doc changelog").code).toBe(0);
    expect(lstatSync(join(folder, "CHANGELOG.md")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "docs/notes.md"), "utf8")).toMatch(
      /^# Notes\n\n## \[1\.1\.0\][^]*Add a rudder[^]*## 1\.0\.0\n\n- A hull\n$/,
    );
  });

  it("counts from the highest of tags of one second, and gives no version to a heading above nothing", () => {
    git("checkout", "-q", "-f", "-b", "six", "v1.0.0");
    for (const tag of ["v1.7.4", "v1.8.0", "v1.10.0"]) {
      commit("CHANGES.md", `# Changes\n\n## Master\n\n[View commits](https://example.com/${tag}...master)\n`);
      execFileSync(
        "git",
        ["-c", "user.name=A", "-c", "user.email=a@example.com", "tag", "-a", "-m", tag, tag],
        {
          cwd: folder,
          env: { ...process.env, GIT_COMMITTER_DATE: "2031-01-01T00:00:00Z" },
        },
      );
    }
    const before = readFileSync(join(folder, "CHANGES.md"), "utf8");
    const { code, output } = run("/doc changelog");
    expect(code, output).toBe(0);
    expect(output).toContain("# Changelog since v1.10.0\n");
    expect(output).toContain("- **since**: v1.10.0");
    expect(output).toContain("Not written");
    expect(output).not.toMatch(/Read the entries|Tag the release/);
    expect(readFileSync(join(folder, "CHANGES.md"), "utf8")).toBe(before);
  });

  it("says what is wrong and what to type", () => {
    expect(run("/doc chngelog")).toMatchObject({
      code: 2,
      output: expect.stringContaining("/doc changelog"),
    });
    const outside = mkdtempSync(join(tmpdir(), "antiphon-none-"));
    expect(run(`/doc changelog --cwd=${outside}`)).toMatchObject({
      code: 1,
      output: expect.stringContaining("from a git repository, and there is none here"),
    });
    rmSync(outside, { recursive: true });
    // in a shallow clone, its only commit appears to add every line of the changelog
    commit("later.ts", "Add a later one");
    const shallow = mkdtempSync(join(tmpdir(), "antiphon-shallow-"));
    git("clone", "-q", "--depth=1", `file://${folder}`, shallow);
    expect(run(`/doc changelog --cwd=${shallow}`)).toMatchObject({
      code: 1,
      output: expect.stringContaining("git fetch --unshallow"),
    });
    git("-C", shallow, "tag", "v9.0.0");
    expect(run(`/doc changelog --cwd=${shallow}`)).toMatchObject({ code: 0 });
    rmSync(shallow, { recursive: true });
  });
});
