import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { calls, project, reply, scripted } from "../session.suite.ts";
import { secretIn } from "../../review/index.ts";
import { mask } from "../../code/index.ts";

const cart = `export function total(items: readonly number[]): number {
  let sum = 0;
  for (const item of items) sum += item;
  return sum;
}
`;
const files = {
  "package.json": '{ "name": "shop", "license": "MIT", "dependencies": {} }\n',
  "README.md": "Call `total(items)`.\n",
  "src/cart.ts": cart,
  "src/cart.test.ts": 'import { total } from "./cart.ts";\ntotal([1]);\n',
};

/** Installs a fake linter that finds nothing. */
function linted(at: ReturnType<typeof project>): void {
  at.write(".gitignore", "node_modules\n");
  at.write("node_modules/eslint/package.json", "{}");
  for (const name of ["eslint", "ruff"]) {
    at.write(`node_modules/.bin/${name}`, "#!/bin/sh\necho '[]'\n");
    chmodSync(join(at.root, `node_modules/.bin/${name}`), 0o755);
  }
  at.write("eslint.config.js", "export default [];\n");
  at.write("ruff.toml", "");
  at.git("add", "-A");
  at.git("commit", "-q", "-m", "Lint");
}

describe("/review", () => {
  it("says what there is to name where nothing changed", async () => {
    await expect(project({}).run("/review")).rejects.toMatchObject({ code: "review-nothing" });
    const at = project(files);
    await expect(at.run("/review src/crat.ts")).rejects.toMatchObject({ fix: "Did you mean src/cart.ts?" });
    await expect(at.run("/review nowhere..HEAD")).rejects.toMatchObject({ code: "git-revision" });
    await expect(at.run("/review --upload-pack=x")).rejects.toMatchObject({ usage: true });
  });

  it("approves a harmless change, and finds only what is new", async () => {
    const at = project({ ...files, "src/old.ts": "export const run = (x: string) => eval(x);\n" });
    linted(at);
    at.write("src/old.ts", "export const run = (x: string) => eval(x);\nexport const one = 1;\n");
    const { title, outcome, text } = await at.run("/review");
    expect(title).toBe("Review: approve");
    expect(outcome).toBe("done");
    expect(text).toContain("0 critical, 0 important, 0 minor");
    expect(text).not.toContain("run as code");
    expect((await at.run("/review src/old.ts")).text).not.toContain("run as code");
    at.git("add", "-A");
    at.git("commit", "-q", "-m", "Add");
    expect((await at.run("/review src/old.ts")).text).toContain("run as code");
  });

  it("keeps its weight for what reaches users, changed, and nobody has vouched for", async () => {
    const query = (mark: string): string =>
      `def stats(db, clause, values):\n    if clause:\n        return db.all(\n            f"""\n            SELECT * FROM audit\n            {clause}\n            LIMIT 5\n            """,${mark}\n            values,\n        )\n`;
    const steps = Array.from({ length: 12 }, (_, i) => `  - run: npm run ${"step".repeat(4)}${i}\n`).join("");
    const twin = Array.from(
      { length: 8 },
      (_, i) => `export const ${"value".repeat(4)}${i} = make(${i});\n`,
    ).join("");
    const at = project({
      "package.json": '{ "dependencies": { "zod": "^3.1.0" }, "devDependencies": { "eslint": "^8.1.0" } }\n',
      "stats.py": query("  # noqa: S608"),
      "tests/test_stats.py": "import stats\n",
      "ci/a.yml": `jobs:\n${steps}`,
    });
    linted(at);
    at.write("a/one.ts", twin);
    at.write("a/two.ts", twin);
    expect((await at.run("/review a")).text.match(/These lines stand at/g)).toHaveLength(1);
    const whole = await at.run("/review stats.py");
    expect(whole.title).toBe("Review: approve");
    expect(whole.text).toContain("vouches for it (noqa: S608)");
    expect(whole.text).not.toContain("untested-branch");
    at.write("other.py", query(""));
    at.write("ci/b.yml", `jobs:\n${steps}`);
    at.write(
      "package.json",
      '{ "dependencies": { "zod": "^4.0.0" }, "devDependencies": { "eslint": "^9.0.0" } }\n',
    );
    const { text } = await at.run("/review");
    expect(text).toMatch(/## Critical[^]*sql-injection[^]*## Minor[^]*zod goes[^]*eslint goes/);
    expect(text).not.toContain("Not found: dependencies");
    expect(text).not.toContain("ci/");
  });

  it("reviews what is staged, a range, a branch and the last commit", async () => {
    const at = project(files);
    at.git("checkout", "-q", "-b", "feature");
    at.write("src/cart.ts", cart.replace("let sum = 0;", "let sum = 0;\n  eval(String(items));"));
    at.git("add", "-A");
    at.write("src/cart.ts", cart);
    expect((await at.run("/review staged")).title).toBe("Review: request changes");
    at.write("src/cart.ts", cart.replace("let sum = 0;", "let sum = 0;\n  debugger;"));
    expect((await at.run("/review src")).text).toContain("leftovers/debugger");
    at.git("commit", "-q", "-am", "Debug");
    for (const line of ["/review", "/review main..HEAD", "/review main", "/review main...feature"]) {
      const { text } = await at.run(line);
      expect(text, line).toMatch(/`src\/cart\.ts:3`[\s\S]*leftovers\/debugger/);
    }
  });

  it("names place, reason and suggestion for each class, and the exit follows the verdict", async () => {
    const at = project(files);
    at.write("src/cart.ts", cart.replace("items:", "wanted: string, items:").replace("total(", "sumUp("));
    at.write(
      "src/db.py",
      'def find(c, x, y=[]):\n    c.execute(f"SELECT a FROM t WHERE id = {x}")\n    return yaml.load(x)\n',
    );
    at.write("package.json", '{ "name": "shop", "license": "GPL-3.0", "dependencies": { "left": "*" } }\n');
    const { outcome, text } = await at.run("/review");
    expect(outcome).toBe("failed");
    for (const rule of [
      "exports/export-removed",
      "dangerous/sql-injection",
      "dangerous/yaml-load",
      "dangerous/mutable-default",
      "dependencies/loose-version",
      "dependencies/licence-changed",
      "docs/docs-drift",
    ])
      expect(text).toContain(rule);
    expect(text).toContain("src/cart.test.ts:1 still uses it");
    const quality = await at.run("/review --focus=security");
    expect(quality.text).not.toContain("exports/export-removed");
  });

  it("reads any encoding on both sides, and names submodules", async () => {
    const at = project({});
    const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, "utf16le");
    const put = (path: string, bytes: Buffer): void => writeFileSync(join(at.root, path), bytes);
    const old = "const name = 'Zoë';\nexports.name = name;\n";
    put("wide.js", utf16(old));
    put("old.js", Buffer.from(old, "latin1"));
    at.git("add", "-A");
    at.git("commit", "-q", "-m", "Add");
    put("wide.js", utf16(`${old}eval(name);\n`));
    put("old.js", Buffer.from(`${old}eval(name);\n`, "latin1"));
    at.git("init", "-q", "lib");
    at.git("-C", "lib", "commit", "-q", "--allow-empty", "-m", "One");
    at.git("add", "lib");
    const { text } = await at.run("/review --exact");
    expect(text).toContain("**lines**: 2 new, 0 gone");
    for (const place of ["wide.js:3", "old.js:3"]) expect(text).toContain(`\`${place}\``);
    expect(text).toContain("`lib`: a submodule");
  });

  it("names only the submodules below a path", async () => {
    const at = project({ "src/a.js": "1;\n", "src/b.js": "1;\n" });
    for (const path of ["lib", "src/own"]) {
      at.git("init", "-q", path);
      at.git("-C", path, "commit", "-q", "--allow-empty", "-m", "One");
      at.git("add", path);
    }
    at.write("src/a.js", "2;\n");
    const { text } = await at.run("/review src --exact");
    expect(text).toContain("`src/own`: a submodule");
    expect(text).not.toContain("`lib`");
    expect((await at.run("/review src/b.js --exact")).text).not.toContain("a submodule");
    expect((await at.run("/review . --exact")).text).toContain("`lib`: a submodule");
  });

  it("takes no text that git can't give for a missing file", async () => {
    const at = project({ "a.js": "eval(process.argv[2]);\n" });
    const blob = execFileSync("git", ["rev-parse", "HEAD:a.js"], { cwd: at.root, encoding: "utf8" }).trim();
    at.write("a.js", "eval(process.argv[2]);\nexports.a = 1;\n");
    at.git("commit", "-qam", "Change");
    rmSync(join(at.root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
    const { text } = await at.run("/review HEAD~1..HEAD --exact");
    expect(text).toContain("`a.js`: not read");
    expect(text).not.toContain("run as code");
  });

  it("follows a new branch to its tests", async () => {
    const at = project(files);
    linted(at);
    at.write(
      "src/cart.ts",
      cart.replace("  return sum;", "  if (sum < 0) throw new RangeError();\n  return sum;"),
    );
    expect((await at.run("/review")).text).toContain(
      "no test that uses this file changed with them (src/cart.test.ts does)",
    );
    at.write("src/cart.test.ts", `${files["src/cart.test.ts"]}expect(() => total([-1])).toThrow();\n`);
    expect((await at.run("/review")).title).toBe("Review: approve");
  });

  it("shows no secret, neither in the report nor in the log", async () => {
    const secret = ["AKIA", "QWERTYUIOPASDF", "GH"].join("");
    const at = project(files);
    at.write("src/keys.ts", `export const key = "${secret}";\n`);
    const { text } = await at.run("/review --sarif");
    expect(text).toContain("secrets/secret");
    expect(text + at.read("review.sarif")).not.toContain(secret);
    const log = JSON.parse(at.read("review.sarif"));
    expect(log).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          results: [
            {
              ruleId: "secrets/secret",
              level: "error",
              locations: [
                { physicalLocation: { artifactLocation: { uri: "src/keys.ts" }, region: { startLine: 1 } } },
              ],
            },
          ],
        },
      ],
    });
    at.write("notes.txt", "mine");
    await expect(at.run("/review --sarif=notes.txt")).rejects.toMatchObject({ code: "sarif_exists" });
    expect(readFileSync(join(at.root, "notes.txt"), "utf8")).toBe("mine");
  });

  it("runs the project's own programs only on what lies in the folder, counts what is new, and says so", async () => {
    const at = project({ ...files, "tsconfig.json": "{}", "node_modules/typescript/package.json": "{}" });
    const lines = "require('fs').readFileSync(process.cwd() + '/src/cart.ts', 'utf8').includes(\"''\")";
    at.write(
      "node_modules/.bin/tsc",
      `#!/usr/bin/env node\nif (${lines}) console.log('src/cart.ts(2,7): error TS2322: Type no.');\nconsole.log('src/old.ts(1,1): error TS1: Old.');\nprocess.exitCode = 2;\n`,
    );
    at.git("add", "-A");
    at.write("src/cart.ts", cart.replace("let sum = 0", "let sum = ''"));
    chmodSync(join(at.root, "node_modules/.bin/tsc"), 0o755);
    const { text } = await at.run("/review src/cart.ts");
    expect(text).toContain("- [ ] tsc: 2 errors, 1 about what changed: failed (tsc --noEmit");
    expect(text).toContain("types/TS2322");
    expect(text).not.toContain("types/TS1");
    expect((await at.run("/review src/cart.ts", { shell: false })).text).toContain("tsc can't be run");
  });

  it("counts what a program says of a new file, beside a changed one", async () => {
    const at = project({ ...files, "tsconfig.json": "{}", "node_modules/typescript/package.json": "{}" });
    at.write("node_modules/.bin/tsc", "#!/bin/sh\necho 'src/new.ts(1,14): error TS2322: Type no.'\nexit 2\n");
    chmodSync(join(at.root, "node_modules/.bin/tsc"), 0o755);
    at.write("src/cart.ts", cart.replace("sum = 0", "sum = 1"));
    at.write("src/new.ts", 'export const n: number = "";\n');
    const { text, title } = await at.run("/review --exact");
    expect(title).toBe("Review: request changes");
    expect(text).toMatch(/`src\/new\.ts:1`[^]*types\/TS2322/);
  });

  it("keeps what a model cites and a second look upholds, and drops the rest", async () => {
    const at = project(files);
    linted(at);
    at.write("src/cart.ts", cart.replace("let sum = 0;", "let sum = 1;"));
    const claimOf = (line: number, quote: string) => ({
      file: "src/cart.ts",
      line,
      quote,
      severity: "critical",
      reason: `about ${quote}`,
      suggestion: "0",
    });
    const { model, requests } = scripted([
      reply(
        JSON.stringify([
          claimOf(3, "let sum = 1;"),
          claimOf(2, "let nothing = 1;"),
          claimOf(4, "sum += item;"),
          { file: "etc/passwd", line: 1, quote: "x", reason: "x" },
        ]),
      ),
      calls("read", { path: "src/cart.ts" }),
      reply('```json\n{"refuted": false, "why": "it starts at one"}\n```'),
      reply('{"refuted": true, "why": "it adds"}'),
    ]);
    const { text, title } = await at.run("/review", { model });
    expect(title).toBe("Review: discuss");
    expect(text).toMatch(/`src\/cart\.ts:2`[\s\S]*about let sum = 1/);
    expect(text).toContain("**dropped, as what they cite isn't there**: 2");
    expect(text).toContain("**dropped, as a second look refuted them**: 1");
    expect(text).not.toContain("about let nothing");
    expect(requests).toHaveLength(4);
    expect((await at.run("/review --exact", { model })).title).toBe("Review: approve");
  });

  it("takes what a model says wrongly as nothing", async () => {
    const at = project(files);
    linted(at);
    at.write("src/cart.ts", cart.replace("let sum = 0;", "let sum = 1;"));
    const { text } = await at.run("/review", {
      model: scripted([reply("It looks fine! All tests pass.")]).model,
    });
    expect(text).toContain("Review: approve");
    expect(text).not.toContain("All tests pass");
  });
});

