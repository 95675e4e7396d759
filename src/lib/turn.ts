import { setImmediate as turn } from "node:timers/promises";

let waiting: (() => void)[] = [];

/**
 * Runs `write` at the end of this turn of the event loop, together with all others that are queued. Each write wakes
 * its reader, which would otherwise cost more than the answers themselves. `write` must not throw.
 */
export function atTurnsEnd(write: () => void): void {
  if (waiting.push(write) === 1) setImmediate(run);
}

function run(): void {
  const all = waiting;
  waiting = [];
  for (const write of all) write();
}

/** Collects what an iterable computes item by item; `pause` is awaited before each. */
export async function collected<T>(
  items: Iterable<T>,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly T[]> {
  const all: T[] = [];
  for (const item of items) {
    all.push(item);
    await pause();
  }
  return all;
}

/** Lets pending events such as Ctrl-C run during long work. Throws the reason of an aborted signal. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await turn();
  signal.throwIfAborted();
}
