/** A request to one of several that may answer. */
export interface Attempt<T> {
  readonly outcome: Promise<T>;
  /** It answered before the other. */
  won(): void;
  /** The other answered: nobody waits for it any more. */
  cancel(): void;
  /** It answered all the same. */
  lost(value: T): void;
}

export interface Hedging<T> {
  /** Milliseconds. */
  readonly wait: number;
  /** Begins a second attempt, if there is anybody to ask. */
  spare(): Attempt<T> | undefined;
  /** Hears how many are under way beside the one that will answer. */
  beside(count: number): void;
}

/** The first attempt to succeed; a second one begins once the first has been silent for so long. Throws the last one's error. */
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
