export interface CommitFile {
  readonly path: string;
  /** Undefined for binary files. */
  readonly added: number | undefined;
  readonly deleted: number | undefined;
}

export interface Commit {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  /** ISO 8601, in the author's time zone. */
  readonly date: string;
  readonly subject: string;
  readonly body: string;
  /** Tags that point to the commit. */
  readonly tags: readonly string[];
  readonly files: readonly CommitFile[];
}

export function readLog(output: string): readonly Commit[] {
  return output
    .split("\x1e")
    .slice(1)
    .map((record) => {
      const [head = "", files = ""] = record.split("\x1d");
      const [
        hash = "",
        parents = "",
        author = "",
        email = "",
        date = "",
        subject = "",
        body = "",
        names = "",
      ] = head.split("\x1f");
      return {
        hash,
        parents: parents.split(" ").filter(Boolean),
        author,
        email,
        date,
        subject,
        body: body.trim(),
        tags: names.split(", ").flatMap((name) => (name.startsWith("tag: ") ? [name.slice(5)] : [])),
        files: readNumstat(files),
      };
    });
}

/** Parses `added TAB deleted TAB path NUL`; for a rename the path is empty and old NUL new NUL follow. */
function readNumstat(text: string): readonly CommitFile[] {
  const parts = text.replace(/^[\0\n]+/, "").split("\0");
  const files: CommitFile[] = [];
  for (let index = 0; index < parts.length; index++) {
    const [, added, deleted, path] = /^\n?(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(parts[index] ?? "") ?? [];
    if (added === undefined) continue;
    const renamed = path === "" ? parts[(index += 2)] : path;
    const number = (count: string | undefined): number | undefined =>
      count === "-" ? undefined : Number(count);
    files.push({ path: renamed ?? "", added: number(added), deleted: number(deleted) });
  }
  return files;
}

export interface BlamedLine {
  readonly line: number;
  readonly hash: string;
  readonly author: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly subject: string;
  readonly text: string;
}

export function readBlame(output: string): readonly BlamedLine[] {
  const commits = new Map<string, { author: string; time: number; subject: string }>();
  const lines: BlamedLine[] = [];
  let [hash, line] = ["", 0];
  for (const text of output.split("\n")) {
    const head = /^([\da-f]{40,64}) \d+ (\d+)/.exec(text);
    if (head) {
      [hash, line] = [head[1] ?? "", Number(head[2])];
      if (!commits.has(hash)) commits.set(hash, { author: "", time: 0, subject: "" });
    }
    const commit = commits.get(hash);
    if (!commit) continue;
    if (text.startsWith("author ")) commit.author = text.slice(7);
    else if (text.startsWith("author-time ")) commit.time = Number(text.slice(12));
    else if (text.startsWith("summary ")) commit.subject = text.slice(8);
    else if (text.startsWith("\t")) lines.push({ line, hash, ...commit, text: text.slice(1) });
  }
  return lines;
}

export interface FileStatus {
  readonly path: string;
  /** The letters of `git status --porcelain`: `M`, `A`, `D`, `R`, `?`, or a space for unchanged. */
  readonly staged: string;
  readonly unstaged: string;
  /** The former path of a renamed file. */
  readonly from?: string;
}

export function readStatus(output: string): readonly FileStatus[] {
  const parts = output.split("\0");
  const all: FileStatus[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    if (part.length < 4) continue;
    const [staged = " ", unstaged = " "] = part;
    const from = staged === "R" || staged === "C" ? parts[++index] : undefined;
    all.push({ path: part.slice(3), staged, unstaged, ...(from && { from }) });
  }
  return all;
}
