/**
 * Measures `/doc src --update` in a large project: `npx node bench/document-large.ts 1000 5000 20000` creates projects
 * of that many files, each with 20 functions that throw and call functions of other files. It runs the built package:
 * first on a new project, then with nothing changed, then with one changed file that doesn't affect others (a comment),
 * and one that does (a function that throws). Memory is the peak above what Node needs to start. With `--write` it also
 * documents all files, which changes each. Build first: `npm run build`.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { has, words } from "./words.ts";

const home = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
const root = resolve(import.meta.dirname, "..");

/** Installs the built package without its sources, so that the build runs. */
function install(): string {
  const place = join(home, "package");
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(root, part), join(place, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  return join(place, "bin/antiphon.js");
}

const folderOf = (file: number): string => `src/part${Math.floor(file / 100)}`;

function textOf(file: number): string {
  const other = Math.floor(file / 2);
  const functions = Array.from(
    { length: 20 },
    (
      _,
      place,
    ) => `export function load${place}(items: readonly string[], limit = ${place + 1}, options: { strict?: boolean } = {}): string[] {
  if (items.length > limit) throw new RangeError(\`too many: \${items.length}\`);
  const found = items.filter((item) => item.length > ${place});
  if (options.strict) ${file ? "other" : "load3"}(found, limit);
  return found.slice(0, limit);
}
`,
  );
  const imported = `import { load0 as other } from "../${folderOf(other).slice(4)}/file${other}.ts";\n`;
  return [imported, ...functions].join("\n");
}

function make(folder: string, count: number): void {
  for (let file = 0; file < count; file++) {
    mkdirSync(join(folder, folderOf(file)), { recursive: true });
    writeFileSync(join(folder, folderOf(file), `file${file}.ts`), textOf(file));
  }
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "large", version: "1.0.0", type: "module" }),
  );
}

const program = install();
const probe = join(home, "probe.mjs");
writeFileSync(
  probe,
  `import { isMainThread } from "node:worker_threads";
  const base = process.memoryUsage.rss() / 1024;
  if (isMainThread) process.on("exit", () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const { user, system } = process.threadCpuUsage?.() ?? { user: 0, system: 0 };
  console.log("COST " + JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, (maxRSS - base) / 1024, (user + system) / 1e6])); });`,
);

/** Returns processor time, main thread time and peak memory of one run. */
function run(folder: string, line = "/doc src --update"): string {
  const out = execFileSync(process.execPath, [program, line], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${probe}`,
      XDG_STATE_HOME: join(home, "state"),
      XDG_CONFIG_HOME: join(home, "config"),
    },
  });
  const [seconds = 0, megabytes = 0, first = 0] = JSON.parse(
    /^COST (.*)$/m.exec(out)?.[1] ?? "[]",
  ) as number[];
  return `${seconds.toFixed(2)} s (${first.toFixed(2)} s of them in the first thread) and ${Math.round(megabytes)} MB above the start`;
}

const changes = {
  "a comment": "// changed\n",
  "a function": 'export function fresh(): never {\n  throw new TypeError("closed");\n}\n',
};

for (const argument of words) {
  const folder = join(home, argument);
  make(folder, Number(argument));
  await setTimeout(2100); // a file that just changed is read again
  console.log(`${argument} files: first ${run(folder)}`);
  console.log(`  nothing changed ${run(folder)}`);
  for (const [what, text] of Object.entries(changes)) {
    appendFileSync(join(folder, "src/part0/file7.ts"), text);
    await setTimeout(2100);
    console.log(`  one file changed, ${what}, ${run(folder)}`);
  }
  if (has("write")) console.log(`  written into each ${run(folder, "/doc src")}`);
}
rmSync(home, { recursive: true });
