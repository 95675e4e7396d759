import { systemClock, type Clock } from "../lib/index.ts";
import type {
  JsonInput,
  Message,
  MessagesRequest,
  MessagesResponse,
  StreamEvent,
  ToolResultBlock,
  ToolUseBlock,
  Usage,
} from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import { formOf, type Form } from "./form.ts";
import type { Standard } from "./standard.ts";
import type { Tool } from "./tool.ts";

/** An event of a loop, in order of occurrence: stream events, complete answers, calls and their results. */
export type LoopEvent =
  /** Sent as it arrives; a second `message_start` means that the request was retried. */
  | { readonly type: "stream"; readonly event: StreamEvent }
  | { readonly type: "answer"; readonly response: MessagesResponse }
  /** Sent before the tool runs. */
  | { readonly type: "call"; readonly block: ToolUseBlock }
  | { readonly type: "progress"; readonly id: string; readonly text: string }
  /** The conversation was replaced by a shorter one. */
  | { readonly type: "compaction"; readonly messages: readonly Message[] }
  /** In order of completion; not sent for calls that a limit or an abort cut short. */
  | { readonly type: "result"; readonly block: ToolResultBlock }
  | { readonly type: "retry"; readonly error: Error; readonly milliseconds: number };

/** The limits that end a loop before its model does: answers, time and tokens. */
export interface Limits {
  /** Maximum number of answers, including those in `past`. */
  readonly iterations: number;
  /** Maximum wall-clock time of the whole loop; requests and tools in progress are cancelled. */
  readonly milliseconds: number;
  /** Maximum input and output tokens of all requests, cached input included; checked before each request. */
  readonly tokens: number;
  /** Maximum number of tools that run concurrently. */
  readonly parallel: number;
  /** Maximum wall-clock time of one tool. */
  readonly toolMilliseconds: number;
  /** Retries of one request after 408, 409, 429, 5xx and lost connections. */
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

/** Why a loop ended: the stop reason of the last answer, or the limit that was reached. */
export type Stopped =
  | MessagesResponse["stop_reason"]
  | "iterations"
  | "time"
  | "tokens"
  | "aborted"
  | "approval";

/** Whether a call may run: yes, no, no with a reason for the model, or wait until a person decides. */
export type Approval = boolean | { readonly no: string } | "wait";

/** The state at the beginning of a step. */
export interface Talk {
  /** The number of answers so far, from 0. */
  readonly step: number;
  readonly messages: readonly Message[];
  readonly usage: Usage;
}

type LoopRequest = Omit<MessagesRequest, "tools" | "stream">;

/** What changes for a single step: fields of the request, the tools, the model's client. */
export interface Step extends Partial<Omit<LoopRequest, "messages">> {
  readonly tools?: readonly Tool[];
  readonly client?: Pick<Model, "stream">;
}

/** How a loop ended, the whole conversation and its usage. */
export interface Outcome {
  readonly stopped: Stopped;
  /** Every call has its result, except `pending` ones. Begins with the request's messages, unless compacted. */
  readonly messages: readonly Message[];
  readonly usage: Usage;
  /** With `approval`: the pending calls, which end `messages`. A loop started from it asks for their approval again. */
  readonly pending?: readonly ToolUseBlock[];
  /** With `output`: the value of the final answer, once it matches. */
  readonly output?: unknown;
}

/** What `loop` needs: the model, the initial request, the tools and the hooks. */
export interface LoopOptions {
  readonly model: Pick<Model, "stream">;
  /** A `tool_choice` of any or tool applies to the first answer only; repeated, the turn would never end. */
  readonly request: LoopRequest;
  readonly tools?: readonly Tool[];
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
  /**
   * Events that `on` received before a crash: recorded answers are not requested again, and calls with results don't
   * run again.
   */
  readonly past?: readonly LoopEvent[];
  /** Names of betas (`anthropic-beta`), for models that support some; other headers belong to the client. */
  readonly betas?: readonly string[];
  /**
   * The format of the final answer: a JSON Schema or a Standard Schema. An answer that doesn't match is requested
   * again.
   */
  readonly output?: JsonInput | Standard;
  /** Called for each call before any call of an answer runs. */
  approve?(call: ToolUseBlock): Approval | Promise<Approval>;
  /** Called before each request; the returned changes apply to that request only. */
  prepareStep?(talk: Talk): Step | undefined | Promise<Step | undefined>;
  /** Called before each request; returned messages replace the conversation. */
  compact?(talk: Talk): readonly Message[] | undefined | Promise<readonly Message[] | undefined>;
  /** Awaited before the loop acts, one event at a time; an error that it throws ends the loop. */
  on?(event: LoopEvent): void | Promise<void>;
  readonly clock?: Clock;
  /** Jitter for retries: a number from 0 to below 1. */
  readonly random?: () => number;
}

/** Emits an event. Without one, waits for events in progress. Throws what `on` threw. */
export type Emit = (event?: LoopEvent) => Promise<void>;

export interface Settings extends Omit<LoopOptions, "on" | "output"> {
  readonly tools: readonly Tool[];
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly past: readonly LoopEvent[];
  readonly emit: Emit;
  readonly clock: Clock;
  readonly random: () => number;
  readonly form: Form | undefined;
  approve(call: ToolUseBlock): Approval | Promise<Approval>;
}

export const settle = (options: LoopOptions): Settings => ({
  ...options,
  form: options.output === undefined ? undefined : formOf(options.output),
  approve: (call) => options.approve?.(call) ?? true,
  tools: options.tools ?? [],
  limits: { ...defaults, ...options.limits },
  signal: options.signal ?? new AbortController().signal,
  past: options.past ?? [],
  emit: inTurn((event) => options.on?.(event)),
  clock: options.clock ?? systemClock,
  random: options.random ?? Math.random,
});

/**
 * Calls `on` for one event at a time, because parallel tools must not write to a journal at the same time. After a
 * failure no more events are sent.
 */
function inTurn(on: (event: LoopEvent) => void | Promise<void>): Emit {
  let tail: Promise<void> = Promise.resolve();
  return (event) => {
    if (event !== undefined) tail = tail.then(() => on(event));
    tail.catch(() => undefined); // the caller sees the failure when awaiting it
    return tail;
  };
}
