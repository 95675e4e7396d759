import { isInstalledPath, type Workspace } from "../workspace/index.ts";

/** Files that differ from the last commit, with their changed lines; `all` for a new file. */
export type Changed = ReadonlyMap<string, readonly (readonly [first: number, last: number])[] | "all">;

/** Returns undefined if git can't list untracked files; without a commit only those are returned. */
export async function changedFiles(workspace: Workspace): Promise<Changed | undefined> {
  const read = async (...words: readonly [string, ...string[]]): Promise<string | undefined> => {
    const run = await workspace.git(words).catch(() => undefined);
    return run?.exitCode === 0 && !run.stopped ? run.stdout : undefined;
  };
  const untracked = await read("ls-files", "--others", "--exclude-standard", "-z");
  if (untracked === undefined) return undefined;
  const changed = new Map<string, [number, number][] | "all">();
  for (const path of untracked.split("\0")) if (path && !isInstalledPath(path)) changed.set(path, "all");
  const names = await read("diff", "--relative", "--name-only", "-z", "HEAD");
  for (const path of (names ?? "").split("\0")) if (path && !changed.has(path)) changed.set(path, []);
  const diff =
    names && (await read("diff", "--relative", "--unified=0", "--no-color", "--no-prefix", "HEAD"));
  let lines: [number, number][] | undefined;
  for (const line of (diff || "").split("\n")) {
    const file = /^\+\+\+ (.+?)\t?$/.exec(line)?.[1];
    const known = file === undefined ? undefined : changed.get(file);
    if (file !== undefined) lines = known === "all" ? undefined : known;
    const [, first, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first) lines?.push([Number(first), Number(first) + Math.max(Number(count), 1) - 1]);
  }
  return changed;
}

/** Whether a line, or any line of a range, has changed. */
export const isChanged = (
  changed: Changed,
  path: string,
  place: number | readonly [first: number, last: number],
): boolean => {
  const lines = changed.get(path);
  const [from, to] = typeof place === "number" ? [place, place] : place;
  return lines === "all" || (lines ?? []).some(([first, last]) => to >= first && from <= last);
};
