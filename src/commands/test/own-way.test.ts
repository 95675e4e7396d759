import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { project } from "../session.suite.ts";

const header = `const { test } = require("node:test");\nconst assert = require("node:assert");\n`;
const passing = `${header}test("runs", () => assert.ok(true));\n`;
const manifest = (scripts: Readonly<Record<string, string>>, more: object = {}): string =>
  JSON.stringify({ name: "shop", private: true, scripts, ...more });

describe("/test in the project's own way", () => {
  it("takes a script's variables, loaders and files", async () => {
    const { run } = project({
      "package.json": manifest({ test: "MARK=set node --require ./setup.cjs --test checks/*.js" }),
      "setup.cjs": "globalThis.ready = process.env.MARK;\n",
      "checks/ready.js": `${header}test("is ready", () => assert.strictEqual(globalThis.ready, "set"));\n`,
      "other.test.js": `${header}test("isn't asked for", () => assert.fail());\n`,
    });
    const { text, outcome } = await run("/test");
    expect(outcome, text).toBe("done");
    expect(text).toContain("1 passed, 0 failed");
    expect(text).toContain("MARK=set node --require ./setup.cjs --test checks/ready.js\n");
  });

  it("counts a failure for the test's file, not for the helper in which it was raised", async () => {
    const stack =
      "AssertionError: no\n    at exact (test/support/exact.js:2:3)\n    at Context.<anonymous> (test/sums.js:4:5)";
    const failure = { title: "adds", fullTitle: "sums adds", err: { message: "no", stack } };
    const { run, root } = project({
      "package.json": manifest({ test: "mocha test/*.js" }, { devDependencies: { mocha: "1" } }),
      "test/sums.js": "",
      "test/support/exact.js": "",
      "report.json": JSON.stringify({ stats: {}, passes: [], failures: [failure], pending: [] }, null, 2),
      "node_modules/mocha/package.json": "{}",
      "node_modules/.bin/mocha": "#!/bin/sh\ncat report.json\nexit 1\n",
    });
    chmodSync(join(root, "node_modules/.bin/mocha"), 0o755);
    const { text } = await run("/test --reruns=0");
    expect(text).toMatch(/`test\/sums\.js:4`/);
  });

  it("runs a file whose name begins like an option, and no other", async () => {
    const { run } = project({
      "package.json": manifest({ test: "node --test" }),
      "-d/runs.test.js": passing,
      "other.test.js": `${header}test("isn't asked for", () => assert.fail());\n`,
    });
    for (const path of ["./-d/runs.test.js", "./-d"]) {
      const { text, outcome } = await run(`/test ${path}`);
      expect(outcome, text).toBe("done");
      expect(text).toContain("1 passed, 0 failed");
    }
  });

  it("runs a script that calls no known runner, and says that its exit code is all there is", async () => {
    const { run, write } = project({
      "package.json": manifest({ test: "node checks.js" }),
      "checks.js": "console.log('fine');\n",
    });
    const { text, outcome } = await run("/test");
    expect(outcome, text).toBe("done");
    expect(text).toContain("passed, by the script's exit code alone");
    write("checks.js", "throw new Error('nothing fits');\n");
    const failed = await run("/test --reruns=0");
    expect(failed.outcome).toBe("failed");
    expect(failed.text).toMatch(/checks\.js:1[\s\S]*nothing fits/);
  });

  it("runs a whole script once, also where files changed, and shows no colours of its own", async () => {
    const { run, write, read } = project({
      "package.json": manifest({ test: "node checks.test.js && node more.test.js" }),
      "sum.js": "exports.sum = (a, b) => a + b;\n",
      "checks.test.js": "require('./sum.js');\nrequire('fs').appendFileSync('log.txt', 'ran ');\n",
      "more.test.js": "",
    });
    write("sum.js", "exports.sum = (a, b) => a - b;\n");
    expect((await run("/test")).outcome).toBe("done");
    expect(read("log.txt")).toBe("ran ");
    write("checks.test.js", "throw new Error('\\u001b[31mred\\u001b[39m');\n");
    const { text } = await run("/test --reruns=0");
    expect(text).toContain("Error: red\n");
    expect(text).not.toContain("The other tests were not run");
  });

  it("runs each package of a workspace by its own script", async () => {
    const { run } = project({
      "package.json": manifest({ test: "turbo run test" }, { workspaces: ["packages/*"] }),
      "packages/a/package.json": manifest({ test: "node --test spec/a.js" }),
      "packages/a/spec/a.js": passing,
      "packages/b/package.json": manifest({ test: "IN=b node --test spec/b.js" }),
      "packages/b/spec/b.js": `${header}test("knows", () => assert.strictEqual(process.env.IN, "b"));\n`,
    });
    const { text, outcome } = await run("/test");
    expect(outcome, text).toBe("done");
    expect(text).toContain("`packages/a`, `packages/b`");
    expect(text.match(/1 passed, 0 failed/g)).toHaveLength(2);
  });
});

describe("/test in Python", () => {
  it("finds a package in src that isn't installed", async () => {
    const { run } = project({
      "pyproject.toml": '[project]\nname = "cart"\n',
      "src/cart/__init__.py": "total = 3\n",
      "tests/test_cart.py":
        "import unittest\nfrom cart import total\n\n\nclass TestCart(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total, 3)\n",
    });
    const { text, outcome } = await run("/test");
    expect(outcome, text).toBe("done");
    expect(text).toContain("1 passed, 0 failed");
    expect(text).toContain("PYTHONPATH=src python3");
  });
});

it("/test leaves out an option of ours that the runner doesn't know yet", async () => {
  const runner = `#!/usr/bin/env node
const { writeFileSync } = require("node:fs");
if (process.argv.includes("--includeTaskLocation")) {
  console.error("CACError: Unknown option \`--includeTaskLocation\`");
  process.exit(1);
}
const report = process.argv.find((word) => word.startsWith("--outputFile=")).split("=")[1];
const assertionResults = [{ fullName: "adds", title: "adds", ancestorTitles: [], status: "passed" }];
writeFileSync(report, JSON.stringify({ testResults: [{ name: process.cwd() + "/a.test.js", assertionResults }] }));
`;
  const { root, run } = project({
    "package.json": JSON.stringify({ devDependencies: { vitest: "1.5.0" }, scripts: { test: "vitest" } }),
    "node_modules/vitest/package.json": '{ "name": "vitest", "version": "1.5.0" }',
    "node_modules/.bin/vitest": runner,
    "a.test.js": "",
  });
  chmodSync(join(root, "node_modules/.bin/vitest"), 0o755);
  const { text, outcome } = await run("/test");
  expect(outcome, text).toBe("done");
  expect(text).toContain("1 passed, 0 failed");
});
