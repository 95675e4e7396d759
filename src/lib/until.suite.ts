const patience = 30_000;

/** Waits for what another process or an event brings about, since no fixed time is long enough on a busy machine. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + patience;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not so after ${patience / 1000} s: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
