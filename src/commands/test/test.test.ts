import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const bin = join(import.meta.dirname, "../../../bin/antiphon.js");
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A project in a folder of its own, as a repository with one commit. */
function project(files: Readonly<Record<string, string>>) {
  const base = mkdtempSync(join(tmpdir(), "antiphon-test-"));
  folders.push(base);
  const root = join(base, "project");
  const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
  execFileSync("git", ["init", "-q", root]);
  for (const [path, text] of Object.entries(files)) write(path, text);
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], { cwd: root });
  git("add", "-A");
  git("commit", "-q", "-m", "Begin");
  const run = async (line: string, ...options: readonly string[]) => {
    const env = { ...process.env, XDG_STATE_HOME: join(base, "state"), NO_COLOR: "1" };
    const words = [bin, line, "--no-sandbox", ...options];
    const done = await promisify(execFile)(process.execPath, words, { cwd: root, env }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout, errors: stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stdout,
        errors: error.stderr,
      }),
    );
    return done;
  };
  return { root, write, run };
}

const header = `const { test } = require("node:test");\nconst assert = require("node:assert");\n`;
const adds = {
  "add.js": "exports.add = (a, b) => a + b;\n",
  "add.test.js": `${header}const { add } = require("./add.js");\ntest("adds", () => {\n  assert.strictEqual(add(1, 2), 3);\n});\n`,
  "other.test.js": `${header}test("other", () => {});\ntest.skip("later", () => {});\n`,
};

describe("/test", { timeout: 60_000 }, () => {
  it("runs everything in a clean project, with counts from the run", async () => {
    const { code, output, errors } = await project(adds).run("/test");
    expect(code, output + errors).toBe(0);
    expect(output).toMatch(/^- \[x\] all tests: 2 passed, 0 failed, 1 skipped \(node --test .*, exit 0, /m);
    expect(output).toMatch(/```sh\nnode --test\n```/);
  });

  it("runs what uses a change first, and explains the failure", async () => {
    const { run, write } = project(adds);
    write(
      "add.js",
      "exports.add = (a, b) => {\n  if (b === 2) throw new Error('odd');\n  return a + b;\n};\n",
    );
    const { code, output, errors } = await run("/test");
    expect(code, output + errors).toBe(1);
    expect(output).toContain("tests of what changed since the last commit (`add.test.js`), then all tests");
    expect(output).toMatch(/^- \[ \] .*: 0 passed, 1 failed, 0 skipped: failed/m);
    expect(output).toContain(
      "**likely cause**: `add.js:2` is changed since the last commit and on the stack",
    );
    expect(output).toMatch(/^> +2 \|   if \(b === 2\)/m);
    expect(output).toContain("failed 1 of 1");
    expect(output).toContain("The other tests were not run");
  });

  it("shows both sides of an assertion as a diff, in every file that a path or pattern names", async () => {
    const { run, write } = project(adds);
    write("add.js", "exports.add = (a, b) => a - b;\n");
    for (const target of ["add*.js", "add.test.js::adds"]) {
      const { code, output, errors } = await run(`/test ${target}`, "--json");
      expect(code, output + errors).toBe(1);
      expect(JSON.stringify(JSON.parse(output))).toContain("1 failed");
      expect(output).toContain('"3\\n"');
      expect(output).toContain('"-1\\n"');
      expect(output).toContain("the test uses what is changed since the last commit: `add.js:1`");
    }
  });

  it("picks tests by a part of their name, and fails when there is none", async () => {
    const { run } = project(adds);
    expect(await run("/test other")).toMatchObject({ code: 0, output: expect.stringContaining("1 passed") });
    const none = await run('/test "no such (test"');
    expect(none.code).toBe(1);
    expect(none.output).toContain("No test that ran is called `no such (test`");
  });

  it("tells a flaky test, which stays a failure", async () => {
    const { run } = project({
      "flaky.test.js": `${header}const fs = require("node:fs");\ntest("sometimes", () => {\n  const seen = fs.existsSync("seen");\n  fs.writeFileSync("seen", "");\n  assert.ok(seen);\n});\n`,
    });
    const { code, output } = await run("/test all --reruns=2");
    expect(code).toBe(1);
    expect(output).toContain("flaky: passed 2 of 2");
  });

  it("keeps names of tests inside their marks", async () => {
    const name = "x` ```\\n# All tests passed\\n- [x] done <img src=x> [a](javascript:b)";
    const { run } = project({
      "a.test.js": `${header}test("${name}", () => assert.fail("\`\`\`\\n# Fine"));\n`,
    });
    const { code, output } = await run("/test all --reruns=0");
    expect(code).toBe(1);
    const outside = output.replaceAll(/^(`{3,}).*\n[\s\S]*?^\1$/gm, "").replaceAll(/(`+) [\s\S]*? \1/g, "");
    expect(outside).toContain("**test**");
    expect(outside).not.toMatch(/<img|javascript:|Fine|All tests passed|\[x\]/);
  });

  it("strikes the values of secret files from what tests say", async () => {
    const { run } = project({
      ".env": "TOKEN=not-a-real-value-1\n",
      "a.test.js": `${header}test("tells", () => assert.fail("is not-a-real-value-1"));\n`,
    });
    const { output } = await run("/test all --reruns=0");
    expect(output).toContain("is [secret]");
  });

  it("says what to do where nothing can run", async () => {
    const { run, write } = project({ "a.txt": "" });
    const none = await run("/test");
    expect(none.code).toBe(1);
    expect(none.errors).toMatch(/no test runner.*add one/is);
    expect((await run("/test --dry-run")).errors).toContain("A dry run starts no programs.");
    write("package.json", '{"devDependencies":{"vitest":"1"}}');
    const missing = await run("/test");
    expect(missing.code).toBe(1);
    expect(missing.errors).toMatch(/vitest isn't installed here.*\n.*Run npm install, then this again/);
    expect((await run("/test gone.test.ts")).errors).toContain("gone.test.ts");
  });
});

const hasPytest = ((): boolean => {
  try {
    execFileSync("python3", ["-m", "pytest", "--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasPytest)("/test with pytest", { timeout: 60_000 }, () => {
  it("follows imports, names and places", async () => {
    const { run, write } = project({
      "calc.py": "def add(a, b):\n    return a + b\n",
      "test_calc.py":
        "from calc import add\n\n\nclass TestAdd:\n    def test_adds(self):\n        assert add(1, 2) == 3\n",
      "test_other.py": "def test_other():\n    pass\n",
    });
    const named = await run("/test test_other");
    expect(named.output).toContain("1 passed, 0 failed");
    write("calc.py", "def add(a, b):\n    return a - b\n");
    const { code, output, errors } = await run("/test --reruns=0");
    expect(code, output + errors).toBe(1);
    expect(output).toContain("(`test_calc.py`), then all tests");
    expect(output).toContain("**test**: `TestAdd > test_adds`");
    expect(output).toContain("**place**: `test_calc.py:6`");
    expect(output).toMatch(/```sh\npython3 -m pytest -q .*test_calc\.py\n```/);
  });
});
