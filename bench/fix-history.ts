/**
 * Runs /fix on real bugs of projects: `npx node bench/fix-history.ts FOLDER… [--most=3] [--commits=600] [--seconds=60]
 * [--exact] [--listed]`. Each folder is a clone of a repository with its dependencies installed. Selects the newest
 * commits that call themselves a fix and change one source file and tests. The source is reverted, the tests stay, and
 * all is committed, so that only the failing tests reveal the bug. A bug counts only if its tests pass with the fix and
 * fail without it. `--listed` uses only the bugs in fix/history.txt. A bug is located if one of the first three likely
 * places names the file, or a line that is in a function the fix changed or within five lines of a change.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { functionsIn } from "../src/code/index.ts";
import { commands, dispatch, split } from "../src/commands/index.ts";
import { changeOf } from "../src/review/index.ts";
import { sessionIn } from "./fix/session.ts";
import { flag, has, words } from "./words.ts";

const listed = has("listed")
  ? readFileSync(join(import.meta.dirname, "fix/history.txt"), "utf8").match(/\b[\da-f]{8}$/gm)
  : null;
const most = Number(flag("most") ?? (listed ? Infinity : 3));
const commits = Number(flag("commits") ?? (listed ? 5000 : 600));
const seconds = Number(flag("seconds") ?? 60);
const near = 5;
const root = mkdtempSync(join(tmpdir(), "antiphon-bench-"));

const git = (cwd: string, ...line: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...line], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1e9,
    stdio: ["ignore", "pipe", "pipe"],
  });

interface Bug {
  readonly commit: string;
  readonly source: string;
  readonly tests: readonly string[];
}

const program = /\.(?:[mc]?[jt]sx?|py|go)$/;
const test =
  /(?:^|\/)(?:test|tests|__tests__|spec)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test[_.-][^/]*$|(?:^|\/)test\.[mc]?js$/;

/** Returns bugs, newest first. */
function bugsOf(folder: string): readonly Bug[] {
  const log = git(folder, "log", "--no-merges", `-n${commits}`, "--format=%x01%H %s", "--name-status");
  return log.split("\u0001").flatMap((entry): readonly Bug[] => {
    const [head = "", ...lines] = entry.trim().split("\n");
    if (!/\b(?:fix(?:e[sd])?|bug|correct(?:ly)?|wrong)\b/i.test(head)) return [];
    const files = lines.filter(Boolean).map((line) => line.split("\t"));
    const programs = files.filter(([, path = ""]) => program.test(path) && !path.endsWith(".d.ts"));
    const tests = programs.flatMap(([, path = ""]) => (test.test(path) ? [path] : []));
    const sources = programs.flatMap(([kind, path = ""]) => (test.test(path) ? [] : [[kind, path] as const]));
    const [only] = sources;
    if (sources.length !== 1 || only?.[0] !== "M" || tests.length === 0) return [];
    return [{ commit: head.split(" ")[0] ?? "", source: only[1], tests }];
  });
}

interface Data {
  readonly likely: readonly { readonly place: { readonly path: string; readonly line?: number | null } }[];
}

async function run(copy: string, line: string) {
  const session = await sessionIn(copy, root, { home: homedir(), answer: "y" });
  return dispatch(split(line), {
    session: session as never, // the part that the two commands use
    signal: new AbortController().signal,
    commands,
  }).then(
    ({ report }) => ({ outcome: report.outcome, title: report.title, data: report.data as Data | undefined }), // from /fix
    (error: unknown) => ({ outcome: "failed", title: String(error).slice(0, 100), data: undefined }),
  );
}

/** Whether the fix changed this place. */
async function isAt(
  line: number | null | undefined,
  path: string,
  [wrong, right]: readonly [string, string],
) {
  if (!line) return false;
  const changed = [...changeOf(path, right, wrong).added, ...changeOf(path, right, wrong).removed];
  const functions = await functionsIn(path, wrong);
  return changed.some(
    (at) =>
      Math.abs(at - line) <= near ||
      functions.some((one) => [at, line].every((each) => each >= one.line && each <= one.endLine)),
  );
}

const tally = { bugs: 0, file: 0, place: 0, passes: 0 };
try {
  for (const folder of words.map((word) => resolve(word))) {
    const copy = join(root, basename(folder));
    git(root, "clone", "-q", "--shared", folder, copy);
    let count = 0;
    for (const { commit, source, tests } of bugsOf(folder)) {
      if (count === most) break;
      if (listed && !listed.includes(commit.slice(0, 8))) continue;
      git(copy, "checkout", "-q", "--force", commit);
      git(copy, "clean", "-q", "-fdx");
      if (existsSync(join(folder, "node_modules")))
        symlinkSync(join(folder, "node_modules"), join(copy, "node_modules"));
      const named = tests.find((path) => existsSync(join(copy, path)));
      const before = named && (await run(copy, `/test ${named} --reruns=0 --exact`));
      if (!named || !before || before.outcome !== "done") {
        if (has("misses"))
          console.log(`left out ${commit.slice(0, 8)} ${source}: ${before ? before.title : "no test"}`);
        continue;
      }
      const right = git(copy, "show", `${commit}:${source}`);
      const wrong = git(copy, "show", `${commit}^:${source}`);
      writeFileSync(join(copy, source), wrong);
      git(copy, "commit", "-q", "--no-verify", "-am", "Begin");
      if ((await run(copy, `/test ${named} --reruns=0 --exact`)).outcome === "done") continue;
      count += 1;
      const { title, outcome, data } = await run(
        copy,
        `/fix ${named} --seconds=${seconds}${has("exact") ? " --exact" : ""}`,
      );
      const places = (data?.likely ?? []).slice(0, 3).map(({ place }) => place);
      const inFile = places.filter(({ path }) => path === source);
      const isFile = inFile.length > 0;
      let isPlace = false;
      for (const { line } of inFile) isPlace ||= await isAt(line, source, [wrong, right]);
      tally.bugs += 1;
      tally.file += isFile ? 1 : 0;
      tally.place += isPlace ? 1 : 0;
      tally.passes += outcome === "done" ? 1 : 0;
      console.log(
        `${basename(folder)} ${commit.slice(0, 8)} ${source}: file ${isFile ? "yes" : "no"}, place ${isPlace ? "yes" : "no"}, ${title} (${places.map(({ path, line }) => `${path}:${line ?? ""}`).join(" ")})`,
      );
    }
    rmSync(copy, { recursive: true, force: true });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
console.log(
  `${tally.bugs} bugs: the file is among the first three places of ${tally.file}, the changed function of ${tally.place}; ${tally.passes} pass the tests without a model`,
);
