import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { makeFolder, UserError } from "../lib/index.ts";
import { openWorkspace } from "../workspace/index.ts";
import type { Io } from "./io.ts";

/**
 * Writes a report into the file that `--report` names, by the rules of every write: never into `.git`, through no link
 * that leads out, undoable in the project. Elsewhere than in the working folder the file's own folder is the limit.
 */
export async function saveReport(name: string, text: string, { cwd, folders, clock }: Io): Promise<void> {
  const path = resolve(cwd, name);
  const inside = relative(cwd, path);
  const isInside = inside !== "" && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
  if (!isInside && path.split(sep).includes(".git"))
    throw new UserError(
      "path-in-git",
      `${JSON.stringify(name)} belongs to git.`,
      "Name another file with --report.",
      {
        usage: true,
      },
    );
  const root = isInside ? cwd : dirname(path);
  if (!isInside) await makeFolder(root);
  const { files } = await openWorkspace(root, { state: folders.state, clock });
  const place = relative(root, path);
  await files.write([{ path: place, before: await files.tryRead(place), after: text }]);
}
