import { mkdir, stat } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { dirname, isAbsolute } from "node:path";

/** The user's home: a HOME that is an absolute path, else the one of the account. A relative one would be any project's. */
export const homeFolder = (home = homedir()): string => (isAbsolute(home) ? home : userInfo().homedir);

/**
 * Makes a folder with those above it that are missing, and gives the first that it made. `mkdir` of Node's own does so too,
 * but never ends where a file system answers as if one above were missing (`/proc`).
 */
export async function makeFolder(path: string, { mode = 0o777 } = {}): Promise<string | undefined> {
  const make = async (): Promise<string | undefined> => {
    try {
      await mkdir(path, { mode });
      return path;
    } catch (error) {
      const found = await stat(path).catch(() => undefined);
      if (found?.isDirectory()) return undefined; // it was there, or another process was as quick
      throw error;
    }
  };
  try {
    return await make();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dirname(path) === path) throw error;
    const above = await makeFolder(dirname(path), { mode });
    const own = await make();
    return above ?? own;
  }
}
