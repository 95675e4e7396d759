import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { UserError } from "../lib/index.ts";

export interface Place {
  /** Relative to the root, links resolved, with forward slashes. */
  readonly path: string;
  /** Absolute, links resolved. */
  readonly real: string;
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

export const isMissing = (error: unknown): boolean => hasCode(error, "ENOENT", "ENOTDIR");

export const isForbidden = (error: unknown): boolean => hasCode(error, "EACCES", "EPERM");

const outside = (path: string): UserError =>
  new UserError(
    "path-outside",
    `${JSON.stringify(path)} is outside the folder`,
    "Name a file inside the folder, or start with --cwd in another one.",
  );

/** Compares the relative path, not prefixes: `/a/bc` isn't inside `/a/b`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Returns the folders above a root, nearest first, up to the top of its repository; none if it is the top itself. */
export async function foldersAbove(root: string): Promise<readonly string[]> {
  const isTop = (folder: string): Promise<boolean> =>
    lstat(join(folder, ".git")).then(
      () => true,
      () => false,
    );
  const folders: string[] = [];
  for (let folder = root; !(await isTop(folder));) {
    const outer = dirname(folder);
    if (outer === folder) return [];
    folder = outer;
    folders.push(folder);
  }
  return folders;
}

/** Resolves links in the existing part of a path, and appends the rest. Raises UserError for a dangling link. */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const link = await lstat(path).catch(() => undefined);
    if (link?.isSymbolicLink()) throw outside(path); // a write would follow it
    return join(await realPath(dirname(path)), basename(path));
  }
}

/** Resolves links, then refuses paths outside `root` (which must be a real path). */
export async function confine(root: string, path: string): Promise<Place> {
  if (path === "" || path.includes("\0") || path.length > 4096) throw unusable(path);
  const absolute = resolve(root, path);
  if (!isInside(root, absolute)) throw outside(path);
  const real = await realPath(absolute).catch((error: unknown) => {
    throw hasCode(error, "ENAMETOOLONG", "ELOOP", "EACCES", "EINVAL") ? unusable(path, error) : error;
  });
  if (!isInside(root, real)) throw outside(path);
  return { path: relative(root, real).split(sep).join("/"), real };
}

const unusable = (path: string, cause?: unknown): UserError =>
  new UserError(
    "path-unusable",
    `${JSON.stringify(path.length > 80 ? `${path.slice(0, 77)}...` : path)} can't be used as a path`,
    "Use a shorter name of ordinary characters.",
    { cause },
  );

/**
 * Refuses to write to git's folders, wherever the root is: their hooks and settings run commands. Those with other
 * names, such as bare repositories or targets of a `.git` file, are recognised by their content.
 * @param known results for folders, shared between several places
 */
export async function refuseGit({ path, real }: Place, known: GitFolders = new Map()): Promise<void> {
  const isNamed = real.split(sep).some((part) => /^(\.git|git~\d+)[ .]*$/i.test(part));
  if (isNamed || (await isInGitFolder(dirname(real), known)))
    throw new UserError(
      "path-in-git",
      `${JSON.stringify(path)} belongs to git`,
      "Change it with git itself.",
    );
}

/** Whether folders are git's, by path; valid only until something is written. */
export type GitFolders = Map<string, Promise<boolean>>;

function isInGitFolder(folder: string, known: GitFolders): Promise<boolean> {
  const found = known.get(folder) ?? isGits(folder, known);
  known.set(folder, found);
  return found;
}

/** A work tree may be inside a bare repository: a folder with its own `.git` isn't git's. */
async function isGits(folder: string, known: GitFolders): Promise<boolean> {
  const holds = (name: string): Promise<boolean> =>
    lstat(join(folder, name)).then(
      () => true,
      () => false,
    );
  if (await holds(".git")) return false;
  if ((await holds("HEAD")) && (await holds("objects")) && (await holds("refs"))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInGitFolder(parent, known);
}
