import { openRepository } from "../code/index.ts";
import { nearest, UserError } from "../lib/index.ts";
import { matcher, patternOf, type Files, type Workspace } from "../workspace/index.ts";
import type { Change } from "./contract.ts";
import { changeOf, compare, mostFiles, readable, type Scope } from "./compare.ts";
import { branch, type Comparison, emptyTree, gitOf, known } from "./revisions.ts";

/**
 * Parses what to review: empty (uncommitted changes, otherwise the branch), `staged`, a range, a revision, a path or
 * pattern. Raises UserError if nothing has that name.
 */
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

/**
 * The files that a path or pattern matches; undefined if there are none. Raises UserError if a missing path resembles
 * an existing one.
 */
async function pathsOf(argument: string, files: Files): Promise<ReadonlySet<string> | undefined> {
  const found = new Set<string>();
  const collect = async (pattern: string): Promise<void> => {
    for await (const item of files.find(pattern)) found.add(item);
  };
  // An existing path takes precedence over a pattern.
  const path = await files.resolve(argument).catch(() => undefined);
  if (path !== undefined) await collect(patternOf(path));
  if (found.size) return found;
  if (/[*?{[]/.test(argument)) {
    matcher(argument); // throws for an invalid pattern
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

/** Uncommitted changes below a path, or if there are none, all of its content. */
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
