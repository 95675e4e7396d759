import {
  type CheckerJob,
  checkerJobs,
  isInstalled,
  notInstalled,
  type CheckerResult,
  type Message,
  runChecker,
  stoppedLate,
} from "../code/index.ts";
import type { Finding, Found, Ground } from "./contract.ts";

interface Asking {
  readonly kind: CheckerJob["checker"]["kind"];
  finding(message: Message, job: CheckerJob): Finding;
}

/**
 * Runs the project's own checkers of a kind over the changes; undefined if none is set up. Where one reports something,
 * it runs again over the files as they were: only what is new counts. One that can't do that counts on added lines.
 */
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
  if (!(await isInstalled(job, workspace.files))) return skip(notInstalled);
  const shell = shellFor(ground);
  if (typeof shell === "string") return skip(shell);
  const running = { root: workspace.root, shell, signal };
  const result = await runChecker(job, running);
  if (typeof result === "string") return skip(result);
  const { run, messages = [], read } = result;
  const isAdded = ({ file, line }: Message): boolean =>
    ground.changes.some(({ path, added }) => path === file && added.has(line));
  const isLint = job.checker.kind === "lint"; // its rules are about the lines themselves
  const asked = isLint ? messages.filter(isAdded) : messages;
  const texts = textsBefore(ground);
  const before = asked.length && texts ? await runChecker(job, { ...running, texts }) : undefined;
  const oldMessages = typeof before === "object" ? before.messages : undefined;
  const isOld = ({ file }: Message): boolean => !isNew(file, ground); // new files lie there in that run, too
  const fresh = oldMessages ? without(asked, oldMessages.filter(isOld)) : asked.filter(isAdded);
  const unclear = oldMessages ? [] : asked.filter((message) => !isAdded(message));
  const findings = fresh.map((message) => finding(message, job));
  const unit = isLint ? "problem" : "error";
  const claim = result.messages
    ? `${name}: ${messages.length} ${messages.length === 1 ? unit : `${unit}s`}, ${findings.length} about what changed`
    : `${name}: no result${stoppedLate(run)}`;
  const runs = [{ run, claim, passed: run.exitCode === 0, read }];
  const [first] = unclear;
  if (!first) return { findings, runs, ...whyNot(job, result) };
  const place = `${first.file}:${first.line}: ${first.text}`;
  const skipped = `${name} reports ${unclear.length} outside of the changed lines, which may be older: ${place}`;
  return { findings, runs, skipped };
}

/** The changed files as they were, by path; undefined if some are gone now, which no program finds then. */
export function textsBefore({ changes }: Ground): Readonly<Record<string, string>> | undefined {
  const before = changes.flatMap(({ path, before: text }) => (text === null ? [] : [[path, text] as const]));
  return before.length && changes.every(({ after }) => after !== null)
    ? Object.fromEntries(before)
    : undefined;
}

/** Whether the change added the file. */
export const isNew = (file: string, { changes }: Ground): boolean =>
  changes.some(({ path, before }) => path === file && before === null);

/** The messages that aren't among the old ones, wherever those were. */
function without(messages: readonly Message[], old: readonly Message[]): readonly Message[] {
  const keyOf = ({ code, text }: Message): string => `${code} ${text}`;
  const counts = new Map<string, number>();
  for (const message of old) counts.set(keyOf(message), (counts.get(keyOf(message)) ?? 0) + 1);
  return messages.filter((message) => {
    const count = counts.get(keyOf(message)) ?? 0;
    counts.set(keyOf(message), count - 1);
    return count <= 0;
  });
}

/** The shell, or why nothing can be run on the reviewed state. */
export const shellFor = ({ live, workspace: { shell, shellMissing } }: Ground) =>
  !live
    ? "reads the folder, and what is reviewed isn't what lies there"
    : (shell ?? `can't be run: ${shellMissing ?? "there is no sandbox"}`);

function whyNot({ name, folder, paths }: CheckerJob, { run, messages, read }: CheckerResult) {
  const place = folder || ".";
  if (messages === undefined)
    return { skipped: `${name} gave no result in ${place}${stoppedLate(run) || `: ${lastLine(run)}`}` };
  const left = paths.length - read.length;
  return left > 0
    ? { skipped: `${name} in ${place} leaves out ${left} of ${paths.length} changed files` }
    : {};
}

/** Programs that crash end in a stack. */
const lastLine = ({ stderr, stdout, exitCode }: CheckerResult["run"]): string =>
  `${stdout}\n${stderr}`
    .split("\n")
    .findLast((line) => /\S/.test(line) && !/^\s*at /.test(line))
    ?.trim()
    .slice(0, 200) ?? `exit ${exitCode}`;
