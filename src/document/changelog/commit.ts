/** One change of a file in a commit; `-` counts (binary) are 0. */
export interface FileChange {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

export interface Commit {
  /** 40 hex digits. */
  readonly sha: string;
  readonly parents: readonly string[];
  /** Author's date, ISO 8601. */
  readonly date: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly FileChange[];
  /** Of a merged pull request: the commits that it brought. */
  readonly members?: readonly string[];
}

/** What `parseLog` reads: `git log --numstat` in this format. Both separators can't occur in a commit's text. */
export const logFormat = "%x1e%H%x1f%P%x1f%aI%x1f%s%x1f%b%x1f";

/** `{a => b}/c` and `a => b` of a rename become the new path. */
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

/** Commits in the order of the log. */
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
