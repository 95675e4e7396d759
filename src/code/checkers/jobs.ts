import { posix } from "node:path";
import type { CommandRun, Files, Shell } from "../../workspace/index.ts";
import { instead } from "../runners/instead.ts";
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
      jobs.push({ name, checker, folder: "", paths: [] });
  return jobs;
}

/** Whether the checker's npm package is installed; for other checkers, only running them shows it. */
export async function isInstalled({ checker: { npm }, folder }: CheckerJob, files: Files): Promise<boolean> {
  return npm === undefined || isPackageThere(npm, folder, files);
}

/** Whether an npm package is installed for a folder. */
export const isPackageThere = async (name: string, folder: string, files: Files): Promise<boolean> =>
  (await nearest(folder, { marks: [`node_modules/${name}/package.json`], climbs: true }, files)) !==
  undefined;

interface Running {
  readonly root: string;
  readonly shell: Shell;
  readonly signal: AbortSignal;
  readonly milliseconds?: number | undefined;
  /** Texts that replace files during the run, by path relative to the root. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Runs a checker; returns `undefined` if its program isn't installed, or can't read other texts. */
export async function runChecker(
  { name, checker, folder, paths }: CheckerJob,
  { root, shell, signal, milliseconds, texts }: Running,
): Promise<CheckerResult | undefined> {
  const command = checker.command(paths);
  const absolute = Object.entries(texts ?? {}).map(([path, text]) => [`${root}/${path}`, text]);
  const other = texts && instead(name, { command, texts: Object.fromEntries(absolute) });
  if (texts && !other) return undefined;
  const options = {
    signal,
    ...(milliseconds !== undefined && { milliseconds }),
    ...(folder && { folder }),
    ...other?.options,
  };
  const run = await shell.run(other?.command ?? command, options);
  signal.throwIfAborted();
  if (run.exitCode === 127 || /No module named '?(?:mypy)\b/.test(run.stderr)) return undefined;
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
