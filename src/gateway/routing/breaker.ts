import { failoverErrors } from "../../config/index.ts";
import { ApiError, type StreamEvent } from "../../messages/index.ts";
import type { CallContext } from "../../models/index.ts";

/** A circuit breaker: stops calling a failing target, and tries it again once it may have recovered. */
export type Breaker = ReturnType<typeof breaker>;

export interface BreakerOptions {
  /** Consecutive failures that open it. */
  readonly failures: number;
  /** Milliseconds that it stays open before a trial request. */
  readonly pause: number;
  now(): number;
}

/** Default settings: consecutive failures, and milliseconds. */
export const usual = { failures: 3, pause: 30_000 };
/** Maximum pause that a service can ask for, in milliseconds. */
const longestPause = 300_000;

export interface BreakerStatus {
  readonly open_requests: number;
  /** Failures in a row. */
  readonly failures: number;
  /** Milliseconds until it is called again; 0: available. */
  readonly wait_ms: number;
}

export function breaker({ failures, pause, now }: BreakerOptions) {
  let inRow = 0;
  let until = 0;
  let isProbing = false;
  let load = 0;
  // During a trial request, others wait for its outcome, or for another pause.
  const wait = (): number => (until === 0 ? 0 : isProbing ? pause : Math.max(0, until - now()));
  const over = (): void => {
    load = Math.max(0, load - 1);
    isProbing = false;
  };
  return {
    /** Milliseconds until it may be called; 0: now. */
    wait,
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
    succeeded: (): void => {
      over();
      [inRow, until] = [0, 0];
    },
    /** Neither success nor failure: the caller left, or the request itself was invalid. */
    ended: over,
    /** Number of open requests. */
    get load() {
      return load;
    },
    /** Whether it knows nothing that a new one doesn't. */
    isIdle: () => load === 0 && inRow === 0 && until === 0,
    status: (): BreakerStatus => ({ open_requests: load, failures: inRow, wait_ms: wait() }),
  };
}

/** Whether another target may answer a request that failed like this. */
export const isFailure = ({ type }: ApiError): boolean =>
  (failoverErrors as readonly string[]).includes(type);

/** Ends a request that failed: errors about the request, and callers that left, are no failures of the target. */
export function note(target: Breaker, error: unknown, { signal }: Pick<CallContext, "signal">): void {
  if (signal.aborted || !(error instanceof ApiError) || !isFailure(error)) return target.ended();
  const { type, retryAfter } = error;
  const asks = type === "rate_limit_error" || type === "overloaded_error";
  target.failed(asks && retryAfter !== undefined ? Math.min(retryAfter * 1000, longestPause) : undefined);
}

/** Passes a stream on, and ends its request at the target. The last event is a success, whoever reads beyond it. */
export async function* watched(
  target: Breaker,
  events: AsyncIterable<StreamEvent>,
  context: Pick<CallContext, "signal">,
): AsyncGenerator<StreamEvent> {
  let end = (): void => target.ended();
  try {
    for await (const event of events) {
      if (event.type === "message_stop") end = target.succeeded;
      yield event;
    }
    end = target.succeeded;
  } catch (error) {
    end = () => note(target, error, context);
    throw error;
  } finally {
    end();
  }
}

/** The error while no target of a name may be called for another `wait` milliseconds. */
export const failing = (name: string, wait: number): ApiError =>
  new ApiError("overloaded_error", `All upstreams of ${name.slice(0, 100)} are failing.`, {
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
  });
