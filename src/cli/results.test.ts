import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commands } from "../commands/index.ts";
import type { Results } from "../commands/results.ts";
import { isObject } from "../lib/index.ts";
import { compile } from "../schema/index.ts";
import { place, type Place } from "./host.suite.ts";

/** Test lines of commands, in order; a command that isn't here is called by its name alone. */
const written: Readonly<Partial<Record<keyof Results, readonly string[]>>> = {
  test: ["test all", "test coverage", "test sum.test.js", "test nowhere.js"],
  fix: ["fix --exact", "fix nowhere.js"],
  review: ["review", "review sum.js --sarif", "review nowhere.js"],
  "execute-plan": ["execute-plan plan.md --check", "execute-plan plan.md", "execute-plan nowhere.md"],
  feature: ["feature 'add a product of two numbers'"],
  research: ["research 'where is sum'", "research 'where is unobtainium'"],
  "api-gen": ["api-gen Task --out=api", "api-gen nowhere.yaml"],
  doc: ["doc sum.js", "doc readme", "doc changelog", "doc nowhere.js"],
  ask: ["ask hello"],
  mode: ["mode", "mode --list", "mode token-efficient", "mode nothing"],
  model: ["model", "model nothing"],
  diff: ["diff"],
  undo: ["undo", "undo", "undo", "undo", "undo"],
  redo: ["redo", "redo"],
  cost: ["cost"],
  clear: ["clear"],
  help: ["help", "help mode"],
};

const files = {
  "package.json": JSON.stringify({ name: "sums", version: "1.0.0", scripts: { test: "node --test" } }),
  "sum.js": "/** Adds. */\nexports.sum = (a, b) => a - b;\n",
  "sum.test.js":
    'const { test } = require("node:test");\nconst { sum } = require("./sum.js");\ntest("adds", () => require("node:assert").equal(sum(1, 2), 3));\n',
  "plan.md": "- [ ] Run `node --version`\n- [ ] Run `node --test`\n- [ ] Think\n",
};

let at: Place;
beforeAll(async () => {
  at = await place();
  const root = join(at.root, "project");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const git = (...words: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], { cwd: root });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "feat: begin");
  writeFileSync(join(root, "sum.js"), `${files["sum.js"]}exports.twice = (a) => eval(a) * 2;\n`);
});
afterAll(() => at.close());

const env = { PATH: process.env["PATH"] };
const json = async (line: string): Promise<unknown> =>
  JSON.parse((await at.antiphon([line, "--json", "--yes", "--no-sandbox"], "", env)).out);

/** Texts in the data besides `report` that a program would have to parse: numbers, and places. */
function untyped(value: unknown, key = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => untyped(item, key));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, item]) => (name === "report" ? [] : untyped(item, name)));
  const isName = /^(?:command|text|message|quote|title|claim|before|after|line|task|step|code|why)$/.test(
    key,
  );
  if (typeof value !== "string" || isName) return [];
  return /^-?\d+(?:\.\d+)? ?%?$|^[\w./-]+\.\w+:\d+$/.test(value) ? [`${key}: ${value}`] : [];
}

const lines = commands.names.map((name) => [name, written[name as keyof Results] ?? [name]] as const); // names of the table

it.each(lines)("/%s prints what its published schema says", async (name, expectedLines) => {
  const { out } = await at.antiphon([name, "--schema"]);
  const schema = compile(JSON.parse(out));
  const results: unknown[] = [];
  for (const line of expectedLines) {
    const result = await json(line);
    expect(schema.check(result as never), `${line}: ${JSON.stringify(result)}`).toEqual([]);
    expect(untyped(result), line).toEqual([]);
    results.push(result);
  }
  const isWhole = results.some((result) => isObject(result) && "report" in result && !("error" in result));
  expect(isWhole, JSON.stringify(results)).toBe(name !== "ask"); // which needs a model
});
