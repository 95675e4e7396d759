import { chmodSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { project } from "../session.suite.ts";

/** A linter that wants a first line, which it adds, and reports `no-todo` in some files, which it can't correct. */
const linter = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require("node:fs");
const paths = process.argv.slice(2).filter((word) => /\\.[jt]s$/.test(word) && word !== "json");
const read = (path) => readFileSync(path, "utf8");
const off = (path) => /^\\/\\* eslint-disable (.+) \\*\\/\\n/.exec(read(path)) ?? ["", ""];
const isGood = (path) => read(path).slice(off(path)[0].length).startsWith("// ours\\n");
if (process.argv.includes("--fix")) for (const path of paths.filter((path) => !isGood(path))) writeFileSync(path, "// ours\\n" + read(path));
else {
  const message = (ruleId, is) => (is ? [{ ruleId, line: ruleId === "header" ? 1 : 2, severity: 2, message: "is wrong" }] : []);
  const results = paths.map((path) => ({ filePath: path, messages: [...message("header", !isGood(path)), ...message("no-todo", /controllers|^app/.test(path) && !off(path)[1].includes("no-todo"))] }));
  console.log(JSON.stringify(results));
}
`;

const app = `const express = require("express");

const app = express();
app.use("/users", require("./routes/users"));

module.exports = app;
`;

function shop(files: Readonly<Record<string, string>> = {}) {
  const at = project({
    "package.json": JSON.stringify({
      dependencies: { express: "^4.21.0" },
      devDependencies: { eslint: "9.0.0", jest: "29.7.0" },
    }),
    "eslint.config.js": "module.exports = [];\n",
    ".gitignore": "node_modules\n",
    "app.js": app,
    "routes/users.js": "// ours\nmodule.exports = require('express').Router();\n",
    ...files,
  });
  at.write("node_modules/eslint/package.json", "{}");
  const program = (path: string, text: string): void => {
    at.write(path, text);
    chmodSync(`${at.root}/${path}`, 0o755);
  };
  program("node_modules/.bin/eslint", linter);
  return { ...at, program };
}

it("lets the project's linter correct new files, and excepts them from rules that it can't correct", async () => {
  const at = shop();
  const { text, outcome } = await at.run("/api-gen Tag");
  expect(outcome).toBe("done");
  expect(at.read("controllers/tags.js")).toMatch(
    /^\/\* eslint-disable no-todo \*\/\n\/\/ ours\n(?!\/\/ ours)/,
  );
  expect(text).toContain("Rules that new files don't follow, named in a comment at their top: no-todo");
  for (const path of ["routes/tags.js", "models/tags.js"])
    expect(at.read(path)).toMatch(/^\/\/ ours\n(?!\/\/ ours)/);
  // The linter found something in this file before, so that it stays the application's own.
  expect(at.read("app.js")).toMatch(/^const express/);
  expect(text).toMatch(/eslint: 2 problems in \d+ files/);
  expect(text).toContain("`app.js:1` header: is wrong");
  expect(text).toContain("`app.js:2` no-todo: is wrong");
  expect(text).toMatch(/Install .*, then run \/api-gen again/);
  expect(at.git("status", "--short", "app.js")).toContain("M app.js");
  const again = await at.run("/api-gen");
  expect(again.text).toContain("Compared: the files are as they would be written.");
  await at.run("/undo");
  expect(at.git("status", "--short", "-uall")).toBe("");
});

it.each(["import/no-unresolved", "no-undef", "F821", "prettier/prettier"])(
  "excepts no file from %s",
  async (rule) => {
    const at = shop();
    at.program("node_modules/.bin/eslint", linter.replaceAll("no-todo", rule));
    const { text } = await at.run("/api-gen Tag");
    expect(at.read("controllers/tags.js")).toMatch(/^\/\/ ours/);
    expect(text).toContain(`\`controllers/tags.js:2\` ${rule}: is wrong`);
  },
);

