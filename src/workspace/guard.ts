import { relative, resolve } from "node:path";
import { listed, UserError } from "../lib/index.ts";
import { confine, isInside, realPath, refuseGit } from "./paths.ts";
import type { Workspace } from "./workspace.ts";

/**
 * A workspace for whoever hasn't agreed to any write, as a program that asks for a person, or a line that asks nothing:
 * what it would write, undo or redo is refused and named. `agreeing` says how one agrees.
 */
export function unagreed(workspace: Workspace, agreeing: string): Workspace {
  const { files, checkpoints } = workspace;
  const refuse = (what: string) => (): Promise<never> =>
    Promise.reject(
      new UserError("not-agreed", `Nothing was written: nobody agreed to ${what}.`, agreeing, {
        usage: true,
      }),
    );
  return {
    ...workspace,
    files: {
      ...files,
      write: (changes) => {
        const paths = changes.map(({ path }) => JSON.stringify(path));
        const rest = paths.length > mostNamed ? [`${paths.length - mostNamed} more`] : [];
        return paths.length === 0
          ? files.write(changes)
          : refuse(`a change of ${listed([...paths.slice(0, mostNamed), ...rest])}`)();
      },
    },
    checkpoints: { ...checkpoints, undo: refuse("an undo"), redo: refuse("a redo") },
  };
}

const mostNamed = 5;

/**
 * The absolute path of what a person named to be written. What lies below the working folder by its name lies there in
 * fact: a link of the project doesn't lead out. Raises UserError for that, and for what belongs to git.
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
