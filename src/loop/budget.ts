import type { Usage } from "../messages/index.ts";
import { tokens } from "./conversation.ts";
import type { Settings } from "./options.ts";

export type Budget = ReturnType<typeof budget>;

export function budget({ limits, signal, clock }: Settings) {
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
    /** Aborted by the caller or when the time is up. */
    signal: AbortSignal.any([signal, end.signal]),
    /** Remaining milliseconds. */
    left: () => limits.milliseconds - (clock.now() - started),
    cut,
    spent: (usage: Usage): "time" | "tokens" | "aborted" | undefined =>
      cut() ?? (tokens(usage) >= limits.tokens ? "tokens" : undefined),
    close: () => closed.abort(new Error("closed")),
  };
}
