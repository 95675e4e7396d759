import { posix } from "node:path";
import type { Git } from "./releases.ts";

/** How many links in a row are followed. */
const most = 8;

/** The file that a path of a commit means: links are followed as far as they stay in the repository. */
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
