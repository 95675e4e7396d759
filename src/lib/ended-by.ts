/** Writes in progress: an interrupted one would leave half of its files. */
const writes = new Set<Promise<unknown>>();

/** Runs a write that {@link endedBy} waits for. */
export async function uninterrupted<T>(write: () => Promise<T>): Promise<T> {
  const writing = write();
  writes.add(writing);
  try {
    return await writing;
  } finally {
    writes.delete(writing);
  }
}

/** A wait consists of this many timers: however long the thread is blocked, that uses up only one of them. */
const pieces = 10;

/**
 * Returns the work's outcome; after an abort, waits at most `grace` milliseconds for it, but always until running
 * writes are done.
 */
export async function endedBy<T>(work: Promise<T>, signal: AbortSignal, grace = 1000): Promise<T> {
  const late = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const wait = (left: number): void => {
    if (!isOver) timer = setTimeout(() => void waited(left - 1), grace / pieces);
  };
  const waited = async (left: number): Promise<void> => {
    if (left > 0) return wait(left);
    if (writes.size === 0) return late.reject(signal.reason as Error);
    await Promise.allSettled(writes);
    wait(pieces); // time to report what was written
  };
  const begin = (): void => wait(pieces);
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener("abort", begin);
  }
}
