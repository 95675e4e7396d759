import { posix } from "node:path";
import { remembered } from "../../lib/index.ts";
import {
  type CommandRun,
  type Files,
  patternOf,
  type RunOptions,
  type Shell,
} from "../../workspace/index.ts";
import { detectProject } from "../project/detect.ts";
import { instead } from "../runners/instead.ts";
import { shellCommands } from "../runners/shell-words.ts";
import { withoutRefused } from "../runners/without-refused.ts";
import type { Checker, Message } from "./contract.ts";
import { checkers } from "./table.ts";

/** A checker with the files to check and the folder to run in. */
export interface CheckerJob {
  readonly name: string;
  readonly checker: Checker;
  readonly folder: string;
  /** Relative to the folder. */
  readonly paths: readonly string[];
}

export interface CheckerResult {
  readonly run: CommandRun;
  /** Files are relative to the root; undefined if the program produced no result. */
  readonly messages: readonly Message[] | undefined;
  /** Requested files that were read, relative to the root. */
  readonly read: readonly string[];
}

const mostFolders = 5;

/** Returns the checkers of a kind that cover the files, each run where the nearest settings of the file are. */
export async function checkerJobs(
  kind: Checker["kind"],
  paths: readonly string[],
  files: Files,
): Promise<readonly CheckerJob[]> {
  const jobs: CheckerJob[] = [];
  for (const [name, checker] of Object.entries(checkers)) {
    if (checker.kind !== kind) continue;
    const folders = new Map<string, string[]>();
    const settings = new Map<string, string | undefined>();
    for (const path of paths.filter((path) => checker.files.test(path))) {
      const place = posix.dirname(path);
      if (!settings.has(place)) settings.set(place, await nearest(place, checker, files));
      const folder = settings.get(place);
      if (folder === undefined) continue;
      const inside = posix.relative(folder, path);
      folders.set(folder, [...(folders.get(folder) ?? []), inside.startsWith("-") ? `./${inside}` : inside]);
    }
    for (const [folder, inside] of [...folders].slice(0, mostFolders))
      jobs.push({ name, checker, folder, paths: inside });
  }
  return jobs;
}

/** Returns the checkers of a kind that are configured at the project's root. */
export async function checkersAtRoot(kind: Checker["kind"], files: Files): Promise<readonly CheckerJob[]> {
  const jobs: CheckerJob[] = [];
  for (const [name, checker] of Object.entries(checkers))
    if (checker.kind === kind && (await isMarked("", checker, files)))
      jobs.push({ name, checker, folder: "", paths: await pathsInScripts(name, files) });
  return jobs;
}

/** Files, folders and patterns to which the project's scripts limit a checker. */
async function pathsInScripts(program: string, files: Files): Promise<readonly string[]> {
  const { scripts } = await detectProject(files);
  const paths = new Set<string>();
  for (const { words } of Object.values(scripts).flatMap(shellCommands)) {
    const start = words.findIndex(({ text }) => text === program);
    for (const [i, { text }] of start < 0 ? [] : words.slice(start + 1).entries())
      if (!text.startsWith("-") && !isValued(program, words[start + i]?.text) && (await isThere(text, files)))
        paths.add(text);
  }
  return [...paths];
}

const valued: ReadonlySet<string | undefined> = new Set(
  `-c -f -o --config --config-path --ext --format --output-file --parser --plugin --tsconfig --rulesdir --exclude
   --extend-exclude --ignore-path --ignore-pattern --cache-dir --cache-file --cache-location
   --resolve-plugins-relative-to`.split(/\s+/),
);

/** Whether the next word is an option's value. Prettier's `-c` has none: it checks. */
const isValued = (program: string, word: string | undefined): boolean =>
  valued.has(word) && !(program === "prettier" && word === "-c");

/** Whether a path is one of a file or of a folder with files; of a pattern, the folders before its first sign count. */
async function isThere(path: string, files: Files): Promise<boolean> {
  const inside = posix.normalize(path).replace(/\/$/, "");
  if (/^(?:\/|\.\.)/.test(inside) || inside.length > mostPath) return false;
  const [fixed = ""] = inside.split(/(?:^|\/)[^/]*[*?{}()[\]!]/, 1);
  for await (const _ of files.find(patternOf(fixed === "." ? "" : fixed))) return true;
  return false;
}

const mostPath = 500;

/** Whether the checker's npm package is installed; for other checkers, only running them shows it. */
export async function isInstalled({ checker: { npm }, folder }: CheckerJob, files: Files): Promise<boolean> {
  return npm === undefined || isPackageThere(npm, folder, files);
}

/** Whether an npm package is installed for a folder. */
export const isPackageThere = async (name: string, folder: string, files: Files): Promise<boolean> =>
  (await nearest(folder, { marks: [`node_modules/${name}/package.json`], climbs: true }, files)) !==
  undefined;

