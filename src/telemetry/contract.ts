import type { Model } from "../models/index.ts";

/** Spans and metrics of requests, by OpenTelemetry's conventions for generative AI. Contents are never recorded. */
export interface Telemetry {
  /** A model as callers ask it: spans of servers, children of the caller's. */
  served(model: Model): Model;
  /** A model as we ask an upstream: spans of clients, which the upstream gets as its parents. */
  upstream(model: Model, upstream: UpstreamName): Model;
  /** A loop that goes on here: a span, with those of its requests and tools below it. */
  loop(id: string): LoopTrace;
  /** Sends what isn't sent yet. */
  close(): Promise<void>;
}

export interface LoopTrace {
  /** For its requests. */
  readonly traceHeaders: Readonly<Record<string, string>>;
  /** Runs a tool in a span of its own. */
  tool<T>(call: { readonly name: string; readonly id: string }, run: () => Promise<T>): Promise<T>;
  /** With the type of what it failed by, if it did. */
  end(error?: string): void;
}

export interface UpstreamName {
  readonly provider: string;
  readonly url: string | undefined;
}

export interface TelemetryOptions {
  /** The environment, with OpenTelemetry's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: { now(): number };
  /** Hears why something can't be exported. */
  note(text: string): void;
}