it("corrects the file that mounts the resources if nothing was wrong with it", async () => {
  const at = shop({ "app.js": `// ours\n${app}` });
  const { text } = await at.run("/api-gen Tag");
  expect(at.read("app.js")).toMatch(/^\/\/ ours\nconst express[^]*app\.use\(["']\/api["'], api\(\)\)/);
  expect(text).toMatch(/eslint: 1 problem in \d+ files/);
});

it("keeps what somebody else writes into an edited file while the linter runs", async () => {
  const at = shop();
  const save = `if (require("node:fs").existsSync("models/tags.js")) writeFileSync("app.js", "// saved\\n" + read("app.js"));`;
  at.program("node_modules/.bin/eslint", linter.replace("if (process.argv", `${save}\n$&`));
  await expect(at.run("/api-gen Tag")).rejects.toMatchObject({ code: "file-changed" });
  expect(at.read("app.js")).toMatch(/^\/\/ saved\n/);
  expect(at.git("status", "--short", "-uall")).toBe(" M app.js\n");
});

it("takes nothing from a linter that is stopped before its end", async () => {
  const at = shop({ "app.js": `// ours\n${app}` });
  const flood = 'const more = () => process.stdout.write("x".repeat(1e6), more);';
  const half = 'return writeFileSync(paths[0], "// half"), more();';
  at.program(
    "node_modules/.bin/eslint",
    linter.replace("if (process.argv", `${flood}\nif (process.argv.includes("--fix")) ${half}\n$&`),
  );
  const { outcome } = await at.run("/api-gen Tag");
  expect(outcome).toBe("done");
  expect(at.read("api/problem.js")).not.toContain("// half");
  expect(at.read("app.js")).toContain("api()");
});

it("generates where no program may be started, and says so", async () => {
  const at = shop();
  renameSync(`${at.root}/.git`, `${at.root}.git`);
  symlinkSync(`${at.root}.git`, `${at.root}/.git`);
  const { text, outcome } = await at.run("/api-gen Tag");
  expect(outcome).toBe("done");
  expect(at.read("models/tags.js")).not.toMatch(/^\/\/ ours/);
  expect(text).toMatch(/eslint: .*\.git.* is a link/);
});

it("counts only files that are there and that the linter checks", async () => {
  const at = shop();
  const ignores =
    '.map((result) => /^tests/.test(result.filePath) ? { ...result, messages: [{ ruleId: null, message: "File ignored by a pattern." }] } : result)';
  at.program("node_modules/.bin/eslint", linter.replace("JSON.stringify(results", `$&${ignores}`));
  const { text } = await at.run("/api-gen Tag");
  expect(text).toMatch(/eslint: 2 problems in 16 files/);
  rmSync(`${at.root}/controllers/tags.js`);
  expect((await at.run("/api-gen")).text).toMatch(/eslint: 0 problems in 13 files/);
});

it("shows a linter's message as plain words of limited length", async () => {
  const at = shop();
  const text = '"[more](http://example.com) " + "x".repeat(1e6)';
  at.program("node_modules/.bin/eslint", linter.replace('message: "is wrong"', `message: ${text}`));
  const report = await at.run("/api-gen Tag");
  expect(report.text).toContain("`app.js:2` no-todo: \\[more\\](http://example.com) xxx");
  expect(report.text).not.toContain("x".repeat(300));
});

it("keeps earlier corrections where nothing can be run", async () => {
  const at = shop();
  await at.run("/api-gen Tag");
  const { text } = await at.run("/api-gen", { shell: false });
  expect(text).toContain("Compared: the files are as they would be written.");
  await at.run("/api-gen Shelf", { shell: false });
  expect(at.read("models/tags.js")).toMatch(/^\/\/ ours/);
  expect(at.read("models/shelves.js")).not.toMatch(/^\/\/ ours/);
});

it("says what isn't checked where nothing can be run", async () => {
  const { text } = await shop().run("/api-gen Tag", { shell: false });
  expect(text).toMatch(/eslint: .*not done/);
});
