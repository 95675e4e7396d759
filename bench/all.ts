/**
 * Runs the benches that need only this clone, one after the other, and writes a page of their results: `npm run bench
 * [-- messages proxy startup generate] [--out=FOLDER]`. Takes about eight minutes on an idle machine.
 * `bench/results/<version>.json` keeps the figures (`--out` names another folder). `index.html` next to it plots the
 * newest version and marks figures that got more than a tenth worse than in the version before. A run of only some
 * benches writes a page only with `--out`.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Figure } from "./figures.ts";
import { page, type Results } from "./page.ts";
import { flag, words } from "./words.ts";

const root = join(import.meta.dirname, "..");
const benches: Readonly<Record<string, readonly string[]>> = {
  messages: [],
  proxy: [],
  startup: ["10"],
  generate: [],
};
const unknown = words.find((name) => !(name in benches));
if (unknown !== undefined)
  throw new Error(`${unknown} is no bench of this page: ${Object.keys(benches).join(", ")}`);

const run = (args: readonly string[], env = process.env): void => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
};

const folder = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
const file = join(folder, "figures.jsonl");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
run(["scripts/build.ts"]);
for (const [name, args] of Object.entries(benches))
  if (words.length === 0 || words.includes(name)) {
    console.log(`\n${name}`);
    run([`bench/${name}.ts`, ...args], { ...process.env, ANTIPHON_BENCH_FIGURES: file });
  }

if (words.length > 0 && flag("out") === undefined) process.exit(); // a partial run must not replace the full results
const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
const figures = lines.map((line): Figure => JSON.parse(line));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}`;
const out = resolve(root, flag("out") ?? "bench/results");
mkdirSync(out, { recursive: true });
const held = join(out, `${version}.json`);
const results: Results = { version, date: new Date().toISOString().slice(0, 10), machine, figures };
writeFileSync(held, `${JSON.stringify(results, null, 2)}\n`);
const numeric = new Intl.Collator("en", { numeric: true });
const all = readdirSync(out)
  .filter((name) => name.endsWith(".json"))
  .toSorted((a, b) => numeric.compare(b, a))
  .map((name): Results => JSON.parse(readFileSync(join(out, name), "utf8")));
writeFileSync(join(out, "index.html"), page(all));
console.log(`\n${figures.length} figures in ${held}; the page: ${join(out, "index.html")}`);
