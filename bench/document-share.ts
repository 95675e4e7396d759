/**
 * Counts how many files `/doc <file>` changes, each alone in an empty folder: `npx node bench/document-share.ts
 * <folder> [--seed=b] [--tests=0.11] [--diff]`. Draws 88 TypeScript, 50 JavaScript and 62 Python files from the
 * checkouts below the folder, ordered by a hash of seed and name, with at most this share of tests. `--diff` prints the
 * changes.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { documentFiles, isTest, settled } from "../src/document/index.ts";
import { openDeclared } from "../src/inspect/index.ts";
import { systemClock } from "../src/lib/index.ts";
import { openWorkspace } from "../src/workspace/index.ts";
import { flag, has, words } from "./words.ts";

const [root = "."] = words;
const wanted = new Map([
  ["TypeScript", 88],
  ["JavaScript", 50],
  ["Python", 62],
]);
const languageOf = (path: string): string =>
  path.endsWith(".py") ? "Python" : /\.tsx?$/.test(path) ? "TypeScript" : "JavaScript";
const skipped = /\.d\.ts$|\.min\.js$|(?:^|\/)(?:dist|vendor|static|migrations|node_modules)\//;

/** Returns the files of all checkouts, ordered by their hashes. */
function shuffled(seed: string): readonly string[] {
  return globSync("**/*.{ts,tsx,js,jsx,mjs,cjs,py}", {
    cwd: root,
    exclude: (path) => /node_modules|\.git$/.test(path),
  })
    .filter((path) => !skipped.test(path))
    .filter((path) => {
      const lines = readFileSync(join(root, path), "utf8").split("\n").length;
      return lines > 11 && lines < 1500;
    })
    .map((path) => ({
      path,
      hash: createHash("sha256")
        .update(seed + path)
        .digest("hex"),
    }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ path }) => path);
}

function drawn(seed: string, tests: number): readonly string[] {
  const count = new Map<string, number>();
  let ofTests = 0;
  return shuffled(seed).filter((path) => {
    const language = languageOf(path);
    const own = count.get(language) ?? 0;
    if (own >= (wanted.get(language) ?? 0) || (isTest(path) && ofTests >= tests)) return false;
    if (isTest(path)) ofTests += 1;
    count.set(language, own + 1);
    return true;
  });
}

/** Returns the documented file, without the rest of its project. */
async function documentedAlone(path: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "antiphon-share-"));
  const name = `file${extname(path)}`;
  const place = path.slice(path.indexOf("/") + 1) || name;
  await mkdir(dirname(join(folder, "root", place)), { recursive: true });
  await writeFile(join(folder, "root", place), text);
  const workspace = await openWorkspace(join(folder, "root"), {
    state: join(folder, "state"),
    clock: systemClock,
  });
  const { plans } = await documentFiles([place], {
    files: workspace.files,
    index: await openDeclared(workspace, { more: settled }),
    wanted: { comprehensive: false, update: false },
    signal: new AbortController().signal,
  });
  await rm(folder, { recursive: true, force: true });
  return plans[0]?.change?.after ?? text;
}

const changed = new Map<string, number>();
const all = new Map<string, number>();
for (const path of drawn(flag("seed") ?? "b", Math.ceil(200 * Number(flag("tests") ?? "0.11")))) {
  const language = languageOf(path);
  const text = readFileSync(join(root, path), "utf8");
  const after = await documentedAlone(path, text);
  all.set(language, (all.get(language) ?? 0) + 1);
  if (after === text) continue;
  changed.set(language, (changed.get(language) ?? 0) + 1);
  if (!has("diff")) continue;
  const before = new Set(text.split("\n"));
  console.log(
    `\n${path}\n${after
      .split("\n")
      .filter((line) => !before.has(line))
      .join("\n")}`,
  );
}
const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);
console.log(
  `${sum(changed)} of ${sum(all)} files change: ${[...all].map(([name, count]) => `${name} ${changed.get(name) ?? 0} of ${count}`).join(", ")}`,
);
