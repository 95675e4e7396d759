import { randomUUID } from "node:crypto";
import { chmod, chown, constants, lstat, open, readdir, realpath, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError, makeFolder } from "../lib/index.ts";
import type { Held } from "./content.ts";
import { hash } from "./content.ts";
import { isInside, isMissing } from "./paths.ts";
import type { State, Store } from "./store.ts";

/** One file of a transaction; `path` is relative to the root, with links resolved. */
export interface Entry {
  readonly path: string;
  readonly before: State;
  readonly after: State;
}

export const reversed = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map(({ path, before, after }) => ({ path, before: after, after: before }));

export const same = (a: State, b: State): boolean => a?.hash === b?.hash && a?.mode === b?.mode;

/** Returns a regular file's bytes and mode without following a link; null if there is none. */
export async function readHeld(path: string): Promise<Held | null> {
  const info = await lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!info) return null;
  if (!info.isFile()) throw notFile(path);
  const file = await open(path, noFollow);
  try {
    const now = await file.stat();
    if (!now.isFile()) throw notFile(path);
    return { bytes: await file.readFile(), mode: now.mode & 0o7777 };
  } finally {
    await file.close();
  }
}

/** O_NONBLOCK: a named pipe in the file's place must not block. */
export const noFollow = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const notFile = (path: string): UserError =>
  new UserError("not-a-file", `${JSON.stringify(path)} is not an ordinary file`, "Name a file.");

/** Raises UserError for anything but a regular file; null if there is nothing. */
export const stateOf = async (path: string): Promise<State> => {
  const now = await readHeld(path);
  return now && { hash: hash(now.bytes), mode: now.mode };
};

/**
 * Brings every file to its `after`. Contents are first written to temporary files, so that a full disk or a read-only
 * folder fails before anything changes. Idempotent: files that already match are skipped.
 * @param emptied Folders to remove if the deletions leave them empty.
 */
export async function apply(
  root: string,
  entries: readonly Entry[],
  { store, emptied }: { readonly store: Store; readonly emptied: readonly string[] },
): Promise<void> {
  const todo: { entry: Entry; path: string; temporary?: string }[] = [];
  try {
    for (const entry of entries) {
      const path = join(root, entry.path);
      if (same(await stateOf(path).catch(() => null), entry.after)) continue;
      const temporary = entry.after && (await layBeside(root, path, store.get(entry.after)));
      todo.push({ entry, path, ...(temporary && { temporary }) });
    }
    for (const { entry, path } of todo) {
      if (entry.after) continue;
      await recheck(root, dirname(path));
      await rm(path, { force: true });
    }
    await removeEmpty(root, emptied);
    for (const { path, temporary } of todo) {
      if (!temporary) continue;
      await makeFolder(dirname(path));
      await recheck(root, dirname(path));
      await rename(temporary, path);
    }
  } finally {
    for (const { temporary } of todo) if (temporary) await rm(temporary, { force: true });
  }
}

/** Removes empty folders, deepest first; others, and those that became links, are kept. */
export async function removeEmpty(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].sort((a, b) => b.length - a.length))
    await recheck(root, join(root, folder))
      .then(() => rmdir(join(root, folder)))
      .catch(() => undefined);
}

/** Returns the folders that `paths` need and that don't exist. */
export async function missingFolders(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const missing = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      if ((await lstat(join(root, folder)).catch(() => undefined))?.isDirectory()) break;
      missing.add(folder);
    }
  return [...missing];
}

/** Removes the temporary files that a killed process left next to `paths`. */
export async function removeTemporaries(root: string, paths: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      folders.add(folder);
      if (folder === ".") break;
    }
  for (const folder of folders) {
    const names = await recheck(root, join(root, folder))
      .then(() => readdir(join(root, folder)))
      .catch(() => []);
    for (const name of names) if (isTemporary(name)) await rm(join(root, folder, name), { force: true });
  }
}

/** Writes an exclusive temporary file in the same folder, or in the nearest that exists. */
async function layBeside(root: string, path: string, { bytes, mode }: Held): Promise<string> {
  const old = await lstat(path).catch(() => undefined);
  let folder = dirname(path);
  while (folder !== root && !(await lstat(folder).catch(() => undefined))?.isDirectory())
    folder = dirname(folder);
  await makeFolder(root);
  await recheck(root, folder);
  const temporary = join(folder, temporaryName());
  const file = await open(temporary, "wx", mode & 0o777);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  if (old) await chown(temporary, old.uid, old.gid).catch(() => undefined); // preserved if permitted
  await chmod(temporary, mode);
  return temporary;
}

const temporaryName = (): string => `.antiphon-${randomUUID()}.tmp`;
export const isTemporary = (name: string): boolean => /^\.antiphon-[0-9a-f-]{36}\.tmp$/.test(name);

/** Detects a folder that became a link between the check and the write. */
async function recheck(root: string, folder: string): Promise<void> {
  const real = await realpath(folder);
  if (real !== folder || !isInside(root, real))
    throw new UserError("path-moved", `${JSON.stringify(folder)} changed while it was written`, "Try again.");
}
