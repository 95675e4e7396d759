/**
 * Measures how many defects /review finds and how often it is wrong: `npx node bench/review.ts [--misses] [--seed=1]`.
 * From a fixed seed it makes 40 diffs with one defect among harmless changes, and 40 with harmless changes only.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { look, scopeOf } from "../src/review/index.ts";
import { systemClock } from "../src/lib/index.ts";
import { openWorkspace } from "../src/workspace/index.ts";
import { base } from "./review/base.ts";
import { random } from "./review/random.ts";
import { defects, harmless, type Files, type Seed } from "./review/seeds.ts";
import { flag, has } from "./words.ts";

const seed = Number(flag("seed") ?? 1);
const next = random(seed);
const root = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
const put = (folder: string, files: Iterable<readonly [string, string]>): void => {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

/** Combines a defect with one or two harmless changes that don't conflict with it or each other. */
function changed(defect: Seed | undefined): { readonly files: Files; readonly names: readonly string[] } {
  for (;;) {
    const files: Files = new Map(Object.entries(base));
    const others = [...harmless].sort(() => next() - 0.5).slice(0, 1 + Math.floor(next() * 2));
    try {
      for (const one of others) one.apply(files, next);
      defect?.apply(files, next);
      return { files, names: others.map(({ name }) => name) };
    } catch {
      continue; // both touch the same line: tries others
    }
  }
}

async function findings(files: Files, folder: string) {
  put(folder, Object.entries(base));
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "Begin");
  put(folder, files);
  put(folder, [["node_modules/typescript/package.json", "{}"]]);
  mkdirSync(join(folder, "node_modules/.bin"));
  symlinkSync(join(import.meta.dirname, "../node_modules/.bin/tsc"), join(folder, "node_modules/.bin/tsc"));
  const workspace = await openWorkspace(folder, {
    state: join(root, "state"),
    clock: systemClock,
    shell: { environment: { PATH: process.env["PATH"], HOME: root }, sandbox: "none" },
  });
  const { signal } = new AbortController();
  return (await look(await scopeOf("", workspace), { workspace, signal, progress: () => undefined }))
    .findings;
}

/** Other correct findings for a defect, by its name. */
const consequences: Readonly<Record<string, readonly string[]>> = {
  "type elsewhere": ["exports/export-removed", "docs/docs-drift", "types/TS2305"],
  export: ["docs/docs-drift"],
  signature: ["types/TS2554"],
  major: ["dependencies/lock-unchanged"],
  loose: ["dependencies/dependency-added"],
  complexity: ["tests/untested-branch"],
  copy: ["tests/untested-branch", "docs/docstring-drift"],
  swallowed: ["tests/untested-branch"],
  type: ["types/TS2345"],
};

let [found, all, wrong, alarmed] = [0, 0, 0, 0];
/** Correct compiler errors about names that the seeds use without declaring. */
const undeclared = /^TS(?:2304|2552|2584|2580|2591|2503|2307|6133|7006|18004)$/;
const report = has("misses");
try {
  for (const [i, defect] of [...defects, ...defects.map(() => undefined)].entries()) {
    const { files, names } = changed(defect);
    const said = (await findings(files, join(root, String(i)))).filter(({ rule }) => !undeclared.test(rule));
    const [rule = "", file] = defect?.expected ?? [];
    const hit = said.filter((one) => `${one.check}/${one.rule}` === rule && file?.test(one.file));
    // Correct consequences of the planted defect elsewhere are not false alarms.
    const false_ = said.filter(
      (one) =>
        !hit.includes(one) && !(consequences[defect?.name ?? ""] ?? []).includes(`${one.check}/${one.rule}`),
    );
    if (defect) found += hit.length ? 1 : 0;
    else alarmed += said.length ? 1 : 0;
    all += said.length;
    wrong += false_.length;
    if (!report) continue;
    if (defect && hit.length === 0) console.log(`missed: ${defect.name} (with ${names.join(", ")})`);
    for (const one of false_)
      console.log(
        `false: ${defect?.name ?? "harmless"} (with ${names.join(", ")}): ${one.file}:${one.line} ${one.check}/${one.rule} ${one.reason}`,
      );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
console.log(
  `seed ${seed}: found ${found} of ${defects.length} planted defects (${Math.round((found / defects.length) * 100)} %)`,
);
console.log(
  `false alarms: ${wrong} of ${all} findings (${((wrong / Math.max(1, all)) * 100).toFixed(1)} %); ${alarmed} of ${defects.length} harmless diffs with a finding`,
);