describe("the mask", () => {
  it("keeps lengths, and tells code from strings, templates, patterns and comments", () => {
    const source =
      "a('x // y'); // eval(\nb(`q ${c('}')} eval( ${{ d: 1 }.d}`) / 2 / e; f = /['\"]/g; g = 1;";
    const { code, bare, comments } = mask("a.ts", source);
    expect([code.length, bare.length, comments.length]).toEqual([
      source.length,
      source.length,
      source.length,
    ]);
    expect(comments.trim()).toBe("// eval(");
    expect(bare).toContain("${c(' ')}");
    expect(bare).not.toContain("eval(");
    expect(bare).toContain("g = 1;");
    expect(mask("a.py", '"""eval("""\nx = f"{y}" # eval(').bare).not.toContain("eval");
  });
});

it("tells secrets from words", () => {
  const line = (value: string): string => `const password = "${value}";`;
  expect(secretIn(line(["kJ8#", "vQ2!", "xx9"].join("")), "src/a.ts")).toMatchObject({
    what: "password or key",
  });
  for (const word of ["changeme-1", "your-password-1", "${PASSWORD}", "password is required", "a-b-c-d-e-f"])
    expect(secretIn(line(word), "src/a.ts"), word).toBeUndefined();
  const head = `"-----BEGIN ${"PRIVATE"} KEY-----`;
  for (const joined of [`${head}\\n" +`, `${head}\\n" + "MIIE"`, `${head}\\nMIIE"`])
    expect(secretIn(`const pem = ${joined}`, "src/a.ts"), joined).toBeDefined();
  for (const filled of [`${head}\\n" + body + "\\n"`, `${head}%s"`, `${head}\\n" % body`])
    expect(secretIn(`const pem = ${filled}`, "src/a.ts"), filled).toBeUndefined();
});
