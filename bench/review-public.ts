/**
 * Measures how often /review is wrong on real changes: `npx node bench/review-public.ts FOLDER… [--merges=20]
 * [--programs] [--severity=important] [--seed=1]`. Each folder is, or contains, a clone of a repository in
 * review-public/repositories.txt, made by the user. The last merges of each are checked out in a copy and reviewed in
 * turn. Prints each finding that isn't minor with its verdict from review-public/judged.txt, by the rule of
 * review-public.md. `--programs` also runs the project's compilers and linters, in the sandbox. `--planted` adds a
 * fault to each change and counts how many are found.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { systemClock, UserError } from "../src/lib/index.ts";
import { look, scopeOf, type Shown } from "../src/review/index.ts";
import { openWorkspace } from "../src/workspace/index.ts";
import { plant } from "./review-public/plant.ts";
import { random } from "./review/random.ts";
import { flag, has, words } from "./words.ts";

const merges = Number(flag("merges") ?? 20);
const only = flag("repository");
const root = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
const next = random(Number(flag("seed") ?? 1));
const judged = new Map(
  readFileSync(join(import.meta.dirname, "review-public/judged.txt"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      const [verdict = "", repository, commit, place, rule] = line.split(" ");
      return [[repository, commit, place, rule].join(" "), verdict] as const;
    }),
);

const git = (cwd: string, ...line: readonly string[]): string =>
  execFileSync("git", line, { cwd, encoding: "utf8", maxBuffer: 1e9, stdio: ["ignore", "pipe", "pipe"] });
const isClone = (folder: string): boolean => existsSync(join(folder, ".git"));
const clones = words
  .map((word) => resolve(word))
  .flatMap((folder) =>
    isClone(folder)
      ? [folder]
      : readdirSync(folder)
          .map((name) => join(folder, name))
          .filter(isClone),
  )
  .filter((folder) => !only || basename(folder) === only);

/** Returns the merges (or, if a project squashes them, the commits) on the main line that touch programs. */
function changesOf(folder: string): readonly string[] {
  const line = (...more: readonly string[]): readonly string[] =>
    git(folder, "log", "--first-parent", "--format=%H", "-n", "400", ...more)
      .split("\n")
      .filter(Boolean);
  const all = line("--merges");
  return (all.length >= merges ? all : line("--min-parents=1"))
    .filter((commit) =>
      /\.(?:[mc]?[jt]sx?|py|go|rs|java)$/m.test(
        git(folder, "diff", "--name-only", "--no-renames", `${commit}^1`, commit, "--"),
      ),
    )
    .slice(0, merges);
}

/** Reviews changes that are checked out in the folder, so that every check can read the files; notes are left out. */
async function review(copy: string, asked: string): Promise<readonly Shown[]> {
  return (await reviewAll(copy, asked)).filter(({ severity }) => severity !== "minor");
}

async function reviewAll(copy: string, asked: string): Promise<readonly Shown[]> {
  const workspace = await openWorkspace(copy, {
    state: join(root, "state"),
    clock: systemClock,
    ...(has("programs") && {
      shell: { environment: { PATH: process.env["PATH"], HOME: homedir() }, sandbox: "auto" },
    }),
  });
  const { signal } = new AbortController();
  const options = { workspace, signal, progress: () => undefined, except: ["suite"] };
  const scope = await scopeOf(asked, workspace).catch((error: unknown) => {
    if (error instanceof UserError && error.code === "review-nothing") return undefined; // only a mode changed
    throw error;
  });
  if (!scope) return [];
  return (await look(scope, options)).findings;
}

const tally = { true: 0, false: 0, unjudged: 0 };
const planted = new Map<string, [found: number, grave: number, all: number]>();
let reviewed = 0;
try {
  for (const folder of clones) {
    const name = basename(folder);
    const copy = join(root, name);
    git(root, "clone", "-q", "--shared", folder, copy);
    for (const commit of changesOf(folder)) {
      git(copy, "checkout", "-q", "--force", commit);
      git(copy, "clean", "-q", "-fdx");
      for (const kept of ["node_modules", ".venv"])
        if (existsSync(join(folder, kept)) && !existsSync(join(copy, kept)))
          symlinkSync(join(folder, kept), join(copy, kept));
      reviewed += 1;
      if (has("planted")) {
        const fault = await plant(copy, git(copy, "diff", "--name-only", `${commit}^1`, commit, "--"), next);
        if (!fault) continue;
        const hits = (await reviewAll(copy, `${commit}^1`)).filter(
          (one) => fault.rules.includes(one.rule) && one.file === fault.file,
        );
        const isFound = hits.length > 0;
        const isGrave = hits.some(({ severity }) => severity !== "minor");
        const [found, grave, count] = planted.get(fault.kind) ?? [0, 0, 0];
        planted.set(fault.kind, [found + (isFound ? 1 : 0), grave + (isGrave ? 1 : 0), count + 1]);
        if (!isFound) console.log(`missed ${name} ${commit.slice(0, 8)} ${fault.kind} ${fault.file}`);
        continue;
      }
      for (const one of await review(copy, `${commit}^1..${commit}`)) {
        const key = `${name} ${commit.slice(0, 8)} ${one.file}:${one.line} ${one.check}/${one.rule}`;
        const verdict = judged.get(key) ?? "unjudged";
        tally[verdict as keyof typeof tally] += 1;
        console.log(`${verdict} ${key} ${one.severity}: ${one.reason}\n    ${one.quote.trim()}`);
      }
    }
    rmSync(copy, { recursive: true, force: true });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
for (const [kind, [found, grave, all]] of planted)
  console.log(`${kind}: ${found} of ${all} found, ${grave} as more than a note`);
if (!has("planted"))
  console.log(
    `${reviewed} changes of ${clones.length} repositories: ${tally.true} true, ${tally.false} false, ${tally.unjudged} not judged`,
  );
