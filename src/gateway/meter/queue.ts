import { ApiError } from "../../messages/index.ts";
import type { CallContext } from "../../models/index.ts";
import { measures } from "../ledger/measures.ts";
import { limitName, type Decision } from "../ledger/reserve.ts";

export interface QueueRules {
  /** For which a request waits at most. */
  readonly seconds: number;
  /** How many of one key may wait at once; default 100. */
  readonly requests?: number;
}

export interface Entering {
  readonly caller: string;
  readonly context: Pick<CallContext, "signal" | "header">;
  /** Reserves what the request needs now, or tells what refuses it; others are before it at the limits in `awaited`. */
  decide(awaited?: ReadonlySet<string>): Promise<Decision>;
}

interface Waiting extends Entering {
  /** Milliseconds since 1970 after which it is no use to wait. */
  readonly until: number;
  readonly answer: PromiseWithResolvers<Decision>;
  /** The limit that refused it last. */
  held: string | undefined;
  last: Decision | undefined;
  /** While it is decided on it can't leave: what is granted must reach whom it was granted to. */
  isDeciding: boolean;
  isLate: boolean;
}

/** What is known of a request that begins to wait. */
interface Found extends Pick<Waiting, "until" | "held" | "last"> {
  readonly seconds: number;
}

/** Milliseconds after which others' requests, also those of other processes, are looked at again. */
const interval = 200;
const usualRequests = 100;
/** Requests of all keys together. */
const mostWaiting = 10_000;

/**
 * Requests that wait for room in a limit. Keys take turns, so that none waits longer because another asks more; requests of
 * one key keep their order. Who is first at a limit isn't overtaken there by one that needs less.
 */
export class Queue {
  private readonly now: () => number;
  /** Each has at least one; the key that was served last stands last. */
  private readonly lines = new Map<string, Waiting[]>();
  private size = 0;
  private pass: Promise<void> | undefined;
  /** Ends once the first of every line is decided on. */
  private round: Promise<void> | undefined;
  private again = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(now: () => number) {
    this.now = now;
  }

  /** The decision on a request, once it may pass or waiting is no use; an error where too many wait already. */
  async enter(
    entering: Entering,
    { seconds, requests = usualRequests }: QueueRules,
  ): Promise<Decision | ApiError> {
    const { caller } = entering;
    const until = this.now() + seconds * 1000;
    // Who has moved up in another line was here before: that one is decided on first.
    const { signal } = entering.context;
    while (this.pass && !this.lines.has(caller) && this.awaited() === undefined && !signal.aborted)
      await this.round;
    const awaited = this.lines.has(caller) ? undefined : this.awaited();
    const first = awaited && (await entering.decide(awaited));
    const held = first && waitsFor(first, until, this.now());
    if (first && held === undefined) return first;
    const waiting = this.lines.get(caller)?.length ?? 0;
    const isFull = this.size >= mostWaiting;
    if (isFull || waiting >= requests)
      return new ApiError(
        "rate_limit_error",
        isFull ? "Too many requests wait already." : `${waiting} requests of this key are waiting already.`,
        { retry: true, retryAfter: Math.ceil(seconds) },
      );
    const began = performance.now();
    const decision = await this.wait(entering, { until, seconds, held, last: first });
    entering.context.header?.("antiphon-queued-ms", String(Math.round(performance.now() - began)));
    return decision;
  }

  /** Something has ended: those who wait are looked at again. */
  wake(): void {
    if (this.size === 0) return;
    this.again = true;
    this.pass ??= this.passes();
  }

  metrics(): string {
    return [
      "# HELP antiphon_gateway_waiting_requests Requests that wait for room in a limit.",
      "# TYPE antiphon_gateway_waiting_requests gauge",
      `antiphon_gateway_waiting_requests ${this.size}`,
      "",
    ].join("\n");
  }

  /** The limits that the first of each line waits at; undefined while that isn't known of one. */
  private awaited(): ReadonlySet<string> | undefined {
    const held = new Set<string>();
    for (const [first] of this.lines.values())
      if (first?.held === undefined) return undefined;
      else held.add(first.held);
    return held;
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
    // Others have their turn before the next of this line.
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
    this.pass = undefined; // at once: who wakes it from now on begins another
  }

  private async serveAll(): Promise<void> {
    const full = new Set<string>();
    let hasServed = true;
    while (hasServed) {
      hasServed = false;
      const callers = [...this.lines.keys()]; // who is served moves behind them
      for (const caller of callers) if (await this.serve(caller, full)) hasServed = true;
    }
  }

  /** Whether the first of a key's line could go on; `full` are the limits that have refused somebody now. */
  private async serve(caller: string, full: Set<string>): Promise<boolean> {
    const first = this.lines.get(caller)?.[0];
    if (!first || (first.held !== undefined && full.has(first.held))) return false;
    first.isDeciding = true;
    try {
      first.last = await first.decide(full);
      first.held = waitsFor(first.last, first.until, this.now());
      if (first.held !== undefined) full.add(first.held);
      if (first.held !== undefined && !first.isLate) return false;
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

/** The limit that is worth waiting for; undefined where the decision is final. */
function waitsFor(decision: Decision, until: number, now: number): string | undefined {
  if (decision.granted || !("states" in decision)) return undefined;
  const { measure, reset } = decision.by;
  const isSoon = measures[measure].counts !== "cost" && reset !== undefined && Math.max(reset, now) <= until;
  return decision.held || isSoon ? limitName(decision.by) : undefined;
}
