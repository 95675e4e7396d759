import { mkdir, stat } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { dirname, isAbsolute } from "node:path";

/**
 * The user's home folder: HOME if it is an absolute path, otherwise the account's. A relative HOME would depend on the
 * project.
 */
export const homeFolder = (home = homedir()): string => (isAbsolute(home) ? home : userInfo().homedir);

/**
 * Creates a folder and its missing parents, and returns the first folder that it created. Node's own recursive `mkdir`
 * never ends on file systems that report a missing parent forever (`/proc`).
 */
export async function makeFolder(path: string, { mode = 0o777 } = {}): Promise<string | undefined> {
  const make = async (): Promise<string | undefined> => {
    try {
      await mkdir(path, { mode });
      return path;
    } catch (error) {
      const found = await stat(path).catch(() => undefined);
      if (found?.isDirectory()) return undefined; // it existed, or another process created it first
      throw error;
    }
  };
  try {
    return await make();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dirname(path) === path) throw error;
    const above = await makeFolder(dirname(path), { mode });
    const created = await make();
    return above ?? created;
  }
}
