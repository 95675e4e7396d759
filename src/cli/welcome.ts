import { detectProject } from "../code/index.ts";
import { version } from "../lib/index.ts";
import { readPlan } from "../plan/index.ts";
import { type Files, patternOf, type Workspace } from "../workspace/index.ts";

export interface Suggestion {
  readonly line: string;
  readonly why: string;
}

export interface Welcome {
  readonly workspace: Workspace;
  /** The model's name; undefined if none can write. */
  readonly model: string | undefined;
  readonly home: string | undefined;
}

/** The welcome screen: name, folder, three example lines that fit the project, and how to exit. */
export async function welcome({ workspace, model, home }: Welcome): Promise<string> {
  const { root } = workspace;
  const place = home !== undefined && root.startsWith(`${home}/`) ? `~${root.slice(home.length)}` : root;
  const all = (await suggestions(workspace)).slice(0, 3);
  const width = Math.max(...all.map(({ line }) => line.length));
  const speaks = model
    ? `Commands, or words for ${model}.`
    : "Commands, or plain words that choose one; /connect looks for a model.";
  return [
    `Antiphon ${version()} in ${place}`,
    speaks,
    "",
    ...all.map(({ line, why }) => `  ${line.padEnd(width)}  ${why}`),
    "",
    "/help lists the commands, Tab completes, Ctrl-D leaves.",
    "",
    "",
  ].join("\n");
}

/** Lines chosen by what the project contains: they apply to its files and run as they are. */
export async function suggestions({ files, git }: Workspace): Promise<readonly Suggestion[]> {
  const [project, names, plan, status] = await Promise.all([
    detectProject(files).catch(() => undefined),
    topFiles(files),
    openPlan(files),
    git(["status", "--porcelain", "--no-renames", "-z"]).catch(() => undefined),
  ]);
  const changed = status?.exitCode === 0 ? await changedIn(status.stdout, files) : 0;
  const spec = names.find((name) => /^(?:openapi|swagger)\.(?:ya?ml|json)$/i.test(name));
  const hasCode =
    (project?.runners.length ?? 0) > 0 ||
    names.some((name) => /\.(?:[mc]?[jt]sx?|py|go|rs|java)$/.test(name));
  const found: (Suggestion | false)[] = [
    changed > 0 && { line: "/review", why: `${changed} ${changed === 1 ? "file" : "files"} not committed` },
    plan !== undefined && { line: `/execute-plan ${plan}`, why: "has open steps" },
    (project?.runners.length ?? 0) > 0 && { line: "/test", why: `by ${project?.runners[0] ?? ""}` },
    spec !== undefined && { line: `/api-gen ${spec} --client`, why: "a client for this specification" },
    hasCode &&
      !names.some((name) => /^readme\b/i.test(name)) && {
        line: "/doc readme",
        why: "there is no README yet",
      },
    hasCode && { line: '/research "where does it start"', why: "answers from the code and its history" },
    hasCode && { line: "/doc .", why: "docstrings for what has none" },
    { line: '/api-gen "books with title and author"', why: "a tested API, here" },
    { line: "/help api-gen", why: "explains a command" },
    { line: "/mode --list", why: "shorter reports, other ways of working" },
  ];
  return found.filter((item) => item !== false);
}

/** Counts the entries of `git status`; untracked files only if the workspace reads them, without virtual environments. */
async function changedIn(status: string, files: Files): Promise<number> {
  let count = 0;
  for (const entry of status.split("\0").filter(Boolean)) {
    const path = entry.startsWith("?? ") ? entry.slice(3).replace(/\/$/, "") : undefined;
    const found = path === undefined ? undefined : files.find(patternOf(path))[Symbol.asyncIterator]();
    if (!found || !(await found.next()).done) count += 1;
  }
  return count;
}

const topFiles = async (files: Files): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const path of files.find("*")) {
    names.push(path);
    if (names.length >= 500) break;
  }
  return names;
};

const mostPlans = 20;

/** The latest plan by name, as plans begin with their date. */
async function openPlan(files: Files): Promise<string | undefined> {
  const paths: string[] = [];
  for await (const path of files.find("{plan,PLAN,docs/plan,docs/plans/*,plans/*}.md")) paths.push(path);
  for (const path of paths.toSorted().toReversed().slice(0, mostPlans)) {
    if (!/^[\w./-]+$/.test(path)) continue;
    try {
      const { tasks } = readPlan(await files.read(path), path);
      if (tasks.some(({ steps }) => steps.some(({ done }) => !done))) return path;
    } catch {
      continue; // not a plan
    }
  }
  return undefined;
}
