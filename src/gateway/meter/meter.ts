import {
  ApiError,
  estimateTokens,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../../messages/index.ts";
import { answerOf, passing, type CallContext, type Model, type Trace } from "../../models/index.ts";
import { rateHeaders, refusal } from "../ledger/refusal.ts";
import type { Ask, Decision } from "../ledger/reserve.ts";
import type { Ending, Outcome } from "../ledger/settle.ts";
import type { Tokens } from "../prices/price.ts";
import type { Rules } from "../rules.ts";
import { Arrived } from "./arrived.ts";
import { failureOf, type Failure } from "./failure.ts";
import { none, nothing, type LedgerClient } from "./ledger-client.ts";
import type { Queue } from "./queue.ts";

export interface MeterOptions {
  readonly ledger: LedgerClient;
  /** Read for each request, because they may change. */
  readonly rules: Pick<Rules, "prices" | "unpriced" | "candidates" | "copies" | "queue">;
  /** Identifies this process in the ledger. */
  readonly process: string;
  /** Where requests wait for room in a limit. */
  readonly queue: Queue;
  now(): number;
  /** Called for every request once it has ended or was refused, with its signal. */
  on(line: RequestLine, signal: AbortSignal): void;
}

/** The log record of a finished request. */
export interface RequestLine
  extends Omit<Ending, "outcome" | "price" | "pricedAs" | "usedModel" | "error">, Failure {
  readonly id: string;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly key: string;
  readonly model: string;
  readonly outcome: Outcome | "refused";
  /** Millionths; `undefined` if the model has no price. */
  readonly cost: number | undefined;
}

/** Wraps a model so that its requests are checked, reserved and settled in the ledger. */
export function metered(model: Model, options: MeterOptions): Model {
  return {
    ...passing(model),
    stream: (request, context) => ({
      [Symbol.asyncIterator]: () => new MeteredStream({ model, request, context }, options),
    }),
    async answer(request, context): Promise<MessagesResponse> {
      const entry = await Entry.open({ model, request, context }, options);
      try {
        const answer = await answerOf(model, entry.request, entry.context);
        entry.arrived.whole(answer.model, answer.usage);
        await entry.close("done");
        return answer;
      } catch (error) {
        await entry.fail(error);
        throw error;
      }
    },
  };
}

export interface Asked {
  readonly model: Model;
  readonly request: MessagesRequest;
  readonly context: CallContext;
}

/** Throws the model's own error if it doesn't know the requested name: a misspelt name has no price either. */
async function demandKnown({ model, request }: Asked): Promise<void> {
  const name = request.model;
  const known = await model.list().catch(() => undefined);
  if (!known || model.serves?.(name) || known.some(({ id }) => id === name)) return;
  await model.countTokens(request);
}

/** One row of the ledger, from reservation to settlement. */
class Entry {
  readonly request: MessagesRequest;
  readonly context: CallContext;
  readonly arrived: Arrived;
  private readonly ask: Ask;
  private readonly options: MeterOptions;
  private readonly trace: Trace;
  private firstMs: number | null = null;
  private closing: Promise<void> | undefined;

  private constructor(ask: Ask, { request, context }: Omit<Asked, "model">, options: MeterOptions) {
    this.ask = ask;
    this.options = options;
    this.request = request;
    this.trace = { upstream: null, attempts: 1 };
    this.context = { ...context, trace: this.trace };
    this.arrived = new Arrived(ask.counted);
  }

  /** Throws ApiError for a refused request; the model isn't called then. */
  static async open(call: Asked, options: MeterOptions): Promise<Entry> {
    try {
      return await Entry.reserved(call, options);
    } catch (error) {
      options.on(refusedLine(call, options.now(), error), call.context.signal);
      throw error;
    }
  }

  private static async reserved(call: Asked, options: MeterOptions): Promise<Entry> {
    const { request, context } = call;
    let ask = askOf(call, options);
    const decide = (awaited?: ReadonlySet<string>): Promise<Decision> => {
      ask = { ...ask, at: options.now() };
      return options.ledger.reserve(ask, awaited);
    };
    const { queue } = options.rules;
    const decision = await (queue
      ? options.queue.enter({ caller: ask.key, context, decide }, queue)
      : decide());
    if (decision instanceof ApiError) throw decision;
    if ("by" in decision && decision.by === "price") await demandKnown(call);
    if ("states" in decision)
      for (const [name, value] of Object.entries(rateHeaders(decision.states))) context.header?.(name, value);
    if (!decision.granted) throw refusal(decision, ask.at, ask.model);
    const lowered = decision.output < request.max_tokens;
    if (lowered) context.header?.("antiphon-max-tokens", String(decision.output));
    return new Entry(
      ask,
      { context, request: lowered ? { ...request, max_tokens: decision.output } : request },
      options,
    );
  }

  take(event: StreamEvent): void {
    this.firstMs ??= this.elapsed();
    this.arrived.take(event);
  }

  /**
   * Settles a failed request that had reached its upstream: what has arrived is billed, a refusal by the upstream
   * costs nothing.
   */
  fail(error: unknown): Promise<void> {
    const isRefusal = error instanceof ApiError && this.firstMs === null && !this.context.signal.aborted;
    return this.close(isRefusal ? "failed" : "interrupted", error);
  }

  close(outcome: Outcome, error?: unknown): Promise<void> {
    return (this.closing ??= this.settle(outcome, error));
  }

  private async settle(outcome: Outcome, error: unknown): Promise<void> {
    const { options, ask } = this;
    const { upstream, attempts, isKept, model = ask.model } = this.trace;
    const { prices } = options.rules;
    const found = prices.find(ask.model) ?? prices.find(model);
    const failure = failureOf(error);
    const tokens = outcome === "failed" || isKept ? none : this.tokens();
    const ending = {
      ...tokens,
      upstream,
      attempts,
      outcome,
      price: found?.price,
      pricedAs: found?.name ?? null,
      upstreamRequestId: this.trace.upstreamRequestId ?? null,
      routedModel: this.trace.model ?? null,
      usedModel: this.arrived.model,
      firstMs: this.firstMs,
      totalMs: this.elapsed(),
      error: failure.error,
    };
    const report = (cost: number | undefined, ended: Failure): void =>
      options.on({ ...ending, ...named(ask), ...ended, cost: found ? cost : undefined }, this.context.signal);
    const cost = await options.ledger.settle(ask, ending).catch((unrecorded: unknown) => {
      report(undefined, failureOf(unrecorded));
      throw unrecorded;
    });
    options.queue.wake();
    report(cost, failure);
  }

  /** Models that were asked in vain have read the request, too. */
  private tokens(): Tokens {
    const tokens = this.arrived.tokens();
    return { ...tokens, input: tokens.input + (this.trace.abandoned ?? 0) * this.ask.counted };
  }

  private elapsed(): number {
    return Math.max(0, Math.round(this.options.now() - this.ask.at));
  }
}

const named = ({ id, at, key, model }: Ask) => ({ id, at, key, model });

/** The log record of a request that was refused before it was in the ledger. */
export const refusedLine = (
  { request, context }: Omit<Asked, "model">,
  now: number,
  error: unknown,
): RequestLine => ({
  ...nothing,
  ...failureOf(error),
  cost: undefined,
  id: context.requestId,
  at: now,
  key: context.caller ?? "anonymous",
  model: request.model.slice(0, 256),
  outcome: "refused",
});

function askOf({ request, context }: Asked, { rules, process, now }: MeterOptions): Ask {
  const { prices, unpriced } = rules;
  const { input_tokens: counted, tools } = estimateTokens(request);
  const modelPrice = prices.find(request.model);
  const found = modelPrice ? [modelPrice] : rules.candidates(request.model).map((name) => prices.find(name));
  const known = found.filter((each) => each !== undefined);
  return {
    id: context.requestId,
    at: now(),
    process,
    key: context.caller ?? "anonymous",
    model: request.model.slice(0, 256),
    counted,
    input: counted * rules.copies(request.model.slice(0, 256)),
    tools: Object.values(tools).reduce((sum, count) => sum + count, 0),
    output: request.max_tokens,
    lowers: request.thinking?.type !== "enabled",
    caches: hasCache(request),
    prices: known.length === found.length ? known.map(({ price }) => price) : [],
    pricedAs: known[0]?.name ?? null,
    unpriced,
    tags: context.tags ?? "{}",
  };
}

/** Whether any part of the request uses prompt caching. */
function hasCache({ messages, tools = [], system = [], cache_control: control }: MessagesRequest): boolean {
  const isCached = (block: object): boolean => "cache_control" in block && Boolean(block.cache_control);
  const blocks = [system, ...messages.map(({ content }) => content)].filter(
    (content) => typeof content !== "string",
  );
  return Boolean(control) || tools.some(isCached) || blocks.some((content) => content.some(isCached));
}

/** Settles before the last event is passed on, so that every complete response is billed. */
class MeteredStream implements AsyncIterator<StreamEvent> {
  private readonly asked: Asked;
  private readonly options: MeterOptions;
  private entry: Entry | undefined;
  private source: AsyncIterator<StreamEvent> | undefined;

  constructor(call: Asked, options: MeterOptions) {
    [this.asked, this.options] = [call, options];
  }

  async next(): Promise<IteratorResult<StreamEvent>> {
    const entry = (this.entry ??= await Entry.open(this.asked, this.options));
    this.source ??= this.asked.model.stream(entry.request, entry.context)[Symbol.asyncIterator]();
    try {
      const result = await this.source.next();
      if (result.done) await entry.close(entry.arrived.isComplete ? "done" : "interrupted");
      else {
        entry.take(result.value);
        if (result.value.type === "message_stop") await entry.close("done");
      }
      return result;
    } catch (error) {
      await entry.fail(error);
      throw error;
    }
  }

  async return(): Promise<IteratorResult<StreamEvent>> {
    try {
      await this.source?.return?.();
    } finally {
      await this.entry?.close("interrupted");
    }
    return { done: true, value: undefined };
  }
}
