import type { Readable } from "node:stream";

/** Answers questions. `undefined` means the end of input: nobody is there. */
export interface Answers {
  /** `patience`: milliseconds after which `undefined` is returned, too. */
  next(prompt: string, patience?: number): Promise<string | undefined>;
}

/** Reads one line of a stream per question; lines piped in ahead wait. The stream is kept open only during a question. */
export function lines(source: () => Readable, write: (text: string) => void): Answers {
  const ready: string[] = [];
  let pending = "";
  const state = { ended: false };
  let wake: (() => void) | undefined;
  const push = (text: string): void => {
    pending += text;
    const parts = pending.split(/\r?\n/);
    pending = parts.pop() ?? "";
    ready.push(...parts);
    wake?.();
  };
  const end = (): void => {
    if (!state.ended && pending !== "") ready.push(pending);
    state.ended = true;
    wake?.();
  };
  let open = false;
  const start = (): void => {
    if (open) return;
    open = true;
    const input = source();
    input.setEncoding("utf8");
    input.on("data", push);
    input.once("end", end);
    input.once("error", end);
    input.once("close", end);
  };
  return {
    async next(prompt, patience) {
      write(prompt);
      start();
      source().resume();
      const waiting = { late: false };
      const giveUp = (): void => {
        waiting.late = true;
        wake?.();
      };
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
      while (ready.length === 0 && !state.ended && !waiting.late)
        await new Promise<void>((resolve) => (wake = resolve));
      clearTimeout(timer);
      source().pause();
      return ready.shift();
    },
  };
}
