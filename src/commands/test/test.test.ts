import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { project as folder } from "../session.suite.ts";

/** A line's exit code and output, including its message if it can't run. */
function project(files: Readonly<Record<string, string>>) {
  const at = folder(files);
  return {
    ...at,
    run: async (line: string, options: Parameters<typeof at.run>[1] = {}) =>
      at.run(line, options).then(
        ({ outcome, text, sections }) => ({
          code: outcome === "done" ? 0 : 1,
          output: text,
          errors: "",
          data: JSON.stringify(sections),
        }),
        (error: Error & { fix?: string }) => ({
          code: 1,
          output: "",
          errors: `${error.message}\n${error.fix}`,
          data: "",
        }),
      ),
  };
}

const header = `const { test } = require("node:test");\nconst assert = require("node:assert");\n`;
const adds = {
  "add.js": "exports.add = (a, b) => a + b;\n",
  "add.test.js": `${header}const { add } = require("./add.js");\ntest("adds", () => {\n  assert.strictEqual(add(1, 2), 3);\n});\n`,
  "other.test.js": `${header}test("other", () => {});\ntest.skip("later", () => {});\n`,
};

describe("/test", () => {
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
      const { code, output, errors, data } = await run(`/test ${target}`);
      expect(code, output + errors).toBe(1);
      expect(data).toContain("1 failed");
      expect(data).toContain('"3\\n"');
      expect(data).toContain('"-1\\n"');
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

  it("runs everything as often as it is told, and counts each test's runs", async () => {
    const { run } = project({
      "some.test.js": `${header}const fs = require("node:fs");\ntest("every other time", () => {\n  const seen = fs.existsSync("seen");\n  if (seen) fs.rmSync("seen"); else fs.writeFileSync("seen", "");\n  assert.ok(seen);\n});\ntest("always", () => {});\n`,
    });
    const { code, output } = await run("/test all --repeat=4");
    expect(code).toBe(1);
    expect(output.match(/^- \[[ x]\] all tests(?:, run \d)?: \d passed/gm)).toHaveLength(4);
    expect(output).toContain("flaky: passed 2 of 4");
    expect(output).not.toContain("`always`");
    expect((await run("/test --repeat=0")).errors).toMatch(/a whole number from 1 to 100.*--repeat=1/s);
  });

  it("measures what the tests reach, and lists what they don't, changed lines first", async () => {
    const { run, write } = project({
      ...adds,
      "rate.js": "exports.rate = (n) => {\n  if (n > 9) {\n    return 'high';\n  }\n  return 'low';\n};\n",
      "rate.test.js": `${header}const { rate } = require("./rate.js");\ntest("rates", () => assert.equal(rate(1), "low"));\n`,
    });
    const all = await run("/test coverage");
    expect(all.code, all.output + all.errors).toBe(0);
    expect(all.output).toMatch(/^- \[x\] coverage: lines \d+\.\d % \(\d+ of \d+\), .*node .*--test/m);
    expect(all.output).toMatch(/^\| `rate\.js` \| .* \| 2 \|$/m);
    expect(all.output).toMatch(/^- `rate\.js:2` branch: `if \(n > 9\) \{`|^- `rate\.js:3-4` never run/m);
    write(
      "rate.js",
      "exports.rate = (n) => {\n  if (n > 9) {\n    return 'top';\n  }\n  return 'low';\n};\n",
    );
    const one = await run("/test rate.js --coverage");
    expect(one.output).toMatch(/`rate\.js:\S+` changed,/);
    expect(one.output).not.toContain("| `add.js`");
  });

  it("says which package measures, where it isn't installed", async () => {
    const { run } = project({
      "package.json": '{"devDependencies":{"mocha":"12"}}',
      "test/a.js": 'it("a", () => {});\n',
    });
    const { errors } = await run("/test coverage");
    expect(errors).toMatch(
      /mocha measures coverage with c8 or nyc, which isn't installed here.\n.*npm install --save-dev c8/,
    );
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

  it("says what to install where every test lacks a declared package", async () => {
    const manifest = { "package.json": '{ "dependencies": { "far": "1.0.0" } }' };
    const lacking = { "far.test.js": `${header}require("far/away");\n` };
    expect((await project({ ...manifest, ...lacking }).run("/test")).errors).toBe(
      "far isn't installed here, so no test can be run.\nRun npm install, then this again.",
    );
    expect((await project({ ...manifest, ...lacking, ...adds }).run("/test")).output).toContain("far/away");
    expect((await project(lacking).run("/test")).output).toContain("far/away");
  });

  it("says what to do where nothing can run", async () => {
    const { run, write } = project({ "a.txt": "" });
    const none = await run("/test");
    expect(none.code).toBe(1);
    expect(none.errors).toMatch(/no test runner.*add one/is);
    expect((await run("/test", { shell: false })).errors).toContain("can't be run here");
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

describe.skipIf(!hasPytest)("/test with pytest", () => {
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
