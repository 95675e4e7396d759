/** A changed file of a commit; for binary files the counts are 0. */
export interface FileChange {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

export interface Commit {
  /** 40 hex digits. */
  readonly sha: string;
  readonly parents: readonly string[];
  /** The author's date, ISO 8601. */
  readonly date: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly FileChange[];
  /** Commits of a merged pull request. */
  readonly members?: readonly string[];
}

/** The `git log --numstat` format that `parseLog` reads. Neither separator can occur in a commit's text. */
export const logFormat = "%x1e%H%x1f%P%x1f%aI%x1f%s%x1f%b%x1f";

/** Returns the new path of a rename: `{a => b}/c` and `a => b`. */
const renamed = (path: string): string =>
  path.includes(" => ")
    ? path
        .replace(/\{[^{}]* => ([^{}]*)\}/, "$1")
        .replace(/^.* => /, "")
        .replaceAll("//", "/")
    : path;

function parseFile(line: string): FileChange | undefined {
  const [added, removed, path] = line.split("\t");
  if (added === undefined || removed === undefined || path === undefined) return undefined;
  return { path: renamed(path), added: Number(added) || 0, removed: Number(removed) || 0 };
}

/** Parses commits in the order of the log. */
export function parseLog(output: string): readonly Commit[] {
  return output
    .split("\u001e")
    .slice(1)
    .map((record) => {
      const [sha = "", parents = "", date = "", subject = "", body = "", files = ""] = record.split("\u001f");
      return {
        sha,
        parents: parents.split(" ").filter(Boolean),
        date,
        subject,
        body: body.trim(),
        files: files.split("\n").flatMap((line) => parseFile(line) ?? []),
      };
    });
}
