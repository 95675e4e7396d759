import { structuredPatch } from "diff";
import { UserError } from "../lib/index.ts";
import type { Files, Workspace } from "../workspace/index.ts";
import type { Change } from "./contract.ts";
import type { Comparison } from "./revisions.ts";

export interface Scope {
  /** What is compared with what, in words. */
  readonly what: string;
  readonly changes: readonly Change[];
  /** Whether the reviewed state is that of the folder. */
  readonly live: boolean;
  /** Whole files are reviewed, not changes. */
  readonly whole?: true;
  /** Files that aren't text, or are too large. */
  readonly unread: readonly string[];
  /** Nested repositories, whose changes aren't reviewed. */
  readonly submodules?: readonly string[];
}

export const mostFiles = 1000;
const mostText = 400_000;

/** Reads at most 1000 files of two states; further ones are `unread`. Raises UserError if git fails. */
export async function compare(workspace: Workspace, { what, from, to }: Comparison): Promise<Scope> {
  const read: Read = async (...words) => {
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
  const others = to === "folder" ? await untracked(workspace, read) : [];
  const paths = [...new Set([...names, ...others])].filter(Boolean).sort();
  const old = entriesIn(await read("ls-tree", "-r", "-z", from));
  const isLive = to === "folder" || to === "index";
  const now = entriesIn(await (isLive ? read("ls-files", "--stage", "-z") : read("ls-tree", "-r", "-z", to)));
  // A file that is listed and can't be shown isn't missing: its text is unknown.
  const load = async ({ files }: Entries, revision: string, path: string) => {
    if (!files.has(path)) return null;
    const run = await workspace.git(["show", `${revision}:./${path}`]);
    return run.exitCode === 0 && !run.stopped ? textOf(run.stdout) : undefined;
  };
  const changes: Change[] = [];
  const unread: string[] = paths.slice(mostFiles);
  for (const path of paths.slice(0, mostFiles)) {
    const before = await load(old, from, path);
    const after =
      to === "folder"
        ? await readable(workspace.files, path)
        : await load(now, to === "index" ? "" : to, path);
    if (before === undefined || after === undefined) unread.push(path);
    else if (before !== after) changes.push(changeOf(path, before, after));
  }
  const head = to !== "folder" && to !== "index" && (await read("rev-parse", "HEAD")).trim() === to;
  const clean =
    head &&
    (await read("status", "--porcelain", "--untracked-files=no")).trim() === "" &&
    !(await untracked(workspace, read)).length;
  const submodules = [...new Set([...old.links.keys(), ...now.links.keys()])].filter(
    (path) => old.links.get(path) !== now.links.get(path),
  );
  return {
    what,
    changes,
    unread,
    live: to === "folder" || clean,
    ...(submodules.length && { submodules }),
  };
}

type Read = (...words: readonly [string, ...string[]]) => Promise<string>;

/** Untracked files that the workspace reads; virtual environments are excluded. */
async function untracked({ files }: Workspace, read: Read): Promise<readonly string[]> {
  const others = new Set((await read("ls-files", "--others", "--exclude-standard", "-z")).split("\0"));
  if (others.size === 1 && others.has("")) return [];
  const found: string[] = [];
  for await (const path of files.find("**")) if (others.has(path)) found.push(path);
  return found;
}

interface Entries {
  readonly files: ReadonlySet<string>;
  /** Submodules, with their commits. */
  readonly links: ReadonlyMap<string, string>;
}

/** Parses what `ls-tree` or `ls-files --stage` lists. */
function entriesIn(listed: string): Entries {
  const files = new Set<string>();
  const links = new Map<string, string>();
  for (const [, mode = "", commit = "", path = ""] of listed.matchAll(
    /(?:^|\0)(\d+) (?:[a-z]+ )?([\da-f]+)[^\t\0]*\t([^\0]+)/g,
  ))
    if (mode === "160000") links.set(path, commit);
    else files.add(path);
  return { files, links };
}

/** Returns null for a missing file; undefined for one that isn't text, is too large, or can't be read. */
export const readable = (files: Files, path: string): Promise<string | null | undefined> =>
  files.bytes(path).then(
    (bytes) => textOf(Buffer.from(bytes).toString()),
    (error: unknown) => (error instanceof UserError && error.code === "file-missing" ? null : undefined),
  );

/**
 * Returns a text that was read as UTF-8, as git's output is: in other encodings lines and ASCII survive, so both
 * sides can be compared. Undefined if it isn't text, or too large.
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
