/**
 * Which readings of the scanner fire in which applications: functions of `src/endpoints` by the number of given folders in
 * which they ran. What fires in fewer than two known applications serves one of them.
 *
 *   npx node bench/readings.ts <folder>...
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Covered {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly {
      readonly count: number;
      readonly startOffset: number;
      readonly endOffset: number;
    }[];
  }[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "bin/antiphon.js");

/** The functions that ran, and all that were loaded, as `file name@offset`. */
function ranIn(folder: string): { readonly ran: ReadonlySet<string>; readonly all: ReadonlySet<string> } {
  const coverage = mkdtempSync(join(tmpdir(), "antiphon-readings-"));
  try {
    execFileSync(process.execPath, [program, "/doc api --dry-run"], {
      cwd: folder,
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
      stdio: "ignore",
    });
  } catch {
    // a folder without endpoints has run its readings, too
  }
  const [ran, all] = [new Set<string>(), new Set<string>()];
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as {
      result: readonly Covered[];
    }; // Node's own form
    for (const { url, functions } of result) {
      const [, path] = /\/src\/endpoints\/(.*)$/.exec(url) ?? [];
      for (const { functionName, ranges } of path === undefined ? [] : functions) {
        const [whole] = ranges;
        if (!whole || functionName === "") continue;
        const key = `${path} ${functionName} ${whole.endOffset - whole.startOffset}`;
        all.add(key);
        if (whole.count > 0) ran.add(key);
      }
    }
  }
  rmSync(coverage, { recursive: true, force: true });
  return { ran, all };
}

const folders = process.argv.slice(2);
const fired = new Map<string, string[]>();
for (const folder of folders) {
  const { ran, all } = ranIn(folder);
  for (const key of all) if (!fired.has(key)) fired.set(key, []);
  for (const key of ran) fired.get(key)?.push(basename(folder));
}
const rare = [...fired].filter(([, where]) => where.length < 2).sort(([a], [b]) => a.localeCompare(b));
console.log(`${fired.size} functions, ${rare.length} in fewer than two of ${folders.length} applications:`);
for (const [key, where] of rare) console.log(`${where.length} ${key} characters ${where.join()}`);
