import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import { approve, type Claim, notFound } from "../../report/index.ts";
import { project } from "../session.suite.ts";
import type { Verdict } from "./report.ts";

const base = {
  "src/a.mjs": "export const a = 1;\n",
  "src/a.test.mjs": 'import test from "node:test";\nimport { a } from "./a.mjs";\ntest("a", () => void a);\n',
  "readme.md": "# A\n",
};
const committed = (files: Readonly<Record<string, string>>) => project({ ...base, ...files });

describe("a verdict", () => {
  it("can't be made without its evidence", () => {
    expectTypeOf<"approve">().not.toExtend<Verdict>();
    expectTypeOf<string>().not.toExtend<Claim>();
    const looked = [{ check: "types", files: ["a.md"] }];
    const inquiry = { requested: ["a.md"], programs: [], looked, ran: [], missing: [] };
    expect(approve(inquiry)).toMatchObject({ words: "approve" });
    expect(approve({ ...inquiry, requested: ["a.md", "b.md"] })).toBeUndefined();
    expect(approve({ ...inquiry, missing: [{ what: "lint", why: "x" }] })).toBeUndefined();
    expect(approve({ ...inquiry, requested: [] })).toBeUndefined();
    expect(approve({ ...inquiry, programs: ["a.md"] })).toBeUndefined();
    expect(notFound("keys", 0)).toBeUndefined();
  });

  it("approves what was looked at, each claim with what was read for it", async () => {
    const at = committed({});
    at.write("src/a.mjs", "export const a = 2;\n");
    const { title, text } = await at.run("/review");
    expect(title, text).toBe("Review: approve");
    const clauses = text.match(/^Not found: .*$/gm) ?? [];
    expect(clauses.length).toBeGreaterThan(3);
    for (const clause of clauses) expect(clause).toMatch(/\(1 file read\)$/);
    expect(text).not.toContain("own compiler");
    expect(text).not.toContain("linter says");
    expect(text).not.toContain("OpenAPI documents");
  });

  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string, string, string])[] = [
    ["a file isn't text", {}, "logo.bin", "a\0b", "`logo.bin`: not read"],
    ["no check reads the language", {}, "src/a.php", "<?php echo 1;\n", "no check here parses this language"],
    [
      "the linter isn't installed",
      {
        "package.json": '{"devDependencies":{"eslint":"9.0.0"}}',
        "eslint.config.js": "export default [];\n",
      },
      "src/a.mjs",
      "export const a = 2;\n",
      "eslint is set up, but not installed",
    ],
    [
      "the compiler isn't installed",
      { "tsconfig.json": "{}" },
      "src/c.ts",
      "export const a = 2;\n",
      "tsc is set up, but not installed",
    ],
  ];
  it("approves documents without a program that ran, and no code", async () => {
    const at = project({ "readme.md": "# A\n", "src/b.js": "exports.b = 1;\n" });
    at.write("readme.md", "# B\n");
    expect((await at.run("/review")).title).toBe("Review: approve");
    at.write("src/b.js", "exports.b = 2;\n");
    const { title, text } = await at.run("/review");
    expect(title).toBe("Review: unknown");
    expect(text).toContain("no compiler, linter or test of the project ran over src/b.js");
  });

  it("approves nothing whose tests fail", async () => {
    const at = committed({});
    const test = at.read("src/a.test.mjs").replace("void a", '{ if (a === 2) throw new Error("not two"); }');
    at.write("src/a.test.mjs", test);
    at.write("src/a.mjs", "export const a = 2;\n");
    const { title, text } = await at.run("/review");
    expect(title).toBe("Review: discuss");
    expect(text).toMatch(/The test "a" fails: [^]*not two/);
    expect(text).toContain("node:test: 0 passed, 1 failed");
    expect(text).toContain("[x] node:test, with the changed files as they were: 1 passed, 0 failed");
  });

  it("runs all tests of the package where none imports what changed", async () => {
    const at = committed({
      "src/words.txt.js": "exports.words = 1;\n",
      "src/words.test.mjs":
        'import test from "node:test";\nimport { readFileSync } from "node:fs";\ntest("words", () => {\n  if (!readFileSync("src/words.txt.js", "utf8").includes("1")) throw new Error("no one");\n});\n',
    });
    at.write("src/words.txt.js", "exports.words = 2;\n");
    const { title, text } = await at.run("/review");
    expect(title, text).toBe("Review: unknown");
    expect(text).toContain('1 failing test may have failed before the change, too: "words"');
  });

  it("counts a failing test in a new file as one since the change", async () => {
    const at = committed({});
    at.write("src/a.mjs", "export const a = 2;\n");
    const failing =
      'import test from "node:test";\nimport { a } from "./a.mjs";\ntest("b", () => { throw new Error(`not ${a}`); });\n';
    at.write("src/b.test.mjs", failing);
    const { title, text } = await at.run("/review");
    expect(title).toBe("Review: discuss");
    expect(text).toMatch(/The test "b" fails: [^]*not 2/);
  });

  it("joins failures with one cause, and leaves none out", async () => {
    const at = committed({});
    const many = Array.from({ length: 14 }, (_, i) => `test("m${i}", () => { throw new Error("same"); });\n`);
    const others = ["x", "y"].map(
      (name) => `test("${name}", () => { throw new Error("${name} alone"); });\n`,
    );
    at.write(
      "src/b.test.mjs",
      `import test from "node:test";\nimport "./a.mjs";\n${many.join("")}${others.join("")}`,
    );
    at.write("src/a.mjs", "export const a = 3;\n");
    const { text } = await at.run("/review");
    expect(text).toMatch(/The tests "m0", "m1", "m2" and 11 more fail: [^]*same/);
    for (const name of ["x", "y"])
      expect(text).toMatch(new RegExp(`The test "${name}" fails: [^]*${name} alone`));
  });

  it("asks every linter of the project, each for its own files", async () => {
    const at = committed({
      "package.json": '{"devDependencies":{"eslint":"9.0.0"}}',
      "tools/ruff.toml": "",
      "node_modules/eslint/package.json": "{}",
    });
    at.write("node_modules/.bin/eslint", "#!/bin/sh\necho '[]'\n");
    at.write("tools/.venv/bin/ruff", "#!/bin/sh\necho '[]'\n");
    chmodSync(join(at.root, "node_modules/.bin/eslint"), 0o755);
    chmodSync(join(at.root, "tools/.venv/bin/ruff"), 0o755);
    at.write("src/a.mjs", "export const a = 2;\n");
    at.write("tools/b.py", "b = 1\n");
    const { text } = await at.run("/review");
    expect(text).toContain("eslint: 0 problems");
    expect(text).toContain("ruff: 0 problems");
  });

  it.each(cases)("is unknown where %s", async (_, files, path, content, why) => {
    const at = committed(files);
    at.write(path, content);
    const { title, text } = await at.run("/review");
    expect(title, text).toBe("Review: unknown");
    expect(text).toContain(why);
  });

  it("compares overloads and accessors with their like, and only what changed", async () => {
    const source = `export class Q {
  #n = 2;
  get n(): number { return this.#n; }
  set n(v: number) { this.#n = v; }
}
export function f(a: string): void;
export function f(a: string, b: number): void;
export function f(a: string, b?: number): void { if (a) String(b); }
`;
    const at = committed({ "src/q.ts": source, "index.js": 'export * from "./src/q.ts";\n' });
    at.write("src/q.ts", source.replace("#n = 2", "#n = 3"));
    expect((await at.run("/review --exact")).text).not.toContain("signature-changed");
    at.write("src/q.ts", source.replace("f(a: string): void;", "f(a: string, c: string): void;"));
    expect((await at.run("/review --exact")).text).toContain("signature-changed");
  });

  it("takes a path that exists for a path, whatever its name is", async () => {
    for (const folder of [
      "app/[id]",
      "app/(group)",
      "{b}",
      "!n",
      "+p",
      "a#b",
      "with space",
      "-d",
      "$x",
      "@a",
      "~t",
      "ü",
    ]) {
      const at = project({ ...base, [`${folder}/x.js`]: "debugger;\n" });
      const { text } = await at.run(`/review "${folder}"`);
      expect(text, folder).toContain("leftovers/debugger");
      expect(text, folder).toContain("**files**: 1");
    }
  });
});
