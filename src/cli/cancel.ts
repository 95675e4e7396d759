/** How long what was cancelled may take to end in order. */
const grace = 1000;

/** The work's outcome; after an abort it is waited for no longer than a second. */
export async function cancellable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const cancelled = new Promise<never>((_resolve, reject) => {
    const late = (): void => reject(signal.reason as Error);
    const abort = (): void => {
      timer = setTimeout(late, grace);
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
