/**
 * Measures what /fix repairs without a model: `npx node bench/fix.ts [--misses] [--held] [--seed=1]`. A seeded mutator
 * makes thirty mechanical defects; the projects' compilers, linters and tests decide. Every third is held out and
 * reported separately.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, dispatch, split } from "../src/commands/index.ts";
import { toMarkdown } from "../src/report/index.ts";
import { defects, made, type Defect } from "./fix/defects.ts";
import { sessionIn } from "./fix/session.ts";
import { filesOf, install, put } from "./fix/projects.ts";
import { flag, has } from "./words.ts";

const seed = Number(flag("seed") ?? 1);
const only = flag("only");
const misses = has("misses");
const root = mkdtempSync(join(tmpdir(), "antiphon-bench-"));

async function solved(
  defect: Defect,
  folder: string,
): Promise<{ readonly good: boolean; readonly text: string; readonly seconds: number }> {
  const files = filesOf(defect.project);
  mkdirSync(folder, { recursive: true });
  put(folder, files);
  install(defect.project, folder);
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "Begin");
  put(folder, made(defect, files, seed));
  const session = await sessionIn(folder, root);
  const started = performance.now();
  const { report } = await dispatch(split("/fix --exact"), {
    session: session as never,
    signal: new AbortController().signal,
    commands,
  });
  const text = await toMarkdown(report, "default");
  // A snapshot must be reported but left unchanged.
  const good =
    defect.kind === "snapshot"
      ? report.outcome === "failed" && text.includes("it was not accepted")
      : report.outcome === "done";
  return { good, text, seconds: (performance.now() - started) / 1000 };
}

const counts = new Map<string, [good: number, all: number]>();
const count = (name: string, good: boolean): void => {
  const [a, b] = counts.get(name) ?? [0, 0];
  counts.set(name, [a + (good ? 1 : 0), b + 1]);
};
try {
  for (const [i, defect] of defects.entries()) {
    const held = i % 3 === 2;
    if (only ? defect.name !== only : held && !has("held")) continue;
    const { good, text, seconds } = await solved(defect, join(root, String(i)));
    count(defect.kind, good);
    count(held ? "held out" : "developed on", good);
    if (misses && (!good || only))
      console.log(
        `${good ? "solved" : "MISSED"} ${defect.name} (${seconds.toFixed(1)} s)\n${held && !only ? "" : text.slice(0, 2500)}`,
      );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
for (const [name, [good, all]] of counts) console.log(`${name}: ${good} of ${all}`);
