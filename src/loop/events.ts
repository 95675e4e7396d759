import { loop } from "./loop.ts";
import type { LoopEvent, LoopOptions, Outcome } from "./options.ts";

/** The events of a loop as they arrive, and its outcome. */
export interface Run extends AsyncIterable<LoopEvent> {
  /** Settles when the loop has ended. The loop never runs ahead of the reader of its events. */
  readonly outcome: Promise<Outcome>;
}

/** Starts a loop whose events are read with `for await`. Ending the iteration stops the loop. */
export function run(options: LoopOptions): Run {
  const queue: LoopEvent[] = [];
  let wake: () => void = () => undefined;
  let resume: () => void = () => undefined;
  let ended = false;
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const outcome = loop({
    ...options,
    signal,
    async on(event) {
      await options.on?.(event);
      if (stop.signal.aborted) return;
      queue.push(event);
      wake();
      await new Promise<void>((resolve) => (resume = resolve));
    },
  }).finally(() => {
    ended = true;
    wake();
  });
  outcome.catch(() => undefined); // the caller sees the failure when awaiting the outcome
  return {
    outcome,
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const event = queue.shift();
          if (event) {
            yield event;
            resume();
          } else if (ended) break;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
        await outcome;
      } finally {
        stop.abort(new Error("Nobody reads the events any more."));
        resume();
      }
    },
  };
}
