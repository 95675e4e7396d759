import { relative, resolve } from "node:path";
import { listedFirst, usageError } from "../lib/index.ts";
import { confine, isInside, realPath, refuseGit } from "./paths.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Wraps a workspace so that writes, undo and redo are refused and listed, for lines whose writes nobody approved.
 * `agreeing` says how to approve.
 */
export function unagreed(workspace: Workspace, agreeing: string): Workspace {
  const { files, checkpoints } = workspace;
  const refuse = (what: string) => (): Promise<never> =>
    Promise.reject(usageError("not-agreed", `Nothing was written: ${what} was not approved.`, agreeing));
  return {
    ...workspace,
    files: {
      ...files,
      write: (changes) => {
        const paths = changes.map(({ path }) => JSON.stringify(path));
        return paths.length === 0
          ? files.write(changes)
          : refuse(`a change of ${listedFirst(paths, mostNamed)}`)();
      },
    },
    checkpoints: { ...checkpoints, undo: refuse("an undo"), redo: refuse("a redo") },
  };
}

const mostNamed = 5;

/**
 * Returns the absolute path that a person named for writing. What appears to be below the working folder must really
 * be there, so that a project's link can't lead out. Raises UserError for that, and for git's files.
 */
export async function namedPlace(
  cwd: string,
  name: string,
): Promise<{ readonly path: string; readonly isInside: boolean }> {
  const folder = await realPath(resolve(cwd));
  const path = resolve(folder, name);
  const below = path !== folder && isInside(folder, path);
  const place = below ? await confine(folder, relative(folder, path)) : { path: name, real: path };
  await refuseGit(place);
  return { path: place.real, isInside: below };
}
