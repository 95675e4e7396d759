import { structuredPatch } from "diff";
import { openRepository } from "../code/index.ts";
import { nearest, UserError } from "../lib/index.ts";
import { matcher, patternOf, type Files, type Workspace } from "../workspace/index.ts";
import type { Change } from "./contract.ts";

export interface Scope {
  /** In words: what is compared with what. */
  readonly what: string;
  readonly changes: readonly Change[];
  /** What is reviewed lies in the folder. */
  readonly live: boolean;
  /** Files as they are: nothing in them changed. */
  readonly whole?: true;
  /** Files that are no text, or too large. */
  readonly unread: readonly string[];
  /** Folders that are repositories of their own: what changed in them isn't looked at. */
  readonly submodules?: readonly string[];
}

/** `to`: a revision, the index, or the folder itself. */
interface Comparison {
  readonly what: string;
  readonly from: string;
  readonly to: string | "index" | "folder";
}

const mostFiles = 1000;
const mostText = 400_000;
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** What a line asks to look at: nothing (what isn't committed, else the branch), `staged`, a range, a revision, a path or pattern. */
export async function scopeOf(argument: string, workspace: Workspace): Promise<Scope> {
  const git = gitOf(workspace);
  const inside = (await openRepository(workspace)) !== undefined;
  const head = inside ? ((await git.commit("HEAD")) ?? emptyTree) : undefined;
  const folder = (from: string): Comparison => ({ what: "what isn't committed", from, to: "folder" });
  if (argument === "" || argument === "staged") {
    if (head === undefined) throw noRepository();
    if (argument) return full(compare(workspace, { what: "what is staged", from: head, to: "index" }));
    const now = await compare(workspace, folder(head));
    if (now.changes.length + now.unread.length + (now.submodules?.length ?? 0)) return now;
    return full(compare(workspace, await branch(git)));
  }
  const range = /^([^\s]*?)(\.{2,3})([^\s]*)$/.exec(argument);
  if (range && head && !argument.includes("/..")) {
    const [, a = "", dots = "", b = ""] = range;
    const [from, to] = [await known(git, a || "HEAD"), await known(git, b || "HEAD")];
    const base = dots === "..." ? ((await git.base(from, to)) ?? from) : from;
    return full(compare(workspace, { what: `commits ${argument}`, from: base, to }));
  }
  const fits = await pathsOf(argument, workspace.files);
  if (fits) return named(argument, { workspace, head, fits });
  const revision = head && (await git.commit(argument));
  if (!revision || !head) throw nothingNamed(argument, head !== undefined);
  const from = (await git.base(revision, "HEAD")) ?? revision;
  return full(compare(workspace, { what: `what changed since ${argument}`, from, to: "folder" }));
}

const noRepository = (): UserError =>
  new UserError(
    "no-repository",
    "Here is no git repository, so nothing tells what changed.",
    "Name a file, folder or pattern: /review src",
  );

const nothingNamed = (argument: string, repository: boolean): UserError =>
  new UserError(
    "review-nothing",
    `${JSON.stringify(argument.slice(0, 80))} names nothing here: no file or folder has that name${repository ? ", and no branch, tag or commit" : ""}.`,
    repository
      ? "Name a path, a pattern in quotes, staged, or a range like main..HEAD."
      : "Name a path, or a pattern in quotes: /review src",
  );

async function full(scope: Promise<Scope>): Promise<Scope> {
  const { changes, unread, what, submodules = [] } = await scope;
  if (changes.length + unread.length + submodules.length) return scope;
  throw new UserError(
    "review-nothing",
    `Nothing differs: ${what}.`,
    "Change something, or name a path or a range: /review src, /review HEAD~3..HEAD",
  );
}

interface Git {
  commit(revision: string): Promise<string | undefined>;
  base(a: string, b: string): Promise<string | undefined>;
}

function gitOf(workspace: Workspace): Git {
  const line = async (...words: readonly [string, ...string[]]): Promise<string | undefined> => {
    const run = await workspace.git(words).catch(() => undefined);
    return run?.exitCode === 0 && !run.stopped ? run.stdout.trim() || undefined : undefined;
  };
  const usable = (name: string): boolean => /^[^-\s\0][^\s\0]*$/.test(name);
  return {
    commit: async (revision) =>
      usable(revision)
        ? line("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`)
        : undefined,
    base: (a, b) => line("merge-base", a, b),
  };
}

async function known(git: Git, revision: string): Promise<string> {
  const hash = await git.commit(revision);
  if (hash) return hash;
  throw new UserError(
    "git-revision",
    `${JSON.stringify(revision.slice(0, 80))} is no revision here.`,
    "Name a commit, branch or tag.",
  );
}

/** Where nothing is uncommitted, the branch is what one wants reviewed; on the main branch, its last commit. */
async function branch(git: Git): Promise<Comparison> {
  const head = await git.commit("HEAD");
  for (const name of ["main", "master", "origin/main", "origin/master"]) {
    const base = (await git.commit(name)) && (await git.base(name, "HEAD"));
    if (base && head && base !== head)
      return { what: `the branch since it left ${name}`, from: base, to: "folder" };
  }
  const from = (await git.commit("HEAD~1")) ?? emptyTree;
  return { what: "the last commit", from, to: "folder" };
}

/** The files that a path or pattern names; undefined where there is none. */
async function pathsOf(argument: string, files: Files): Promise<ReadonlySet<string> | undefined> {
  const found = new Set<string>();
  const collect = async (pattern: string): Promise<void> => {
    for await (const item of files.find(pattern)) found.add(item);
  };
  // What exists under this name is meant before a pattern is.
  const path = await files.resolve(argument).catch(() => undefined);
  if (path !== undefined) await collect(patternOf(path));
  if (found.size) return found;
  if (/[*?{[]/.test(argument)) {
    matcher(argument); // says what is wrong with it
    await collect(argument);
    if (found.size) return found;
  } else if (path === undefined) return undefined;
  if (!/[/.]/.test(argument)) return undefined;
  const all: string[] = [];
  for await (const item of files.find("**")) if (all.push(item) > 20_000) break;
  const near = nearest(argument, all);
  if (near)
    throw new UserError(
      "file-missing",
      `${JSON.stringify(argument.slice(0, 80))} doesn't exist`,
      `Did you mean ${near}?`,
    );
  return undefined;
}

/** Of what a path names: what isn't committed there, or where nothing is, all of it. */
async function named(
  argument: string,
  {
    workspace,
    head,
    fits,
  }: { readonly workspace: Workspace; readonly head: string | undefined; readonly fits: ReadonlySet<string> },
): Promise<Scope> {
  const shown = JSON.stringify(argument.slice(0, 80));
  if (head) {
    const now = await compare(workspace, {
      what: `what isn't committed in ${shown}`,
      from: head,
      to: "folder",
    });
    const changes = now.changes.filter(
      ({ path }) => fits.has(path) || path.startsWith(`${argument.replace(/\/$/, "")}/`),
    );
    const unread = now.unread.filter((path) => fits.has(path));
    if (changes.length) return { ...now, changes, unread };
  }
  const changes: Change[] = [];
  const unread = [...fits].slice(mostFiles);
  for (const path of [...fits].slice(0, mostFiles)) {
    const after = await readable(workspace.files, path);
    if (after === undefined) unread.push(path);
    else changes.push(changeOf(path, null, after));
  }
  return {
    what: `${shown}, whole, as nothing in it is uncommitted`,
    changes,
    unread,
    live: true,
    whole: true,
  };
}

async function compare(workspace: Workspace, { what, from, to }: Comparison): Promise<Scope> {
  const read = async (...words: readonly [string, ...string[]]): Promise<string> => {
    const run = await workspace.git(words);
    if (run.exitCode === 0 && !run.stopped) return run.stdout;
    throw new UserError(
      "git-failed",
      `git ${words[0]}: ${run.stderr.trim().split("\n")[0] ?? ""}`,
      "Check the revision and the path.",
    );
  };
  const range = to === "folder" ? [from] : to === "index" ? ["--cached", from] : [`${from}..${to}`];
  const names = (await read("diff", "--relative", "--name-only", "--no-renames", "-z", ...range)).split("\0");
  const others =
    to === "folder" ? (await read("ls-files", "--others", "--exclude-standard", "-z")).split("\0") : [];
  const paths = [...new Set([...names, ...others])].filter(Boolean).sort();
  const shown = async (revision: string, path: string): Promise<string | null | undefined> => {
    const run = await workspace.git(["show", `${revision}:./${path}`]);
    if (run.exitCode !== 0) return null;
    return textOf(run.stdout);
  };
  const changes: Change[] = [];
  const unread: string[] = paths.slice(mostFiles);
  for (const path of paths.slice(0, mostFiles)) {
    const before = from === emptyTree ? null : await shown(from, path);
    const after =
      to === "folder" ? await readable(workspace.files, path) : await shown(to === "index" ? "" : to, path);
    if (before === undefined || after === undefined) unread.push(path);
    else if (before !== after) changes.push(changeOf(path, before, after));
  }
  const head = to !== "folder" && to !== "index" && (await read("rev-parse", "HEAD")).trim() === to;
  const clean = head && (await read("status", "--porcelain")).trim() === "";
  const linked = async (revision: string): Promise<ReadonlyMap<string, string>> =>
    linksIn(await read("ls-tree", "-r", "-z", revision));
  const old = await linked(from);
  const isLive = to === "folder" || to === "index";
  const now = isLive ? linksIn(await read("ls-files", "--stage", "-z")) : await linked(to);
  const submodules = [...new Set([...old.keys(), ...now.keys()])].filter(
    (path) => old.get(path) !== now.get(path),
  );
  return {
    what,
    changes,
    unread,
    live: to === "folder" || clean,
    ...(submodules.length && { submodules }),
  };
}

/** The submodules that `ls-tree` or `ls-files --stage` lists, each with its commit. */
const linksIn = (listed: string): ReadonlyMap<string, string> =>
  new Map(
    [...listed.matchAll(/(?:^|\0)160000 (?:commit )?([\da-f]+)[^\t\0]*\t([^\0]+)/g)].map(
      ([, commit = "", path = ""]) => [path, commit],
    ),
  );

/** Null for a missing file, undefined for one that isn't text. */
const readable = (files: Files, path: string): Promise<string | null | undefined> =>
  files.bytes(path).then(
    (bytes) => textOf(Buffer.from(bytes).toString()),
    (error: unknown) => (error instanceof UserError && error.code === "file-missing" ? null : undefined),
  );

/**
 * The text of what was read as UTF-8, as git's output is: other encodings keep their lines and their ASCII, so that both
 * sides of a change compare. Undefined for what is no text, or too large.
 */
function textOf(read: string): string | undefined {
  const isUtf16 = /^\uFFFD\uFFFD[^\0]?\0/.test(read);
  const text = isUtf16 ? read.slice(2).replaceAll("\0", "") : read;
  return text.includes("\0") || text.length > mostText ? undefined : text;
}

export function changeOf(path: string, before: string | null, after: string | null): Change {
  const count = (text: string): number => text.split("\n").length;
  const every = (n: number): ReadonlySet<number> => new Set(Array.from({ length: n }, (_, i) => i + 1));
  const whole = {
    path,
    before,
    after,
    added: every(count(after ?? "")),
    removed: every(count(before ?? "")),
  };
  if (before === null) return { ...whole, removed: new Set() };
  if (after === null) return { ...whole, added: new Set() };
  const patch = structuredPatch("", "", before, after, "", "", { context: 0, timeout: 2000 });
  if (!patch) return whole;
  const [added, removed] = [new Set<number>(), new Set<number>()];
  for (const hunk of patch.hunks) {
    let [old, now] = [hunk.oldStart, hunk.newStart];
    for (const line of hunk.lines) {
      if (line.startsWith("+")) added.add(now++);
      else if (line.startsWith("-")) removed.add(old++);
      else if (line.startsWith(" ")) [old, now] = [old + 1, now + 1];
    }
  }
  return { path, before, after, added, removed };
}
