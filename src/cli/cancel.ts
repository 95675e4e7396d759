import type { Workspace } from "../workspace/index.ts";

/** How long what was cancelled may take to end in order. */
const grace = 1000;

/** Writes that have begun: half of one would lie about in the folder. */
const writes = new Set<Promise<unknown>>();

/** The same workspace: where its command is cancelled, no write begins, and one that has is waited for. */
export function waitedFor(workspace: Workspace, signal: AbortSignal): Workspace {
  const whole = async <T>(write: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const writing = write();
    writes.add(writing);
    try {
      return await writing;
    } finally {
      writes.delete(writing);
    }
  };
  const { files, checkpoints } = workspace;
  return {
    ...workspace,
    files: { ...files, write: (changes) => whole(() => files.write(changes)) },
    checkpoints: {
      ...checkpoints,
      undo: () => whole(() => checkpoints.undo()),
      redo: () => whole(() => checkpoints.redo()),
    },
  };
}

/** The work's outcome; after an abort it is waited for no longer than a second, but for a write to be done, however long it takes. */
export async function cancellable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const cancelled = new Promise<never>((_resolve, reject) => {
    const late = async (): Promise<void> => {
      if (writes.size === 0) return reject(signal.reason as Error);
      await Promise.allSettled(writes);
      abort(); // what wrote has something to say
    };
    const abort = (): void => {
      timer = setTimeout(() => void late(), grace);
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    clearTimeout(timer);
  }
}
