/** Attempts, and what is between two of them. */
export const waiting = String.raw`//#
const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });

/** Milliseconds until the next attempt: what the server asks for, else doubling from half a second. */
function delay(attempt: number, asked: string): number {
  const wait = Number(asked) * 1000 || Date.parse(asked) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 60_000) : Math.min(500 * 2 ** attempt, 8000) * (0.5 + Math.random() / 2);
}

/** Tries until it succeeds or trying again makes no sense. What can't be prepared could not be the next time. */
async function persist({ retries = 2, timeout = 60_000, signal }: ClientOptions, again: boolean, prepare: (signal: AbortSignal) => Promise<() => Promise<Response>>): Promise<Response> {
  for (let attempts = 0; ; attempts++) {
//# streams
    // A stream may take as long as it likes once it has begun.
    const limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined;
    const ending = new AbortController();
    const end = (): void => ending.abort(limit?.reason);
    limit?.addEventListener("abort", end);
    const signals = [...(signal ? [signal] : []), ending.signal];
//# !streams
    const signals = [...(signal ? [signal] : []), ...(timeout > 0 ? [AbortSignal.timeout(timeout)] : [])];
//#
    const send = await prepare(AbortSignal.any(signals));
    let response: Response | undefined;
    try {
      response = await send();
      if (isStream(plain(response.headers.get("content-type") ?? ""))) limit?.removeEventListener("abort", end); //? streams
      const { status } = response;
      const passing = status === 429 || (again && (status === 408 || (status >= 500 && status !== 501)));
      if (!passing || attempts >= retries) return response;
      await response.body?.cancel();
    } catch (error) {
      if (signal?.aborted || !again || attempts >= retries) throw error;
    }
    signal?.throwIfAborted();
    await pause(delay(attempts, response?.headers.get("retry-after") ?? ""), signal);
    signal?.throwIfAborted();
  }
}
`;
