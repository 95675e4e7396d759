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
    if (differs(now)) return now;
    return full(compare(workspace, await branch(git)));
  }
  const range = /^([^\s]*?)(\.{2,3})([^\s]*)$/.exec(argument);
  if (range && head && !argument.includes("/..")) {
    const [, a = "", dots = "", b = ""] = range;
    const [from, to] = [await known(git, a || "HEAD"), await known(git, b || "HEAD")];
    const base = dots === "..." ? ((await git.base(from, to)) ?? from) : from;
    return full(compare(workspace, { what: `commits ${argument}`, from: base, to }));
  }
  const paths = await pathsOf(argument, workspace.files);
  if (paths) return named(argument, { workspace, head, ...paths });
  const revision = head && (await git.commit(argument));
  if (!revision || !head) throw nothingNamed(argument, head !== undefined);
  const from = (await git.base(revision, "HEAD")) ?? revision;
  return full(compare(workspace, { what: `what changed since ${argument}`, from, to: "folder" }));
}

const noRepository = (): UserError =>
  new UserError(
    "no-repository",
    "There is no git repository here, so changes can't be found.",
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

const differs = ({ changes, unread, submodules = [] }: Omit<Scope, "what">): boolean =>
  changes.length + unread.length + submodules.length > 0;

async function full(scope: Promise<Scope>): Promise<Scope> {
  const { what, ...rest } = await scope;
  if (differs(rest)) return scope;
  throw new UserError(
    "review-nothing",
    `Nothing differs: ${what}.`,
    "Change something, or name a path or a range: /review src, /review HEAD~3..HEAD",
  );
}

interface Named {
  /** The files that match. */
  readonly found: ReadonlySet<string>;
  /** Whether a path matches, also that of a submodule or of a file that is gone. */
  readonly fits: (path: string) => boolean;
}

/**
 * What a path or pattern matches; undefined if it matches no file. Raises UserError if a missing path resembles an
 * existing one.
 */
async function pathsOf(argument: string, files: Files): Promise<Named | undefined> {
  const collect = async (pattern: string): Promise<Named | undefined> => {
    const found = new Set<string>();
    for await (const item of files.find(pattern)) found.add(item);
    return found.size ? { found, fits: matcher(pattern) } : undefined;
  };
  // An existing path takes precedence over a pattern.
  const path = await files.resolve(argument).catch(() => undefined);
  const below = path === undefined ? undefined : await collect(patternOf(path));
  if (below) return below;
  if (/[*?{[]/.test(argument)) {
    matcher(argument); // throws for an invalid pattern
    const matched = await collect(argument);
    if (matched) return matched;
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
    found,
    fits,
  }: { readonly workspace: Workspace; readonly head: string | undefined } & Named,
): Promise<Scope> {
  const quotedArgument = JSON.stringify(argument.slice(0, 80));
  if (head) {
    const now = await compare(workspace, {
      what: `what isn't committed in ${quotedArgument}`,
      from: head,
      to: "folder",
    });
    const { submodules = [], ...rest } = now;
    const kept = {
      ...rest,
      changes: now.changes.filter(({ path }) => fits(path)),
      unread: now.unread.filter(fits),
      submodules: submodules.filter(fits),
    };
    if (differs(kept)) return kept;
  }
  const changes: Change[] = [];
  const unread = [...found].slice(mostFiles);
  for (const path of [...found].slice(0, mostFiles)) {
    const after = await readable(workspace.files, path);
    if (after === undefined) unread.push(path);
    else changes.push(changeOf(path, null, after));
  }
  return {
    what: `${quotedArgument}, whole, as nothing in it is uncommitted`,
    changes,
    unread,
    live: true,
    whole: true,
  };
}
