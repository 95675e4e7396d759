import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { base } from "../review/base.ts";
import type { Files } from "./defects.ts";

const modules = join(import.meta.dirname, "../../node_modules");
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The shop project, adapted to the strictest compiler options. */
const shop: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(base).filter(([path]) => /^(?:src\/|package\.json|\.gitignore)/.test(path)),
  ),
  "tsconfig.json": json({
    compilerOptions: {
      strict: true,
      noEmit: true,
      noImplicitOverride: true,
      noUnusedLocals: true,
      verbatimModuleSyntax: true,
      module: "esnext",
      target: "es2022",
      types: [],
      allowImportingTsExtensions: true,
    },
    include: ["src"],
  }),
  "src/errors.ts":
    'export class ShopError extends Error {\n  override readonly name: string = "ShopError";\n\n  describe(): string {\n    return this.message;\n  }\n}\n\nexport class OrderError extends ShopError {\n  override describe(): string {\n    return this.message + "!";\n  }\n}\n',
  "src/mail.ts":
    'import { findUser, type Database } from "./users.ts";\n\nexport async function greet(database: Database, id: string): Promise<string> {\n  const user = await findUser(database, id);\n  return "Dear " + (user?.name ?? "guest");\n}\n',
};

const node: Readonly<Record<string, string>> = {
  "package.json":
    '{"name":"sums","version":"1.0.0","dependencies":{"pad-text":"1.2.0"},"devDependencies":{"oxlint":"1.0.0"}}\n',
  ".gitignore": "node_modules\n",
  ".oxlintrc.json": json({
    rules: { "prefer-const": "error", eqeqeq: "error", "unicorn/no-typeof-undefined": "error" },
  }),
  "lib/round.js":
    "function round(value, digits = 2) {\n  if (value === undefined) return 0;\n  const factor = 10 ** digits;\n  return Math.round(value * factor) / factor;\n}\n\nmodule.exports = { round };\n",
  "lib/sum.js":
    'const path = require("node:path");\nconst { round } = require("./round.js");\n\nfunction sum(list) {\n  return round(list.reduce((all, one) => all + one, 0));\n}\n\nfunction label(file, list) {\n  return path.basename(file) + ": " + sum(list);\n}\n\nmodule.exports = { sum, label };\n',
  "lib/pad.js":
    'const { pad } = require("pad-text");\n\nfunction line(text) {\n  return pad(text, 6, "-");\n}\n\nmodule.exports = { line };\n',
  "test/sum.test.js":
    'const test = require("node:test");\nconst assert = require("node:assert");\nconst { sum, label } = require("../lib/sum.js");\nconst { line } = require("../lib/pad.js");\nconst fs = require("node:fs");\n\ntest("sums", () => assert.strictEqual(sum([0.1, 0.2]), 0.3));\ntest("labels", () => assert.strictEqual(label("a/b.csv", [1, 2]), "b.csv: 3"));\ntest("matches its snapshot", () => {\n  const snapshot = fs.readFileSync(__dirname + "/line.snap", "utf8").trim();\n  assert.strictEqual(line("ab"), snapshot, "Snapshot `line 1` mismatched");\n});\n',
  "test/line.snap": "ab----\n",
};

/**
 * Returns the files of a project that passes its checks; toolz is downloaded once with its tests from the package
 * index.
 */
export function filesOf(name: "shop" | "toolz" | "node"): Files {
  if (name !== "toolz") return new Map(Object.entries(name === "shop" ? shop : node));
  const cache = join(tmpdir(), "antiphon-bench-toolz-1.0.0");
  if (!existsSync(join(cache, "toolz-1.0.0"))) {
    mkdirSync(cache, { recursive: true });
    execFileSync("python3", [
      "-m",
      "pip",
      "download",
      "-q",
      "--no-deps",
      "--no-binary",
      ":all:",
      "toolz==1.0.0",
      "-d",
      cache,
    ]);
    execFileSync("tar", ["xzf", "toolz-1.0.0.tar.gz"], { cwd: cache });
  }
  const folder = join(cache, "toolz-1.0.0");
  return new Map(
    globSync("{toolz,tlz}/**/*.py", { cwd: folder }).map((path) => [
      path,
      readFileSync(join(folder, path), "utf8"),
    ]),
  );
}

export function put(folder: string, files: Iterable<readonly [string, string]>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Creates what an installation would add to the files. */
export function install(name: "shop" | "toolz" | "node", folder: string): void {
  if (name === "toolz") return;
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  const program = name === "shop" ? "tsc" : "oxlint";
  const owner = name === "shop" ? "typescript" : "oxlint";
  put(folder, [[`node_modules/${owner}/package.json`, json({ name: owner, version: "1.0.0" })]]);
  symlinkSync(join(modules, ".bin", program), join(folder, "node_modules/.bin", program));
  if (name === "node")
    put(folder, [
      ["node_modules/pad-text/package.json", json({ name: "pad-text", version: "1.2.0", main: "index.js" })],
      ["node_modules/pad-text/index.js", "exports.pad = (text, width, fill) => text.padEnd(width, fill);\n"],
    ]);
}

export const copy = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
