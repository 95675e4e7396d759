import { metricText } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import type { CallContext } from "../../models/index.ts";
import { measures } from "../ledger/measures.ts";
import { limitName, type Decision } from "../ledger/reserve.ts";

export interface QueueRules {
  /** Maximum seconds that a request waits. */
  readonly seconds: number;
  /** How many requests of one key may wait at once; default 100. */
  readonly requests?: number;
}

export interface Entering {
  readonly caller: string;
  readonly context: Pick<CallContext, "signal" | "header">;
  /**
   * Reserves what the request needs now, or returns why it is refused; other requests come first at the limits in
   * `awaited`.
   */
  decide(awaited?: ReadonlySet<string>): Promise<Decision>;
}

interface Waiting extends Entering {
  /** When waiting becomes pointless, in milliseconds since 1970. */
  readonly until: number;
  readonly answer: PromiseWithResolvers<Decision>;
  /** The limit that refused it last. */
  refusedBy: string | undefined;
  last: Decision | undefined;
  /** While a decision is pending it can't leave the queue: a grant must reach its requester. */
  isDeciding: boolean;
  isLate: boolean;
}

/** What is known of a request when it begins to wait. */
interface Found extends Pick<Waiting, "until" | "refusedBy" | "last"> {
  readonly seconds: number;
}

/** Milliseconds between retries, which notice requests of other processes, too. */
const interval = 200;
const usualRequests = 100;
/** Maximum waiting requests of all keys. */
const mostWaiting = 10_000;

/**
 * Requests that wait for room in a limit. Keys take turns, so that a busy key doesn't delay the others; requests of
 * one key stay in order. Smaller requests can't overtake the first one at a limit.
 */
export class Queue {
  private readonly now: () => number;
  /** Waiting requests by key, never empty; the key served last comes last. */
  private readonly lines = new Map<string, Waiting[]>();
  private size = 0;
  private pass: Promise<void> | undefined;
  /** Resolves once no first request of a line can pass any more. */
  private round: Promise<void> | undefined;
  private again = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Returns the decision on a request once it may pass or waiting is pointless; an error if too many are waiting. */
  async enter(
    entering: Entering,
    { seconds, requests = usualRequests }: QueueRules,
  ): Promise<Decision | ApiError> {
    const { caller } = entering;
    const until = this.now() + seconds * 1000;
    // A request that has just moved up in another line came first, so it is decided on first.
    const { signal } = entering.context;
    while (this.pass && !this.lines.has(caller) && this.awaited() === undefined && !signal.aborted)
      await this.round;
    const awaited = this.lines.has(caller) ? undefined : this.awaited();
    const first = awaited && (await entering.decide(awaited));
    const reason = first && waitsFor(first, until, this.now());
    if (first && reason === undefined) return first;
    const waiting = this.lines.get(caller)?.length ?? 0;
    const isFull = this.size >= mostWaiting;
    if (isFull || waiting >= requests)
      return new ApiError(
        "rate_limit_error",
        isFull ? "Too many requests wait already." : `${waiting} requests of this key are waiting already.`,
        { retry: true, retryAfter: Math.ceil(seconds) },
      );
    const began = performance.now();
    const decision = await this.wait(entering, { until, seconds, refusedBy: reason, last: first });
    entering.context.header?.("antiphon-queued-ms", String(Math.round(performance.now() - began)));
    return decision;
  }

  /** A request has ended: decides again on those that wait. */
  wake(): void {
    if (this.size === 0) return;
    this.again = true;
    this.pass ??= this.passes();
  }

  metrics(): string {
    const help = "Requests that wait for room in a limit.";
    return metricText("antiphon_gateway_waiting_requests", help, this.size);
  }

  /** The limits that the first request of each line waits for; undefined while one isn't known. */
  private awaited(): ReadonlySet<string> | undefined {
    const names = new Set<string>();
    for (const [first] of this.lines.values())
      if (first?.refusedBy === undefined) return undefined;
      else names.add(first.refusedBy);
    return names;
  }

  private wait(entering: Entering, { seconds, ...found }: Found): Promise<Decision> {
    const { caller, context } = entering;
    const answer = Promise.withResolvers<Decision>();
    const waiting: Waiting = { ...entering, ...found, answer, isDeciding: false, isLate: false };
    const late = (): void => {
      waiting.isLate = true;
      if (waiting.isDeciding) return;
      this.leave(waiting);
      this.wake();
      if (context.signal.aborted) answer.reject(context.signal.reason);
      else answer.resolve(waiting.last ?? waiting.decide());
    };
    const timeout = setTimeout(late, seconds * 1000);
    context.signal.addEventListener("abort", late);
    this.lines.set(caller, [...(this.lines.get(caller) ?? []), waiting]);
    this.size++;
    this.timer ??= setInterval(() => this.wake(), interval).unref();
    if (context.signal.aborted) late();
    else this.wake();
    return answer.promise.finally(() => {
      clearTimeout(timeout);
      context.signal.removeEventListener("abort", late);
    });
  }

  private leave(waiting: Waiting): void {
    const rest = (this.lines.get(waiting.caller) ?? []).filter((each) => each !== waiting);
    // Moves the line to the end, so that other keys are served first.
    this.lines.delete(waiting.caller);
    if (rest.length > 0) this.lines.set(waiting.caller, rest);
    this.size--;
    if (this.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async passes(): Promise<void> {
    while (this.again) {
      this.again = false;
      await (this.round = this.serveAll());
    }
    this.pass = undefined; // set at once: a later wake() starts a new pass
  }

  private async serveAll(): Promise<void> {
    const full = new Set<string>();
    let hasServed = true;
    while (hasServed) {
      hasServed = false;
      const callers = [...this.lines.keys()]; // a copy: keys that are served move to the end
      for (const caller of callers) if (await this.serve(caller, full)) hasServed = true;
    }
  }

  /**
   * Decides on the first request of a key's line; returns whether it left the line. `full`: limits that refused a
   * request in this round.
   */
  private async serve(caller: string, full: Set<string>): Promise<boolean> {
    const first = this.lines.get(caller)?.[0];
    if (!first || (first.refusedBy !== undefined && full.has(first.refusedBy))) return false;
    first.isDeciding = true;
    try {
      first.last = await first.decide(full);
      first.refusedBy = waitsFor(first.last, first.until, this.now());
      if (first.refusedBy !== undefined) full.add(first.refusedBy);
      if (first.refusedBy !== undefined && !first.isLate) return false;
      this.leave(first);
      const { signal } = first.context;
      if (signal.aborted && !first.last.granted) first.answer.reject(signal.reason);
      else first.answer.resolve(first.last);
    } catch (error) {
      this.leave(first);
      first.answer.reject(error);
    } finally {
      first.isDeciding = false;
    }
    return true;
  }
}

/** The limit worth waiting for; undefined if the decision is final. */
function waitsFor(decision: Decision, until: number, now: number): string | undefined {
  if (decision.granted || !("states" in decision)) return undefined;
  const { measure, reset } = decision.by;
  const isSoon = measures[measure].counts !== "cost" && reset !== undefined && Math.max(reset, now) <= until;
  return decision.mayPassLater || isSoon ? limitName(decision.by) : undefined;
}
