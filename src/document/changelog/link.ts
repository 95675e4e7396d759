import { posix } from "node:path";
import type { Git } from "./releases.ts";

/** Maximum length of a chain of symbolic links. */
const most = 8;

/** Returns the file that a path of a commit refers to, following links inside the repository. */
export async function followed(git: Git, ref: string, path: string): Promise<string> {
  let place = path;
  for (let step = 0; step < most; step++) {
    const listed = await git("ls-tree", ref, "--", place);
    if (!listed?.startsWith("120000 ")) return place;
    const target = (await git("show", `${ref}:${place}`)) ?? "";
    const next = posix.join(posix.dirname(place), target);
    if (target === "" || posix.isAbsolute(target) || next.startsWith("../")) return path;
    place = next;
  }
  return path;
}
