import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanKind,
  type TextMapPropagator,
  type Tracer,
} from "@opentelemetry/api";
import { ApiError, type MessagesRequest, type StreamEvent, type Usage } from "../messages/index.ts";
import { answerOf, passing, type CallContext, type Model } from "../models/index.ts";

/** How calls of a model are turned into spans and metrics. */
export interface Observer {
  readonly tracer: Tracer;
  readonly propagator: TextMapPropagator;
  readonly root: Context;
  readonly kind: SpanKind;
  /** Attributes of every span and metric. */
  readonly attributes: Attributes;
  now(): number;
  record(end: CallEnd): void;
}

/** What metrics record about a call. Durations are in seconds. */
export interface CallEnd {
  readonly attributes: Attributes;
  readonly duration: number;
  readonly firstDuration: number | undefined;
  readonly input: number | undefined;
  readonly output: number | undefined;
}

/** Wraps a model so that its calls are recorded; requests that it makes get the span as their parent. */
export const observed = (model: Model, observer: Observer): Model => ({
  ...passing(model),
  ...(model.guarded && { guarded: model.guarded }),
  ...(model.invalidCalls && { invalidCalls: model.invalidCalls }),
  stream: (request, context) => ({
    async *[Symbol.asyncIterator]() {
      const call = new Call(request, context, observer);
      try {
        for await (const event of model.stream(request, call.context)) {
          call.take(event);
          yield event;
        }
      } catch (error) {
        call.fail(error);
        throw error;
      } finally {
        call.end();
      }
    },
  }),
  async answer(request, context) {
    const call = new Call(request, context, observer);
    try {
      const answer = await answerOf(model, request, call.context);
      call.answered(answer);
      call.used(answer.usage);
      call.stopped(answer.stop_reason);
      return answer;
    } catch (error) {
      call.fail(error);
      throw error;
    } finally {
      call.end();
    }
  },
});

/** One call, from the start of its span to the end. */
class Call {
  readonly context: CallContext;
  private readonly observer: Observer;
  private readonly span: Span;
  private readonly began: number;
  private readonly attributes: Record<string, string | number>;
  private usage: Partial<Usage> | undefined;
  private firstDuration: number | undefined;
  private isComplete = false;
  private failure: string | undefined;

  constructor(request: MessagesRequest, context: CallContext, observer: Observer) {
    const { propagator, tracer, root, kind, now } = observer;
    const parent = propagator.extract(root, context.traceHeaders ?? {}, defaultTextMapGetter);
    [this.observer, this.began] = [observer, now()];
    this.attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": request.model.slice(0, 256),
    };
    const attributes = { ...observer.attributes, ...this.attributes, ...settingsOf(request, context) };
    this.span = tracer.startSpan(`chat ${request.model.slice(0, 256)}`, { kind, attributes }, parent);
    const traceHeaders: Record<string, string> = {};
    propagator.inject(trace.setSpan(parent, this.span), traceHeaders, defaultTextMapSetter);
    this.context = {
      ...context,
      traceHeaders,
      count: (event) => {
        this.span.addEvent(event);
        context.count?.(event);
      },
    };
  }

  take(event: StreamEvent): void {
    this.firstDuration ??= this.elapsed();
    if (event.type === "message_start") {
      this.answered(event.message);
      this.used(event.message.usage);
    } else if (event.type === "message_delta") {
      this.used(event.usage);
      this.stopped(event.delta.stop_reason);
    } else if (event.type === "message_stop") this.isComplete = true;
  }

  answered({ id, model }: { readonly id: string; readonly model: string }): void {
    this.attributes["gen_ai.response.model"] = model;
    this.span.setAttribute("gen_ai.response.id", id);
  }

  used(usage: Partial<Usage>): void {
    this.usage = { ...this.usage, ...usage };
  }

  stopped(reason: string | null | undefined): void {
    this.isComplete = true;
    if (reason) this.span.setAttribute("gen_ai.response.finish_reasons", [reason]);
  }

  fail(error: unknown): void {
    const isAborted = this.context.signal.aborted;
    this.failure = error instanceof ApiError ? error.type : isAborted ? "aborted" : "api_error";
    if (error instanceof ApiError) this.span.setAttribute("http.response.status_code", error.status);
  }

  end(): void {
    const failure = this.failure ?? (this.isComplete ? undefined : "aborted");
    if (failure !== undefined) {
      this.attributes["error.type"] = failure;
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    const { usage, attributes, firstDuration } = this;
    const cached = {
      "gen_ai.usage.cache_read.input_tokens": usage?.cache_read_input_tokens,
      "gen_ai.usage.cache_creation.input_tokens": usage?.cache_creation_input_tokens,
    };
    // The conventions include cached tokens in the input.
    const input = usage && sum(usage.input_tokens, ...Object.values(cached));
    const output = usage && sum(usage.output_tokens);
    const counts = { "gen_ai.usage.input_tokens": input, "gen_ai.usage.output_tokens": output, ...cached };
    this.span.setAttributes({ ...attributes, ...present(counts) });
    this.span.end();
    this.observer.record({
      attributes: { ...this.observer.attributes, ...attributes },
      duration: this.elapsed(),
      firstDuration,
      input,
      output,
    });
  }

  private elapsed(): number {
    return Math.max(0, this.observer.now() - this.began) / 1000;
  }
}

const settingsOf = (request: MessagesRequest, { requestId, caller }: CallContext): Attributes =>
  present({
    "gen_ai.request.max_tokens": request.max_tokens,
    "gen_ai.request.temperature": request.temperature,
    "gen_ai.request.top_p": request.top_p,
    "gen_ai.request.top_k": request.top_k,
    "antiphon.request_id": requestId,
    "antiphon.key": caller,
  });

const present = (attributes: Readonly<Record<string, string | number | null | undefined>>): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value]],
    ),
  );

const sum = (...counts: readonly (number | null | undefined)[]): number =>
  counts.reduce<number>((total, count) => total + (count ?? 0), 0);