/** Why a checker isn't run whose program is missing. */
export const notInstalled = "is set up, but not installed";

interface Running {
  readonly root: string;
  readonly shell: Shell;
  readonly signal: AbortSignal;
  /** Texts that replace files during the run, by path relative to the root. */
  readonly texts?: Readonly<Record<string, string>>;
}

const minute = 60_000;
/** A linter or formatter that takes longer is considered hung. */
export const formatterMs = 2 * minute;
/** The time that all checkers of a command share. */
const allMs = 10 * minute;

/** What a command's checkers have left of their time, and which of them hung; each command has its own signal. */
const timeOf = remembered<AbortSignal, CheckTime>(() => ({ leftMs: allMs, hung: new Set() }));

interface CheckTime {
  leftMs: number;
  readonly hung: Set<string>;
}

/**
 * Runs a checker's program within the time of its command's checkers. Returns why not, if none is left or the program
 * hung before in the same command.
 */
export async function runLimited(
  { name, checker: { kind } }: CheckerJob,
  { shell, signal }: Pick<Running, "shell" | "signal">,
  [command, options]: readonly [command: readonly [string, ...string[]], options: RunOptions],
): Promise<CommandRun | string> {
  const time = timeOf(signal);
  if (time.hung.has(name)) return "isn't started again: it was stopped before, as it took too long";
  if (time.leftMs <= 0) return `isn't started: the checks of a command share ${allMs / minute} minutes`;
  const each = kind === "lint" || kind === "format" ? formatterMs : allMs;
  const milliseconds = Math.min(each, time.leftMs);
  const run = await shell.run(command, { ...options, signal, milliseconds });
  time.leftMs -= run.milliseconds;
  if (run.stopped === "time") time.hung.add(name);
  return run;
}

/** Returns in words that a run was stopped for its time; otherwise an empty text. */
export const stoppedLate = ({ stopped, milliseconds }: CommandRun): string =>
  stopped === "time" ? `, stopped after ${Math.round(milliseconds / 1000)} s` : "";

/** Runs a checker; returns in words why it gives no result, if it can't be run. */
export async function runChecker(
  job: CheckerJob,
  { root, shell, signal, texts }: Running,
): Promise<CheckerResult | string> {
  const { name, checker, folder, paths } = job;
  const command = checker.command(paths);
  const absolute = Object.entries(texts ?? {}).map(([path, text]) => [`${root}/${path}`, text]);
  const other = texts && instead(name, { command, texts: Object.fromEntries(absolute) });
  if (texts && !other) return "can't read other texts than the files'";
  const options = { ...(folder && { folder }), ...other?.options };
  const whole = other?.command ?? command;
  let run = await runLimited(job, { shell, signal }, [whole, options]);
  const accepted = typeof run === "string" ? undefined : withoutRefused(whole, run);
  if (accepted) run = await runLimited(job, { shell, signal }, [accepted, options]);
  signal.throwIfAborted();
  if (typeof run === "string") return run;
  if (run.exitCode === 127 || /No module named '?(?:mypy)\b/.test(run.stderr)) return notInstalled;
  const inside = (path: string): string =>
    posix.join(folder, path.startsWith("/") ? posix.relative(posix.join(root, folder), path) : path);
  const messages = checker.parse(run)?.map((message) => ({ ...message, file: inside(message.file) }));
  const keyOf = ({ file, line, text }: Message): string => `${file}:${line} ${text}`;
  const printed = checker.read && new Set(checker.read(run).map(inside));
  const insidePaths = paths.map(inside);
  return {
    run,
    messages: messages && [...new Map(messages.map((message) => [keyOf(message), message])).values()], // different targets repeat messages
    read: messages === undefined ? [] : insidePaths.filter((path) => printed?.has(path) ?? true),
  };
}

type Marked = Pick<Checker, "marks" | "climbs">;

async function nearest(folder: string, marked: Marked, files: Files): Promise<string | undefined> {
  for (let at = folder || "."; ; at = posix.dirname(at)) {
    const place = at === "." ? "" : at;
    if (await isMarked(place, marked, files)) return place;
    if (place === "") return undefined;
  }
}

/** Whether a folder has a mark; the root also has those above it, of a checker that climbs. */
async function isMarked(folder: string, { marks, climbs }: Marked, files: Files): Promise<boolean> {
  for (const mark of marks) {
    const [path, form] = typeof mark === "string" ? [mark, undefined] : mark;
    const text = await files.tryRead(posix.join(folder, path)).catch(() => null);
    const above = folder === "" && climbs ? await files.above([path]) : [];
    const texts = [...(text === null ? [] : [text]), ...above.map((file) => file.text)];
    if (texts.some((candidate) => form?.test(candidate) ?? true)) return true;
  }
  return false;
}
