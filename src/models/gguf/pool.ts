import type { PeerSequence } from "./peer.ts";

/** The sequences of the context: each keeps the tokens that it evaluated last. */
export interface Pool {
  /**
   * The free sequence whose tokens `score` rates highest; waits for one, in order. Rejects with the signal's reason.
   */
  take(score: (evaluated: readonly number[]) => number, signal: AbortSignal): Promise<PeerSequence>;
  give(sequence: PeerSequence): void;
}

export function pool(sequences: readonly PeerSequence[]): Pool {
  const free = new Set(sequences);
  const waiting = new Set<() => void>();
  return {
    async take(score, signal) {
      while (free.size === 0) await turn(waiting, signal);
      signal.throwIfAborted();
      const rated = [...free].map((sequence) => ({ sequence, score: score(sequence.contextTokens) }));
      const [best] = rated.sort(
        (a, b) => b.score - a.score || a.sequence.nextTokenIndex - b.sequence.nextTokenIndex,
      );
      if (!best) throw new Error("No place is free.");
      free.delete(best.sequence);
      return best.sequence;
    },
    give(sequence) {
      free.add(sequence);
      const [next] = waiting;
      next?.();
    },
  };
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const done = (): void => {
      waiting.delete(next);
      signal.removeEventListener("abort", abort);
    };
    const next = (): void => {
      done();
      resolve();
    };
    const abort = (): void => {
      done();
      reject(signal.reason as Error); // the caller's own reason for aborting
    };
    waiting.add(next);
    signal.addEventListener("abort", abort);
  });
}
