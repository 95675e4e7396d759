import {
  type CheckerJob,
  checkerJobs,
  isInstalled,
  type CheckerResult,
  type Message,
  runChecker,
} from "../code/index.ts";
import type { Finding, Found, Ground } from "./contract.ts";

interface Asking {
  readonly kind: CheckerJob["checker"]["kind"];
  /** Converts a message to a finding; undefined if it isn't about the change. */
  finding(message: Message, job: CheckerJob): Finding | undefined;
}

/** Runs the project's own checkers of a kind over the changes; undefined if none is set up. */
export async function runPrograms({ kind, finding }: Asking, ground: Ground): Promise<Found | undefined> {
  const paths = ground.changes.flatMap(({ path, after }) => (after === null ? [] : [path]));
  const jobs = await checkerJobs(kind, paths, ground.workspace.files);
  if (jobs.length === 0) return undefined;
  const all: Found[] = [];
  for (const job of jobs) all.push(await runOne(job, finding, ground));
  return together(all, new Set(reasonsIn(all)));
}

const reasonsIn = (all: readonly Found[]): readonly string[] => all.flatMap(({ skipped }) => skipped ?? []);

/** Merges the findings of several programs. `reasons`: why some couldn't check. */
export function together(all: readonly Found[], reasons: Iterable<string> = reasonsIn(all)): Found {
  const skipped = [...reasons].join("; ");
  return {
    findings: all.flatMap(({ findings }) => findings),
    runs: all.flatMap(({ runs = [] }) => runs),
    ...(skipped && { skipped }),
  };
}

async function runOne(job: CheckerJob, finding: Asking["finding"], ground: Ground): Promise<Found> {
  const { name } = job;
  const skip = (why: string): Found => ({ findings: [], skipped: `${name} ${why}` });
  const { workspace, signal } = ground;
  if (!(await isInstalled(job, workspace.files))) return skip("is set up, but not installed");
  const shell = shellFor(ground);
  if (typeof shell === "string") return skip(shell);
  const result = await runChecker(job, { root: workspace.root, shell }, signal);
  if (!result) return skip("is set up, but not installed");
  const { run, messages, read } = result;
  const findings = (messages ?? []).flatMap((message) => finding(message, job) ?? []);
  const count = messages?.length ?? 0;
  const unit = job.checker.kind === "lint" ? "problem" : "error";
  const claim = messages
    ? `${name}: ${count} ${count === 1 ? unit : `${unit}s`}, ${findings.length} about what changed`
    : `${name}: no result`;
  return {
    findings,
    runs: [{ run, claim, passed: run.exitCode === 0, read }],
    ...whyNot(job, result),
  };
}

/** The shell, or why nothing can be run on the reviewed state. */
export const shellFor = ({ live, workspace: { shell, shellMissing } }: Ground) =>
  !live
    ? "reads the folder, and what is reviewed isn't what lies there"
    : (shell ?? `can't be run: ${shellMissing ?? "there is no sandbox"}`);

function whyNot({ name, folder, paths }: CheckerJob, { run, messages, read }: CheckerResult) {
  const place = folder || ".";
  if (messages === undefined) return { skipped: `${name} gave no result in ${place}: ${lastLine(run)}` };
  const left = paths.length - read.length;
  return left > 0
    ? { skipped: `${name} in ${place} leaves out ${left} of ${paths.length} changed files` }
    : {};
}

const lastLine = ({ stderr, stdout, exitCode }: CheckerResult["run"]): string =>
  `${stdout}\n${stderr}`.trim().split("\n").at(-1)?.slice(0, 200) || `exit ${exitCode}`;
