/**
 * Counts how many one-line bugs are repaired by the search for one-line changes: `npx node bench/mutation.ts SET
 * [--every=3] [--from=0] [--only=NAME] [--misses]`. SET is a checkout of jkoppel/QuixBugs (its Python programs, except
 * those on graphs, which have no test cases in data), or a file of HumanEvalPack from bigcode-project/octopack
 * (`evaluation/create/humaneval-x/data/python/data/humanevalpack.jsonl`, or `js`), or what `mutation/mutants.py` made
 * of packages. A bug counts if a change passes all its tests. Such a change may still be wrong, which is why changes
 * are only offered: the first offered place is compared with the place of the authors' fix.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { detectProject } from "../src/code/index.ts";
import { testsProbes, repaired } from "../src/repair/index.ts";
import { systemClock } from "../src/lib/index.ts";
import { openWorkspace } from "../src/workspace/index.ts";
import { type Bug, humanevalpack, mutants, quixbugs } from "./mutation/sets.ts";
import { flag, has, words } from "./words.ts";

const [source = ""] = words;
const misses = has("misses");
const root = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
const signal = new AbortController().signal;

interface Outcome {
  readonly solved: boolean;
  /** Whether the first change is at the authors' place. */
  readonly placed: boolean;
  readonly tried: number;
  readonly seconds: number;
}

async function outcomeOf({ files, path, right }: Bug, folder: string): Promise<Outcome | undefined> {
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const workspace = await openWorkspace(folder, {
    state: join(root, "state"),
    clock: systemClock,
    shell: { environment: { PATH: process.env["PATH"], HOME: root }, sandbox: "none" },
  });
  if (!workspace.shell) throw new Error("no shell");
  const runnable = { ...workspace, shell: workspace.shell };
  const [runner = ""] = (await detectProject(workspace.files)).runners;
  // A program that never ends has failed too; only its test is run for each change.
  const limited = {
    ...runnable,
    shell: {
      run: (command: Parameters<typeof runnable.shell.run>[0], options = {}) =>
        runnable.shell.run(command, { milliseconds: 15_000, ...options }),
    },
  };
  const [probe] = await testsProbes({ workspace: limited, signal }, []);
  const test = Object.keys(files).find((name) => /test[^/]*$/.test(name)) ?? "";
  const problems = ((await probe?.see())?.problems ?? []).map((one) =>
    one.code === "broken" ? { ...one, test: `${test} all`, message: `${path}:1` } : one,
  );
  if (problems.length === 0) return undefined; // its tests don't reveal the bug
  const started = performance.now();
  const result = await repaired(problems, { workspace: runnable, runner, signal, seconds: 240 });
  const seconds = (performance.now() - started) / 1000;
  const [patch] = result?.patches ?? [];
  const lines = (text: string | null): readonly string[] =>
    (text ?? "").split("\n").map((line) => line.trim());
  const at = (text: string | null): number =>
    lines(text).findIndex((line, i) => line !== lines(files[path] ?? "")[i]);
  return {
    solved: patch !== undefined,
    placed: patch !== undefined && at(patch.after) === at(right),
    tried: result?.tried ?? 0,
    seconds,
  };
}

const every = Number(flag("every") ?? 1);
const from = Number(flag("from") ?? 0);
const only = flag("only");
const set = (
  source.endsWith("humanevalpack.jsonl") ? humanevalpack : source.endsWith(".jsonl") ? mutants : quixbugs
)(source);
const chosen = set.filter(({ name }, i) => (only === undefined ? i % every === from : name === only));
const outcomes: Outcome[] = [];
try {
  for (const [i, bug] of chosen.entries()) {
    const outcome = await outcomeOf(bug, join(root, String(i)));
    if (!outcome) continue;
    outcomes.push(outcome);
    if (misses || only !== undefined)
      console.log(
        `${outcome.solved ? "repaired" : "not     "} ${bug.name} (${outcome.seconds.toFixed(1)} s, ${outcome.tried} tried${outcome.placed ? ", in its place" : ""})`,
      );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
const solved = outcomes.filter((one) => one.solved);
const times = solved.map(({ seconds }) => seconds).sort((a, b) => a - b);
console.log(
  `${solved.length} of ${outcomes.length} repaired, ${solved.filter(({ placed }) => placed).length} where the authors did; median ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1)} s`,
);
