import type { Usage } from "../messages/index.ts";
import { tokens } from "./conversation.ts";
import type { Settings } from "./options.ts";

export interface Budget {
  /** Aborted by the caller or when the time is up. */
  readonly signal: AbortSignal;
  /** Remaining milliseconds. */
  left(): number;
  cut(): "time" | "aborted" | undefined;
  spent(usage: Usage): "time" | "tokens" | "aborted" | undefined;
  close(): void;
}

export function budget({ limits, signal, clock }: Settings): Budget {
  const started = clock.now();
  const end = new AbortController();
  const closed = new AbortController();
  const timeUp = new Error(`The loop's ${limits.milliseconds} ms are up.`);
  clock.sleep(limits.milliseconds, closed.signal).then(
    () => end.abort(timeUp),
    () => undefined, // finished in time
  );
  const cut = (): "time" | "aborted" | undefined =>
    signal.aborted ? "aborted" : end.signal.aborted ? "time" : undefined;
  return {
    signal: AbortSignal.any([signal, end.signal]),
    left: () => limits.milliseconds - (clock.now() - started),
    cut,
    spent: (usage) => cut() ?? (tokens(usage) >= limits.tokens ? "tokens" : undefined),
    close: () => closed.abort(new Error("closed")),
  };
}
