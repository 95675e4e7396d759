/** Stops asking what fails, and asks again once it may have recovered. */
export interface Breaker {
  /** Milliseconds until it may be asked; 0: now. */
  wait(): number;
  /** Counts a request as begun; while it is half open no second one may begin. */
  begin(): void;
  /** `pause`: milliseconds for which the service itself wants no requests. */
  failed(pause?: number): void;
  succeeded(): void;
  /** Neither: the caller left, or the request itself was wrong. */
  ended(): void;
  /** Requests under way. */
  readonly load: number;
}

export interface BreakerOptions {
  /** So many failures in a row open it. */
  readonly failures: number;
  /** Milliseconds for which it stays open before one request may try. */
  readonly pause: number;
  now(): number;
}

export function breaker({ failures, pause, now }: BreakerOptions): Breaker {
  let inRow = 0;
  let until = 0;
  let isProbing = false;
  let load = 0;
  const over = (): void => {
    load = Math.max(0, load - 1);
    isProbing = false;
  };
  return {
    wait() {
      if (until === 0) return 0;
      // While one request tries, others wait for its outcome, or for as long again.
      return isProbing ? pause : Math.max(0, until - now());
    },
    begin() {
      load++;
      if (until !== 0) isProbing = true;
    },
    failed(asked) {
      over();
      inRow++;
      if (asked !== undefined || inRow >= failures) until = now() + (asked ?? pause);
    },
    succeeded() {
      over();
      [inRow, until] = [0, 0];
    },
    ended: over,
    get load() {
      return load;
    },
  };
}
