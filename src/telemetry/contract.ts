import type { Model } from "../models/index.ts";

/**
 * Spans and metrics of requests, following OpenTelemetry's conventions for generative AI. Contents are never recorded.
 */
export interface Telemetry {
  /** Wraps a model for incoming requests: server spans, children of the caller's span. */
  served(model: Model): Model;
  /** Wraps a model for requests to an upstream: client spans, which are propagated as parents. */
  upstream(model: Model, upstream: UpstreamName): Model;
  /** Traces a loop that continues in this process: a span, with the spans of its requests and tools as children. */
  loop(id: string): LoopTrace;
  /** Flushes pending data. */
  close(): Promise<void>;
}

export interface LoopTrace {
  /** Headers for the loop's requests. */
  readonly traceHeaders: Readonly<Record<string, string>>;
  /** Runs a tool in its own span. */
  tool<T>(call: { readonly name: string; readonly id: string }, run: () => Promise<T>): Promise<T>;
  /** Ends the span, with the type of the error if it failed. */
  end(error?: string): void;
}

export interface UpstreamName {
  readonly provider: string;
  readonly url: string | undefined;
}

export interface TelemetryOptions {
  /** The environment, including OpenTelemetry's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: { now(): number };
  /** Reports why something can't be exported. */
  note(text: string): void;
}
