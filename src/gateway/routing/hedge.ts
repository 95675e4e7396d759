/** A request to one of several targets. */
export interface Attempt<T> {
  readonly outcome: Promise<T>;
  /** Called if it answered first. */
  won(): void;
  /** Called when the other one answered: this one is no longer needed. */
  cancel(): void;
  /** Called if it answered after the other one. */
  lost(value: T): void;
}

export interface Hedging<T> {
  /** Silence before the second attempt begins, in milliseconds. */
  readonly wait: number;
  /** Begins a second attempt, if there is another target. */
  spare(): Attempt<T> | undefined;
  /** Called with the number of attempts still open besides the winner. */
  beside(count: number): void;
}

/**
 * Returns the first successful outcome; a second attempt begins after `wait` milliseconds of silence. Throws the last
 * error.
 */
export function firstToAnswer<T>(first: Attempt<T>, { wait, spare, beside }: Hedging<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const open = new Set<Attempt<T>>();
    let isWon = false;
    const run = (attempt: Attempt<T>): void => {
      open.add(attempt);
      beside(open.size - 1);
      attempt.outcome.then(
        (value) => {
          open.delete(attempt);
          if (isWon) return attempt.lost(value);
          isWon = true;
          clearTimeout(timer);
          attempt.won();
          for (const other of open) other.cancel();
          return resolve(value);
        },
        (error: unknown) => {
          open.delete(attempt);
          if (isWon) return;
          beside(Math.max(0, open.size - 1));
          if (open.size > 0) return;
          clearTimeout(timer);
          reject(error);
        },
      );
    };
    const timer = setTimeout(() => {
      const second = spare();
      if (second) run(second);
    }, wait);
    run(first);
  });
}
