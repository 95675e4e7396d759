let waiting: (() => void)[] = [];

/**
 * Runs `write` at the end of this turn of the event loop, with all others that wait for it. A write wakes its reader;
 * between answers of one turn that would cost more than the answers do. `write` must not throw.
 */
export function atTurnsEnd(write: () => void): void {
  if (waiting.push(write) === 1) setImmediate(run);
}

function run(): void {
  const all = waiting;
  waiting = [];
  for (const write of all) write();
}
