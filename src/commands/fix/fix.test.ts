import { chmodSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { calls, project, reply, scripted } from "../session.suite.ts";
import { mutants, problemsIn, wordsOf } from "../../repair/index.ts";

const header = 'const test = require("node:test");\nconst assert = require("node:assert");\n';
const sums = {
  "package.json": '{ "name": "sums" }\n',
  "round.js": "function round(n) {\n  return Math.round(n * 100) / 100;\n}\n\nmodule.exports = { round };\n",
  "sum.js":
    'const { round } = require("./round.js");\n\nfunction sum(list) {\n  return round(list.reduce((all, one) => all + one, 0));\n}\n\nmodule.exports = { sum };\n',
  "sum.test.js": `${header}const { sum } = require("./sum.js");\ntest("sums", () => assert.strictEqual(sum([0.1, 0.2]), 0.3));\n`,
};

describe("/fix", () => {
  it("says that nothing fails where nothing does, and what is missing where nothing can be asked", async () => {
    expect(await project(sums).run("/fix")).toMatchObject({ title: "Nothing fails", outcome: "done" });
    await expect(project({ "a.txt": "" }).run("/fix")).rejects.toMatchObject({ code: "fix-nothing" });
    await expect(project(sums).run("/fix", { shell: false })).rejects.toMatchObject({ code: "no-shell" });
    await expect(project(sums).run("/fix gone.js")).rejects.toMatchObject({ code: "file-missing" });
  });

  it("adds a missing require, proves it, and takes it back by /undo", async () => {
    const at = project(sums);
    const broken = sums["sum.js"].replace('const { round } = require("./round.js");\n', "");
    at.write("sum.js", broken);
    const { title, text } = await at.run("/fix");
    expect(title, text).toBe("Fixed");
    expect(at.read("sum.js")).toContain('const { round } = require("./round.js");');
    expect(text).toMatch(/- \[ \] tests: 0 passed, 1 failed: failed \(node --test/);
    expect(text).toMatch(/- \[x\] tests: 1 passed, 0 failed \(node --test/);
    await at.run("/undo");
    expect(at.read("sum.js")).toBe(broken);
  });

  it("mends what is misspelt, renamed or elsewhere, one after the other", async () => {
    const at = project(sums);
    at.write(
      "round.js",
      sums["round.js"].replaceAll("round(n)", "toCents(n)").replace("{ round }", "{ toCents }"),
    );
    at.write("sum.js", sums["sum.js"].replace("./round.js", "./ruond.js").replace("reduce", "redcue"));
    const { title, text } = await at.run("/fix sum.test.js --exact");
    expect(title, text).toBe("Fixed");
    expect(at.read("sum.js")).toBe(sums["sum.js"].replaceAll(/\bround\b(?!\.js)/g, "toCents"));
  });

  it("begins with the deepest place of a traceback, and shows what was raised", async () => {
    const at = project({
      "shop.py":
        'def price(name):\n    return find(name)\n\n\ndef find(name):\n    raise LookupError("no price: " + name)\n',
      "test_shop.py":
        "import unittest\nfrom shop import price\n\n\nclass Tests(unittest.TestCase):\n    def test_price(self):\n        self.assertEqual(price('tea'), 3)\n",
    });
    const { text } = await at.run("/fix --exact");
    expect(text).toMatch(/## Likely places\s+- `shop\.py:6` .*\n- `shop\.py:2` /);
    expect(text).toContain("LookupError: no price: tea");
    expect(text).toContain("One-line changes were not tried: --exact leaves them out");
    expect(text).not.toMatch(/## Verification|dependencies:/);
  });

  it("takes the lines of the test for the failing ones, not a table of cases above it", async () => {
    const at = project({
      "shop.py":
        "def price(name):\n    return len(name)\n\n\ndef stock(name):\n    return 1\n\n\ndef other(name):\n    return 2\n",
      "test_shop.py":
        "import unittest\nfrom shop import other, price, stock\n\n\nclass Tests(unittest.TestCase):\n    cases = [stock('tea'), other('tea')]\n\n    def test_price(self):\n        self.assertEqual(price('tea'), 4)\n",
    });
    const { text } = await at.run("/fix --exact");
    expect(text).toContain("price: run by 1 of 1 failing tests");
    expect(text).not.toMatch(/declares (?:stock|other)/);
  });

  it("follows a test by the package's own name, to the file that is called like it first", async () => {
    const at = project({
      "package.json": '{ "name": "clip", "main": "lib/start.js" }',
      "lib/start.js": "module.exports = { ...require('./all'), ...require('./crop') };\n",
      "lib/all.js": "exports.all = 1;\n",
      "lib/crop.js": "exports.limits = { most: 3 };\n",
      "test/crop.test.js": `${header}test("limits", () => assert.equal(require("clip").limits.most, 4));\n`,
    });
    expect((await at.run("/fix --exact")).text).toMatch(/## Likely places\s+- `lib\/crop\.js` /);
  });

  it("compares nothing with a package.json that can't be read", async () => {
    const at = project({ ...sums, "package.json": '{ "name": \n<<<<<<< HEAD\n' });
    await expect(at.run("/fix sum.test.js --exact")).resolves.toBeDefined();
  });

  it("leaves nothing behind where nothing helps", async () => {
    const at = project(sums);
    const broken = sums["sum.js"].replace("round(list", "frobnicate(list");
    at.write("sum.js", broken);
    const { outcome, text } = await at.run("/fix --exact");
    expect(outcome).toBe("failed");
    expect(text).toContain("frobnicate is not defined");
    expect(at.read("sum.js")).toBe(broken);
  });

  it("says whether what was said happens", async () => {
    const at = project(sums);
    at.write("sum.js", sums["sum.js"].replace("round(list", "ruond(list"));
    const error = '"ReferenceError: ruond is not defined"';
    expect((await at.run(`/fix ${error}`)).text).toContain("**reproduced**: yes");
    expect(await at.run(`/fix ${error}`)).toMatchObject({
      title: "Nothing fails",
      text: expect.stringContaining("no: that didn't happen"),
    });
  });

  it("shows a snapshot that differs, and doesn't accept it", async () => {
    const at = project({
      ...sums,
      "snap.test.js": `${header}test("x", () => assert.fail("Snapshot \`x 1\` mismatched"));\n`,
    });
    const { outcome, text } = await at.run("/fix");
    expect(outcome).toBe("failed");
    expect(text).toContain("it was not accepted");
  });

  it("names with a function the newest commit of its lines, or that it is changed since", async () => {
    const text = (end: string): string =>
      `exports.area = (a, b) => {\n  const area = a * b;\n  return area${end};\n};\n`;
    const at = project({
      "package.json": "{}",
      "area.js": text(""),
      "area.test.js": `${header}const { area } = require("./area.js");\ntest("area", () => assert.equal(area(3, 4), 12));\n`,
    });
    at.write("area.js", text(" + 40"));
    expect((await at.run("/fix --exact")).text).toMatch(/`area\.js:1` .*; changed since the last commit\n/);
    vi.stubEnv("GIT_COMMITTER_DATE", "2040-01-01T00:00:00Z");
    at.git("commit", "-q", "-a", "-m", "Widen");
    vi.unstubAllEnvs();
    expect((await at.run("/fix --exact")).text).toMatch(
      /`area\.js:1` .*; last changed in `[\da-f]{8} Widen`\n/,
    );
    at.write("area.js", text(" + 50")); // changed before what a wrong clock says of the commit
    expect((await at.run("/fix --exact")).text).toMatch(/`area\.js:1` .*; changed since the last commit\n/);
  });

  it("offers a change of one line that passes all tests, and applies it only on a yes", async () => {
    const good = "exports.area = (a, b) => {\n  return a * b;\n};\n";
    const broken = good.replace("*", "+");
    const at = project({
      "package.json": "{}",
      "area.js": broken,
      "area.test.js": `${header}const { area } = require("./area.js");\ntest("area", () => assert.equal(area(3, 4), 12));\n`,
    });
    const offered = await at.run("/fix", { answer: "n" });
    expect(offered.outcome).toBe("failed");
    expect(offered.text).toContain("+  return a * b;");
    expect(offered.text).toMatch(/these pass the tests/);
    expect(offered.text).toMatch(/^# Not fixed\s+## What fails\s+- `area\.test\.js:4` `area`/);
    expect(offered.text).toMatch(
      /## Likely places\s+- `area\.js:1` .*run by 1 of 1 failing tests.*last changed in `[\da-f]{8} Begin`/,
    );
    expect(at.read("area.js")).toBe(broken);
    expect(await at.run("/fix")).toMatchObject({ title: "Passes the tests" });
    expect(at.read("area.js")).toBe(good);
  });

  it("offers an edited line as it was in the last commit, whatever it says now", async () => {
    const right = 'exports.titles = ["Dr", "Prof"].map((title) => `${title}. `);\n';
    const test = `${header}test("titles", () => assert.equal(require("./titles.js").titles.join(""), "Dr. Prof. "));\n`;
    const at = project({ "package.json": "{}", "titles.js": right, "titles.test.js": test });
    at.write("titles.js", "exports.titles = new Array(7).fill(undefined);\n");
    const { title, text } = await at.run("/fix", { answer: "y" });
    expect(title, text).toBe("Passes the tests");
    expect(at.read("titles.js")).toBe(right);
  });

  it("tries one-line changes the way the project's script runs the tests", async () => {
    const at = project({
      "package.json": '{"scripts":{"test":"RATE=3 node --require ./setup.cjs --test checks/priced.js"}}',
      "setup.cjs": "globalThis.rate = Number(process.env.RATE);\n",
      "priced.js": "exports.priced = (n) => {\n  return n + globalThis.rate;\n};\n",
      "checks/priced.js": `${header}const { priced } = require("../priced.js");\ntest("priced", () => assert.equal(priced(5), 15));\n`,
    });
    const { text, title } = await at.run("/fix");
    expect(title, text).toBe("Passes the tests");
    expect(text).toContain("A change of one line that passes the tests");
  });

  const clocks = {
    "package.json": "{}",
    "clock.js":
      "var minute = 60;\nvar hour = minute * 60;\nvar day = hour * 23;\nexports.hours = (n) => {\n  return n * hour;\n};\nexports.days = (n) => {\n  return n * day;\n};\n",
    "clock.test.js": `${header}const { days, hours } = require("./clock.js");\ntest("hours", () => assert.equal(hours(2), 7200));\ntest("days", () => assert.equal(days(2), 172800));\n`,
  };

  it("names and mends a statement outside of functions by the lines that read its name", async () => {
    const at = project(clocks);
    const { text } = await at.run("/fix", { answer: "n" });
    expect(text).toContain(
      "`clock.js:3` day: read by lines run by 1 of 1 failing tests and by none that passed",
    );
    expect(text).toContain("+var day = hour * 24;");
  });

  it("declares what a package's own files import, and for development only what its tests do", async () => {
    const installed = (name: string) => [`node_modules/${name}/package.json`, '{"version":"1.2.0"}'] as const;
    const at = project({
      ".gitignore": "node_modules\n",
      "package.json": '{"name":"shop"}\n',
      "index.js": 'require("pad");\n',
      "index.test.js": `${header}require("pad");\nrequire("speed");\ntest("runs", () => {});\n`,
      "bench/package.json": '{"dependencies":{"slow":"1.0.0"}}\n',
      "bench/run.js": 'require("slow");\n',
    });
    for (const [path, text] of ["pad", "speed", "slow"].map(installed)) {
      at.write(path, text);
      at.write(path.replace("package.json", "index.js"), "");
    }
    const { title, text } = await at.run("/fix");
    expect(title, text).toBe("Fixed");
    expect(JSON.parse(at.read("package.json"))).toEqual({
      name: "shop",
      dependencies: { pad: "^1.2.0" },
      devDependencies: { speed: "^1.2.0" },
    });
  });

  it("mends types by the project's own compiler", async () => {
    const at = project({
      "tsconfig.json": "{}",
      "node_modules/typescript/package.json": "{}",
      "a.ts": "export const value = 1;\n",
      "b.ts": 'import { valeu } from "./a.ts";\nexport const twice = valeu * 2;\n',
    });
    at.write(
      "node_modules/.bin/tsc",
      `#!/bin/sh\ngrep -q valeu b.ts || exit 0\necho "b.ts(1,10): error TS2724: '\\"./a.ts\\"' has no exported member named 'valeu'. Did you mean 'value'?"\ngrep -q '= valeu' b.ts && echo "b.ts(2,22): error TS2552: Cannot find name 'valeu'. Did you mean 'value'?"\nexit 2\n`,
    );
    chmodSync(`${at.root}/node_modules/.bin/tsc`, 0o755);
    const { title, text } = await at.run("/fix");
    expect(title, text).toBe("Fixed");
    expect(at.read("b.ts")).toBe('import { value } from "./a.ts";\nexport const twice = value * 2;\n');
  });

  it("leaves installed packages as they are, and says what a compiler finds in them", async () => {
    const dts = "export declare const pool: Buffer;\n";
    const at = project({
      "tsconfig.json": "{}",
      "node_modules/typescript/package.json": "{}",
      "node_modules/pool/index.d.ts": dts,
      "a.ts": 'import { readFile } from "node:fs";\nexport const value = readFile;\n',
    });
    const inPackage =
      "node_modules/pool/index.d.ts(1,28): error TS2552: Cannot find name 'Buffer'. Did you mean 'buffer'?";
    const own =
      "a.ts(1,26): error TS2307: Cannot find module 'node:fs' or its corresponding type declarations.";
    const set = (...lines: readonly string[]): void => {
      const echo = lines.map((line) => `echo "${line}"`).join("\n");
      at.write("node_modules/.bin/tsc", `#!/bin/sh\n${echo}\nexit 2\n`);
      chmodSync(`${at.root}/node_modules/.bin/tsc`, 0o755);
    };
    set(inPackage);
    const alone = await at.run("/fix");
    expect(alone.title, alone.text).toBe("Nothing fails");
    expect(alone.text).toContain("0 problems, 1 more in installed packages");
    set(inPackage, own);
    const both = await at.run("/fix");
    expect(both.title, both.text).toBe("Not fixed");
    expect(both.text).toContain("`node:fs` belongs to Node.js: its types are in `@types/node`");
    expect(at.read("node_modules/pool/index.d.ts")).toBe(dts);
  });

  it("lets a model go on where programs end; the smallest change that passes stays", async () => {
    const broken =
      "exports.f = (a) => {\n  return a.map(g);\n};\nfunction g(x) {\n  throw new Error('later');\n}\n";
    const files = {
      "package.json": "{}",
      "f.js": broken,
      "f.test.js": `${header}test("f", () => assert.deepEqual(require("./f.js").f([1]), [7]));\n`,
    };
    const big = `// one\n// two\n// three\n// four\n// five\n// six\n${broken.replace("throw new Error('later')", "return x + 6")}`;
    const { model, requests } = scripted([
      calls("write", { path: "f.js", content: big }),
      reply("All tests pass."),
      calls("edit", { path: "f.js", old_string: "throw new Error('later')", new_string: "return x + 6" }),
      reply("Smaller."),
    ]);
    const at = project(files);
    const { title, text } = await at.run("/fix", { model, answer: "y" });
    expect(title, text).toBe("Fixed");
    expect(at.read("f.js")).toBe(broken.replace("throw new Error('later')", "return x + 6"));
    expect(requests).toHaveLength(4);
    expect(text).not.toContain("All tests pass.");
  });

  const halved = {
    "package.json": "{}",
    "half.js": "exports.half = (n) => Math.floor(n / 2);\n",
    "half.test.js": `${header}const { half } = require("./half.js");\ntest("halves", () => assert.equal(half(4), 2));\n`,
  };
  const shows = `${halved["half.test.js"]}test("rounds a half up", () => assert.equal(half(3), 2));\n`;

  it("turns a description into a test that fails, mends it, and shows both runs", async () => {
    const at = project(halved);
    const { model, requests } = scripted([
      calls("write", { path: "half.test.js", content: shows }),
      calls("edit", { path: "half.js", old_string: "floor", new_string: "ceil" }, "toolu_2"),
      reply("It fails."),
      calls("edit", { path: "half.js", old_string: "floor", new_string: "round" }, "toolu_3"),
      reply("Mended."),
    ]);
    const { title, text } = await at.run('/fix "half of three gives 1 and should be 2"', { model });
    expect(title, text).toBe("Fixed");
    expect(at.read("half.js")).toContain("Math.round");
    expect(at.read("half.test.js")).toBe(shows);
    expect(text).toMatch(/## Regression test\n\n- `half\.test\.js rounds a half up`/);
    expect(text).toMatch(/\[x\] fails without the fix \(node --test .*exit 1/);
    expect(text).toMatch(/\[x\] passes with it \(node --test .*exit 0/);
    expect(requests).toHaveLength(5);
  });

  it("works in the packages of a monorepo, each with its own runner", async () => {
    const test = `${header}test("f", () => assert.equal(require("./f.js").f(1), 2));\n`;
    const at = project({
      "package.json": '{"private":true,"workspaces":["packages/*"]}',
      "packages/a/package.json": '{"name":"a"}',
      "packages/a/f.js": "exports.f = (n) => n + 1;\n",
      "packages/a/f.test.js": test,
      "packages/b/package.json": '{"name":"b"}',
      "packages/b/f.js": "exports.f = (n) => n - 1;\n",
      "packages/b/f.test.js": test,
    });
    const { outcome, text } = await at.run("/fix", { answer: "y" });
    expect(outcome, text).toBe("done");
    expect(at.read("packages/b/f.js")).toBe("exports.f = (n) => n + 1;\n");
    expect(text).toMatch(/\[x\] fails without the fix \(node --test .* in packages\/b, exit 1/);
    expect(text).toMatch(/\[x\] passes with it \(node --test .* in packages\/b, exit 0/);
  });

  it("leaves nothing of a test that shows nothing, or that nothing mends", async () => {
    const at = project(halved);
    const idle = scripted([
      calls("write", { path: "half.test.js", content: shows.replace("half(3), 2", "half(3), 1") }),
      reply("It fails."),
      reply("It does."),
    ]);
    const first = await at.run('/fix "half of three is wrong"', { model: idle.model });
    expect(first.text).toContain("No test could be written that shows what was said");
    expect(JSON.stringify(idle.requests[2])).toContain("passes on the code as it is");
    // A line like this has few one-line changes that a program would try.
    const test = `${header}const { n } = require("./n.js");\ntest("n", () => assert.equal(n, 1));\n`;
    const other = project({ "package.json": "{}", "n.js": "exports.n = 1;\n", "n.test.js": test });
    const stuck = scripted([
      calls("write", { path: "n.test.js", content: `${test}test("two", () => assert.equal(n, "two"));\n` }),
      reply("It fails."),
      reply("No."),
    ]);
    const second = await other.run('/fix "n should be the word two"', { model: stuck.model });
    expect(second.outcome).toBe("failed");
    expect(second.text).toContain("**reproduced**: yes");
    expect(other.read("n.test.js")).toBe(test);
  });

  it("takes back what a model wrote where it doesn't pass, and a test that it weakened", async () => {
    const broken = "exports.n = 1;\n"; // few one-line changes that a program would try
    const test = `${header}test("n", () => assert.equal(require("./n.js").n, "seven"));\n`;
    const at = project({ "package.json": "{}", "n.js": broken, "n.test.js": test });
    const { model } = scripted([
      calls("write", { path: "n.test.js", content: `${header}test("n", () => {});\n` }),
      reply("Done."),
      calls("edit", { path: "n.js", old_string: "1", new_string: "9" }),
      reply("Done."),
      reply("I can't."),
    ]);
    const { outcome, text } = await at.run("/fix", { model });
    expect(outcome).toBe("failed");
    expect(text).toContain("what it wrote was taken back");
    expect([at.read("n.js"), at.read("n.test.js")]).toEqual([broken, test]);
  });

  it("leaves a test that someone edits while the model works, and calls nothing fixed by it", async () => {
    const test = (n: string): string =>
      `${header}test("n", () => assert.equal(require("./n.js").n, ${n}));\n`;
    const at = project({ "package.json": "{}", "n.js": "exports.n = 1;\n", "n.test.js": test('"seven"') });
    const { model } = scripted([
      calls("run", { command: ["sed", "-i", "s/seven/eight/", "n.test.js"] }),
      calls("edit", { path: "n.js", old_string: "1", new_string: "9" }, "toolu_2"),
      reply("Done."),
    ]);
    let answers = 0;
    const stream: typeof model.stream = (...asked) => {
      if (++answers === 3) at.write("n.test.js", test("9"));
      return model.stream(...asked);
    };
    const { outcome, text } = await at.run("/fix", { model: { ...model, stream } });
    expect(outcome, text).toBe("failed");
    expect(text).toContain('Someone else changed "n.test.js" meanwhile');
    expect([at.read("n.js"), at.read("n.test.js")]).toEqual(["exports.n = 1;\n", test("9")]);
  });

  it.each(
    Object.entries({
      "ends the program": { path: "n.js", content: "process.exit(0);\n" },
      "changes what the script runs": { path: "package.json", content: '{"scripts":{"test":"node -e 0"}}' },
      "rewrites the test at length": {
        path: "n.test.js",
        content: `${header}test("n", () => assert.equal(require("./n.js").n, 1)); // ${"as it is ".repeat(30)}\n`,
      },
    }),
  )("isn't fixed by a model that %s", async (_, write) => {
    const files = {
      "package.json": '{"scripts":{"test":"node --test"}}',
      "n.js": "exports.n = 1;\n",
      "n.test.js": `${header}test("n", () => assert.equal(require("./n.js").n, "seven"));\n`,
    };
    const at = project(files);
    const { model } = scripted([calls("write", write), reply("Fixed."), reply("I can't."), reply("No.")]);
    const { outcome, text } = await at.run("/fix", { model });
    expect(outcome, text).toBe("failed");
    expect(text).toContain("what it wrote was taken back");
    for (const [path, content] of Object.entries(files)) expect(at.read(path)).toBe(content);
  });
});

it("reads errors of runtimes and compilers", () => {
  const root = "/home/me/shop";
  const problemOf = (text: string) => problemsIn(text, { root })[0];
  expect(
    problemOf(
      "Traceback (most recent call last):\n  File \"/home/me/shop/a.py\", line 3, in <module>\n    f()\n  File \"/home/me/shop/b.py\", line 9, in f\nNameError: name 'jsno' is not defined. Did you mean: 'json'?",
    ),
  ).toMatchObject({ code: "NameError", file: "b.py", line: 9 });
  expect(
    problemOf(
      "ReferenceError: x is not defined\n    at f (/home/me/shop/src/a.js:4:3)\n    at node:internal/x:1:1",
    ),
  ).toMatchObject({ file: "src/a.js", line: 4 });
  expect(problemOf("src/a.ts(4,2): error TS2304: Cannot find name 'x'.")).toMatchObject({
    code: "TS2304",
    line: 4,
    column: 2,
  });
  expect(problemOf("src/a.ts:4:2 - error TS2304: Cannot find name 'x'.")).toMatchObject({
    code: "TS2304",
    line: 4,
    column: 2,
  });
  expect(
    problemOf(
      "Error: Cannot find module './ruond.js'\nRequire stack:\n- /home/me/shop/lib/sum.js\n- /home/me/shop/test.js",
    ),
  ).toMatchObject({ code: "ModuleNotFound", file: "lib/sum.js" });
  expect(
    wordsOf({
      source: "types",
      file: "",
      line: 0,
      code: "TS2551",
      message: "Property 'lenght' does not exist on type 'string'. Did you mean 'length'?",
    }),
  ).toEqual({ word: "lenght", meant: "length" });
});

it("makes one-line mutants, the likelier first, none twice", () => {
  const source = "def f(a, b):\n    if a < b:\n        return a - 1\n    return g(a, b)\n";
  const all = mutants(source, [1, 2, 3, 4], "python");
  const texts = all.map(({ text }) => text);
  expect(new Set(texts.map((text, i) => `${all[i]?.line} ${text}`)).size).toBe(texts.length);
  for (const want of [
    "    if a <= b:",
    "        return a",
    "        return a + 1",
    "    return g(b, a)",
    "    if not (a < b):",
    "    return g(a, b) + 1",
  ])
    expect(texts).toContain(want);
  expect(all.some(({ line }) => line === 1)).toBe(false);
});
