/** Between two attempts. */
export const waiting = String.raw`//#
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });

/** Milliseconds until the next attempt: what the server asks for, else doubling from half a second. */
function delay(attempt: number, asked: string | null | undefined): number {
  const seconds = Number(asked ?? NaN);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(asked ?? "") - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 60_000) : Math.min(500 * 2 ** attempt, 8000) * (0.5 + Math.random() / 2);
}
`;
