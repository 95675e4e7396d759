import { lstat, mkdir, rmdir } from "node:fs/promises";

const users = new Map<string, number>();

/**
 * A mount can only seal existing paths, so missing ones are created as empty folders, and removed after the last
 * command of this process that needs them. Parents come before children in `paths`: a missing parent seals its
 * children.
 */
export async function placeholders(paths: readonly string[]): Promise<() => Promise<void>> {
  const createdPaths: string[] = [];
  for (const path of paths) {
    const isCreated =
      users.has(path) ||
      (!(await exists(path)) &&
        (await mkdir(path).then(
          () => true,
          () => false,
        )));
    if (!isCreated) continue;
    users.set(path, (users.get(path) ?? 0) + 1);
    createdPaths.push(path);
  }
  return async () => {
    for (const path of createdPaths.toReversed()) {
      const left = (users.get(path) ?? 1) - 1;
      if (left > 0) users.set(path, left);
      else {
        users.delete(path);
        await rmdir(path).catch(() => undefined); // it isn't empty any more
      }
    }
  };
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
