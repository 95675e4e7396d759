import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../lib/index.ts";
import type { Change, Evidence, Workspace, Written } from "../workspace/index.ts";

/** Stands in until the workspace room opens folders. */
export function plainWorkspace(root: string, clock: Clock, dry: boolean): Workspace {
  const evidence: Written[] = [];
  return {
    root,
    files: {
      read: (path) => readFile(join(root, path), "utf8"),
      find: (pattern) => glob(pattern, { cwd: root }),
      async write(changes: readonly Change[]) {
        for (const { path, after } of dry ? [] : changes) {
          await mkdir(dirname(join(root, path)), { recursive: true });
          await (after === null ? rm(join(root, path)) : writeFile(join(root, path), after));
        }
        const written = { at: clock.now(), checkpoint: "", changes } as unknown as Written; // stands in
        evidence.push(written);
        return written;
      },
    },
    shell: undefined,
    checkpoints: {
      list: async () => [],
      undo: () => Promise.reject(new Error("stands in")),
      redo: () => Promise.reject(new Error("stands in")),
    },
    evidence: (since): readonly Evidence[] => evidence.filter(({ at }) => at >= since),
  };
}
