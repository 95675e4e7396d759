import { systemClock, type Clock } from "../lib/index.ts";
import type {
  Message,
  MessagesRequest,
  MessagesResponse,
  StreamEvent,
  ToolResultBlock,
  ToolUseBlock,
  Usage,
} from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import type { Tool } from "./tool.ts";

export type LoopEvent =
  /** As it arrives; a second `message_start` means that the request was sent anew. */
  | { readonly type: "stream"; readonly event: StreamEvent }
  | { readonly type: "answer"; readonly response: MessagesResponse }
  /** Before the tool runs. */
  | { readonly type: "call"; readonly block: ToolUseBlock }
  | { readonly type: "progress"; readonly id: string; readonly text: string }
  /** In the order of completion; not sent for calls that a cap or an abort cut short. */
  | { readonly type: "result"; readonly block: ToolResultBlock }
  | { readonly type: "retry"; readonly error: Error; readonly milliseconds: number };

export interface Limits {
  /** Answers of the model, those of `past` included. */
  readonly iterations: number;
  /** Wall clock of the whole loop; requests and tools under way are cancelled. */
  readonly milliseconds: number;
  /** Input and output of all requests together, cached input included; checked before each request. */
  readonly tokens: number;
  /** Tools that run at one time. */
  readonly parallel: number;
  /** Wall clock of one tool. */
  readonly toolMilliseconds: number;
  /** Second tries of one request, after 408, 409, 429, 5xx and lost connections. */
  readonly retries: number;
}

export const defaults: Limits = {
  iterations: 32,
  milliseconds: 600_000,
  tokens: 2_000_000,
  parallel: 8,
  toolMilliseconds: 120_000,
  retries: 2,
};

export type Stopped = MessagesResponse["stop_reason"] | "iterations" | "time" | "tokens" | "aborted";

export interface Outcome {
  readonly stopped: Stopped;
  /** From the request's first message on; every call has its result. */
  readonly messages: readonly Message[];
  readonly usage: Usage;
}

export interface LoopOptions {
  readonly model: Pick<Model, "stream">;
  /** A `tool_choice` of any or tool holds for the first answer; repeated, it would never let the turn end. */
  readonly request: Omit<MessagesRequest, "tools" | "stream">;
  readonly tools?: readonly Tool[];
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
  /** What `on` was told before a crash: its answers are not asked for again, its results not run again. */
  readonly past?: readonly LoopEvent[];
  /** Awaited before the loop acts, one event at a time; what it throws ends the loop. */
  on?(event: LoopEvent): void | Promise<void>;
  readonly clock?: Clock;
  /** Spreads retries; from 0 to below 1. */
  readonly random?: () => number;
}

/** Without an event it waits for those under way, and throws what `on` threw. */
export type Emit = (event?: LoopEvent) => Promise<void>;

export interface Settings extends Omit<LoopOptions, "on"> {
  readonly tools: readonly Tool[];
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly past: readonly LoopEvent[];
  readonly emit: Emit;
  readonly clock: Clock;
  readonly random: () => number;
}

export const settle = (options: LoopOptions): Settings => ({
  model: options.model,
  request: options.request,
  tools: options.tools ?? [],
  limits: { ...defaults, ...options.limits },
  signal: options.signal ?? new AbortController().signal,
  past: options.past ?? [],
  emit: inTurn((event) => options.on?.(event)),
  clock: options.clock ?? systemClock,
  random: options.random ?? Math.random,
});

/** Parallel tools must not call a journal at the same time; after one failure nothing more is told. */
function inTurn(on: (event: LoopEvent) => void | Promise<void>): Emit {
  let tail: Promise<void> = Promise.resolve();
  return (event) => {
    if (event !== undefined) tail = tail.then(() => on(event));
    tail.catch(() => undefined); // whoever awaits it sees the failure
    return tail;
  };
}
