/**
 * Compares our documentation coverage with that of established tools: `npx node bench/coverage.ts --interrogate=<python
 * that has interrogate> <folder> …` and `npx node bench/coverage.ts --typedoc=<folder whose node_modules has typedoc>
 * <folder> …`. Prints both counts for each folder and for each file that differs; `--verbose` prints each difference.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Counted, type Counting, languageOf } from "../src/code/index.ts";
import { flag, has, words } from "./words.ts";

const here = join(import.meta.dirname, "coverage");

function theirs(folder: string): { readonly tool: Counting["tool"]; readonly rows: readonly Counted[] } {
  const [python, typedoc] = [flag("interrogate"), flag("typedoc")];
  const [program, given] = python
    ? [python, [join(here, "peer.py"), folder]]
    : [process.execPath, [join(here, "peer.ts"), folder, typedoc ?? "."]];
  const told = execFileSync(program, given, {
    encoding: "utf8",
    maxBuffer: 1e9,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const rows = told.split("\n").filter((line) => line.startsWith("{"));
  return { tool: python ? "interrogate" : "TypeDoc", rows: rows.map((line) => JSON.parse(line) as Counted) };
}

async function ours(folder: string, paths: Iterable<string>): Promise<readonly Counted[]> {
  const byLanguage = Map.groupBy(
    await Promise.all([...paths].map(async (path) => [path, await languageOf(path)] as const)),
    ([, language]) => language,
  );
  return [...byLanguage].flatMap(
    ([language, files]) =>
      language?.counting?.count(
        new Map(files.map(([path]) => [path, readFileSync(join(folder, path), "utf8")])),
      ) ?? [],
  );
}

const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
/** Key of a row: path, line, name and whether it is documented. */
const key = ({ path, line, name, documented }: Counted): string =>
  `${path}:${line} ${last(name)} ${documented ? "documented" : "missing"}`;

/** Returns the rows that others lack, counting duplicates. */
function without(rows: readonly Counted[], others: readonly Counted[]): readonly string[] {
  const left = new Map<string, number>();
  for (const row of others) left.set(key(row), (left.get(key(row)) ?? 0) + 1);
  return rows.map(key).filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

const told = (rows: readonly Counted[]): string =>
  `${rows.filter(({ documented }) => documented).length} of ${rows.length}`;

for (const folder of words.map((word) => resolve(word))) {
  const { tool, rows } = theirs(folder);
  const own = await ours(folder, new Set(rows.map(({ path }) => path)));
  const [extra, missed] = [without(own, rows), without(rows, own)];
  const same = rows.length - missed.length;
  console.log(
    `${folder}: ${tool} ${told(rows)}, /doc ${told(own)}; ${same} of ${Math.max(rows.length, own.length)} alike (${((100 * same) / Math.max(rows.length, own.length)).toFixed(2)} %)`,
  );
  if (!has("verbose")) continue;
  for (const one of extra) console.log(`  only /doc  ${one}`);
  for (const one of missed) console.log(`  only ${tool}  ${one}`);
}
