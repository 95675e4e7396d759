import { uninterrupted } from "../lib/index.ts";
import type { Change, Workspace } from "./workspace.ts";

/**
 * Wraps a workspace so that after a cancellation only writes begin that restore the state before earlier ones, and
 * running writes are awaited.
 */
export function waitedFor(workspace: Workspace, signal: AbortSignal): Workspace {
  const earlier = new Set<string>();
  const state = (path: string, text: string | null): string => JSON.stringify([path, text]);
  const isTakenBack = (changes: readonly Change[]): boolean =>
    changes.every(({ path, after }) => earlier.has(state(path, after)));
  const unlessCancelled = async <T>(write: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return uninterrupted(write);
  };
  const { files, checkpoints } = workspace;
  return {
    ...workspace,
    files: {
      ...files,
      write: async (changes) => {
        if (!isTakenBack(changes)) signal.throwIfAborted();
        for (const { path, before } of changes) earlier.add(state(path, before));
        return uninterrupted(() => files.write(changes));
      },
    },
    checkpoints: {
      ...checkpoints,
      undo: () => unlessCancelled(() => checkpoints.undo()),
      redo: () => unlessCancelled(() => checkpoints.redo()),
    },
  };
}
