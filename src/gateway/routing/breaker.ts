/** A circuit breaker: stops calling a failing target, and tries it again once it may have recovered. */
export type Breaker = ReturnType<typeof breaker>;

export interface BreakerOptions {
  /** Consecutive failures that open it. */
  readonly failures: number;
  /** Milliseconds that it stays open before a trial request. */
  readonly pause: number;
  now(): number;
}

export function breaker({ failures, pause, now }: BreakerOptions) {
  let inRow = 0;
  let until = 0;
  let isProbing = false;
  let load = 0;
  const over = (): void => {
    load = Math.max(0, load - 1);
    isProbing = false;
  };
  return {
    /** Milliseconds until it may be called; 0: now. */
    wait() {
      if (until === 0) return 0;
      // During a trial request, others wait for its outcome, or for another pause.
      return isProbing ? pause : Math.max(0, until - now());
    },
    /** Counts a request as begun; while half-open, blocks a second one. */
    begin() {
      load++;
      if (until !== 0) isProbing = true;
    },
    /** `pause`: milliseconds for which the service itself asked for no requests. */
    failed(retryAfter?: number) {
      over();
      inRow++;
      if (retryAfter !== undefined || inRow >= failures) until = now() + (retryAfter ?? pause);
    },
    succeeded() {
      over();
      [inRow, until] = [0, 0];
    },
    /** Neither success nor failure: the caller left, or the request itself was invalid. */
    ended: over,
    /** Number of open requests. */
    get load() {
      return load;
    },
  };
}
