const patience = 30_000;

/**
 * Polls until a condition holds that another process or an event brings about: no fixed delay is long enough on a busy
 * machine.
 */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + patience;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not so after ${patience / 1000} s: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
