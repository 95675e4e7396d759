import { UserError } from "../../lib/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { type BlamedLine, type Commit, type FileStatus, readBlame, readLog, readStatus } from "./read.ts";

export interface LogOptions {
  /** Only commits after this revision; all by default. */
  readonly since?: string;
  /** Up to this revision; `HEAD` by default. */
  readonly until?: string;
  readonly paths?: readonly string[];
  readonly limit?: number;
  /** Includes the files of each commit. */
  readonly files?: boolean;
}

export interface DiffOptions {
  /** Compares two revisions, or without `to` the working tree with `from`. */
  readonly from?: string;
  readonly to?: string;
  /** Compares the staged changes with `from` or HEAD. */
  readonly staged?: boolean;
  readonly paths?: readonly string[];
}

/** Read-only access to a repository's history. Raises UserError for an unknown revision. */
export interface Repository {
  /** Returns commits, newest first; none if `until` doesn't exist. */
  log(options?: LogOptions): Promise<readonly Commit[]>;
  /** Returns a unified diff. */
  diff(options?: DiffOptions): Promise<string>;
  blame(path: string, revision?: string): Promise<readonly BlamedLine[]>;
  status(): Promise<readonly FileStatus[]>;
  /** Returns the full hash of a revision, or `undefined` if it doesn't exist. */
  resolve(revision: string): Promise<string | undefined>;
  /** Returns the name of the latest tag reachable from HEAD; `undefined` if there is none. */
  lastTag(): Promise<string | undefined>;
}

/** Opens the workspace's repository. Returns `undefined` if there is none or git isn't installed. */
export async function openRepository(workspace: Workspace): Promise<Repository | undefined> {
  const inside = await workspace.git(["rev-parse", "--is-inside-work-tree"]).catch(() => undefined);
  if (inside?.stdout.trim() !== "true") return undefined;
  const run = async (...words: readonly [string, ...string[]]): Promise<string> => {
    const { exitCode, stdout, stderr, stopped } = await workspace.git(words);
    if (exitCode === 0 && !stopped) return stdout;
    throw new UserError(
      "git-failed",
      `git ${words[0]}: ${stderr.trim().split("\n")[0] ?? stopped ?? exitCode}`,
      "Check the revision and the path.",
    );
  };
  const quiet = async (...words: readonly [string, ...string[]]): Promise<string | undefined> =>
    run(...words).then(
      (text) => text.trim() || undefined,
      () => undefined,
    );
  const paths = (list: readonly string[] = []): readonly string[] => ["--", ...list];
  return {
    async log({ since, until = "HEAD", paths: only, limit, files }: LogOptions = {}) {
      const range = since ? `${revision(since)}..${revision(until)}` : revision(until);
      if (!(await quiet("rev-parse", "--verify", "--end-of-options", `${until}^{commit}`))) return [];
      const options = [
        logFormat,
        ...(files ? ["--numstat", "-z"] : ["-z"]),
        ...(limit ? [`--max-count=${limit}`] : []),
      ];
      return readLog(await run("log", ...options, range, ...paths(only)));
    },
    async diff({ from, to, staged, paths: only }: DiffOptions = {}) {
      const range = to ? [`${revision(from ?? "HEAD")}..${revision(to)}`] : from ? [revision(from)] : [];
      return run("diff", ...(staged ? ["--cached"] : []), ...range, ...paths(only));
    },
    blame: async (path, at = "HEAD") =>
      readBlame(await run("blame", "--porcelain", revision(at), "--", path)),
    status: async () => readStatus(await run("status", "--porcelain=v1", "-z", "--untracked-files=all")),
    resolve: (name) => quiet("rev-parse", "--verify", "--end-of-options", `${name}^{commit}`),
    lastTag: () => quiet("describe", "--tags", "--abbrev=0"),
  };
}

/** NUL as a field separator would clash with `-z`; these characters don't occur in names. */
const logFormat = "--format=%x1e%H%x1f%P%x1f%an%x1f%ae%x1f%aI%x1f%s%x1f%b%x1f%D%x1d";

/** Checks that a revision can't be read as an option. */
function revision(name: string): string {
  if (name === "" || name.startsWith("-") || /[\s\0]/.test(name))
    throw new UserError(
      "git-revision",
      `${JSON.stringify(name)} is not a revision`,
      "Name a commit, branch or tag.",
    );
  return name;
}
