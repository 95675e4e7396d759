import { UserError } from "../lib/index.ts";
import type { Workspace } from "../workspace/index.ts";

/** `to`: a revision, the index, or the working folder. */
export interface Comparison {
  readonly what: string;
  readonly from: string;
  readonly to: string | "index" | "folder";
}

export const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

export interface Git {
  commit(revision: string): Promise<string | undefined>;
  base(a: string, b: string): Promise<string | undefined>;
}

export function gitOf(workspace: Workspace): Git {
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

/** Returns a revision's commit hash. Raises UserError for an unknown one. */
export async function known(git: Git, revision: string): Promise<string> {
  const hash = await git.commit(revision);
  if (hash) return hash;
  throw new UserError(
    "git-revision",
    `${JSON.stringify(revision.slice(0, 80))} is not a revision here.`,
    "Name a commit, branch or tag.",
  );
}

/** Returns what to review if nothing is uncommitted: the branch since it left the main one, or the last commit. */
export async function branch(git: Git): Promise<Comparison> {
  const head = await git.commit("HEAD");
  for (const name of ["main", "master", "origin/main", "origin/master"]) {
    const base = (await git.commit(name)) && (await git.base(name, "HEAD"));
    if (base && head && base !== head)
      return { what: `the branch since it left ${name}`, from: base, to: "folder" };
  }
  const from = (await git.commit("HEAD~1")) ?? emptyTree;
  return { what: "the last commit", from, to: "folder" };
}
