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

/** What happens in a loop, in its order: events of the stream, whole answers, calls and their results. */
export type LoopEvent =
  /** As it arrives; a second `message_start` means that the request was sent anew. */
  | { readonly type: "stream"; readonly event: StreamEvent }
  | { readonly type: "answer"; readonly response: MessagesResponse }
  /** Before the tool runs. */
  | { readonly type: "call"; readonly block: ToolUseBlock }
  | { readonly type: "progress"; readonly id: string; readonly text: string }
  /** The conversation was replaced by a shorter one. */
  | { readonly type: "compaction"; readonly messages: readonly Message[] }
  /** In the order of completion; not sent for calls that a cap or an abort cut short. */
  | { readonly type: "result"; readonly block: ToolResultBlock }
  | { readonly type: "retry"; readonly error: Error; readonly milliseconds: number };

/** What ends a loop that its model doesn't: answers, time and tokens. */
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

/** Why a loop ended: the stop reason of the last answer, or the limit that it reached. */
export type Stopped =
  | MessagesResponse["stop_reason"]
  | "iterations"
  | "time"
  | "tokens"
  | "aborted"
  | "approval";

/** Whether a call may run: yes, no, no with a reason for the model, or not until a person has decided. */
export type Approval = boolean | { readonly no: string } | "wait";

/** What a step begins with. */
export interface Talk {
  /** From 0: answers so far. */
  readonly step: number;
  readonly messages: readonly Message[];
  readonly usage: Usage;
}

type LoopRequest = Omit<MessagesRequest, "tools" | "stream">;

/** What is different in one step: fields of the request, the tools, the model's client. */
export interface Step extends Partial<Omit<LoopRequest, "messages">> {
  readonly tools?: readonly Tool[];
  readonly client?: Pick<Model, "stream">;
}

/** How a loop ended: why, with the whole conversation, and what was spent. */
export interface Outcome {
  readonly stopped: Stopped;
  /** From the request's first message on; every call has its result. */
  readonly messages: readonly Message[];
  readonly usage: Usage;
  /** With `approval`: the calls that wait. `messages` ends with them; a loop on it begins with asking for them again. */
  readonly pending?: readonly ToolUseBlock[];
  /** With `output`: what the final answer holds, once it fits. */
  readonly output?: unknown;
}

/** A model, the request that begins the conversation, the tools that run, and what may come between. */
export interface LoopOptions {
  readonly model: Pick<Model, "stream">;
  /** A `tool_choice` of any or tool holds for the first answer; repeated, it would never let the turn end. */
  readonly request: LoopRequest;
  readonly tools?: readonly Tool[];
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
  /** What `on` was told before a crash: its answers are not asked for again, its results not run again. */
  readonly past?: readonly LoopEvent[];
  /** Names of betas, for models that know some (`anthropic-beta`); other headers are the client's. */
  readonly betas?: readonly string[];
  /** The form of the final answer: a JSON Schema or a Standard Schema. What does not fit is asked for again. */
  readonly output?: JsonInput | Standard;
  /** Asked for each call before any call of an answer runs. */
  approve?(call: ToolUseBlock): Approval | Promise<Approval>;
  /** Asked before each request; what it gives holds for that one. */
  prepareStep?(talk: Talk): Step | undefined | Promise<Step | undefined>;
  /** Asked before each request; what it gives replaces the conversation. */
  compact?(talk: Talk): readonly Message[] | undefined | Promise<readonly Message[] | undefined>;
  /** Awaited before the loop acts, one event at a time; what it throws ends the loop. */
  on?(event: LoopEvent): void | Promise<void>;
  readonly clock?: Clock;
  /** Spreads retries; from 0 to below 1. */
  readonly random?: () => number;
}

/** Without an event it waits for those under way, and throws what `on` threw. */
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

/** Parallel tools must not call a journal at the same time; after one failure nothing more is told. */
function inTurn(on: (event: LoopEvent) => void | Promise<void>): Emit {
  let tail: Promise<void> = Promise.resolve();
  return (event) => {
    if (event !== undefined) tail = tail.then(() => on(event));
    tail.catch(() => undefined); // whoever awaits it sees the failure
    return tail;
  };
}
