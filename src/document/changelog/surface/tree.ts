import type { Tree } from "../../../inspect/index.ts";
import type { Git } from "../releases.ts";

/** The files of a commit; contents are read once per content hash. */
export interface CommitTree extends Tree {
  /** Returns the hash of a file's content. */
  hash(path: string): string | undefined;
}

const longest = 1_000_000;
/** Maximum number of files read per commit; each read is a process. */
const most = 600;

/** Contents by hash, shared by the compared commits. */
export type Contents = Map<string, string | undefined>;

/** Returns the files of a commit; undefined if git doesn't know it. */
export async function treeAt(git: Git, ref: string, contents: Contents): Promise<CommitTree | undefined> {
  const listed = await git("ls-tree", "-r", "-z", ref);
  if (listed === undefined) return undefined;
  const hashes = new Map<string, string>();
  for (const record of listed.split("\0")) {
    const [, hash = "", path = ""] = /^\d+ blob ([0-9a-f]+)\t([\s\S]+)$/.exec(record) ?? [];
    if (hash) hashes.set(path, hash);
  }
  return {
    paths: new Set(hashes.keys()),
    hash: (path) => hashes.get(path),
    async text(path) {
      const hash = hashes.get(path);
      if (hash === undefined) return undefined;
      if (!contents.has(hash)) {
        if (contents.size >= 2 * most) throw new TooMuch();
        const text = await git("show", hash);
        contents.set(hash, text && text.length <= longest && !text.includes("\0") ? text : undefined);
      }
      return contents.get(hash);
    },
  };
}

/** Raised if a package exports too much to compare. */
export class TooMuch extends Error {}
