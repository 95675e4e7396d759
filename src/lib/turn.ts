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

/** Lets waiting events happen, Ctrl-C among them, amid work that keeps the thread busy. Throws if it was cancelled. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await turn();
  signal.throwIfAborted();
}
