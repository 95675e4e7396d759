import { ApiError, type ErrorType, type MessagesRequest, type StreamEvent } from "../../messages/index.ts";
import type { CallContext } from "../model.ts";

export type Events = AsyncIterable<StreamEvent>;

export interface Injection {
  readonly request: MessagesRequest;
  readonly context: CallContext;
  /** The model's own answer, requested when this is first read. */
  readonly events: () => Events;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}
export interface Fault {
  readonly summary: string;
  inject(injection: Injection): Events;
}

const refuses = (type: ErrorType, message: string, retryAfter?: number): Fault => ({
  summary: `${type}${retryAfter === undefined ? "" : `, retry-after ${retryAfter}`}`,
  // oxlint-disable-next-line require-yield -- it throws instead of an answer
  async *inject() {
    throw new ApiError(type, message, retryAfter === undefined ? {} : { retryAfter });
  },
});

/** A fault that edits the events of the answer; an empty list drops the event. */
const edits = (
  summary: string,
  edit: (event: StreamEvent, injection: Injection) => readonly StreamEvent[],
): Fault => ({
  summary,
  async *inject(injection) {
    for await (const event of injection.events()) yield* edit(event, injection);
  },
});

const isJson = (event: StreamEvent): event is Delta =>
  event.type === "content_block_delta" && event.delta.type === "input_json_delta";
type Delta = Extract<StreamEvent, { type: "content_block_delta" }>;

const json = (event: Delta, partial_json: string): StreamEvent => ({
  ...event,
  delta: { type: "input_json_delta", partial_json },
});

const call = (event: StreamEvent, change: Readonly<Record<string, string>>): readonly StreamEvent[] =>
  event.type === "content_block_start" && event.content_block.type === "tool_use"
    ? [{ ...event, content_block: { ...event.content_block, ...change } }]
    : [event];

/** The failures that can occur between an agent and a model, by name. */
export const faults = {
  rate_limit: refuses("rate_limit_error", "Injected: too many requests.", 1),
  overloaded: refuses("overloaded_error", "Injected: overloaded."),
  server_error: refuses("api_error", "Injected: internal error."),
  timeout: refuses("timeout_error", "Injected: the model took too long."),
  bad_key: refuses("authentication_error", "Injected: invalid key."),
  no_credit: refuses("billing_error", "Injected: no credit left."),
  too_large: refuses("request_too_large", "Injected: the request is too large."),
  slow_start: {
    summary: "two seconds before the first event",
    async *inject({ events, sleep, context }) {
      await sleep(2000, context.signal);
      yield* events();
    },
  },
  slow_stream: {
    summary: "half a second before every event",
    async *inject({ events, sleep, context }) {
      for await (const event of events()) {
        await sleep(500, context.signal);
        yield event;
      }
    },
  },
  hang: {
    summary: "no event after the first, until the caller gives up",
    async *inject({ events, context }) {
      for await (const event of events()) {
        yield event;
        await new Promise((_resolve, reject) => {
          context.signal.addEventListener("abort", () => reject(context.signal.reason as Error), {
            once: true,
          });
        });
      }
    },
  },
  cut_stream: {
    summary: "a stream that ends within its first block",
    async *inject({ events }) {
      for await (const event of events()) {
        yield event;
        if (event.type === "content_block_start") return;
      }
    },
  },
  error_in_stream: {
    summary: "an error event after the answer has begun",
    async *inject({ events }) {
      for await (const event of events()) {
        yield event;
        if (event.type === "content_block_start")
          throw new ApiError("overloaded_error", "Injected: overloaded.");
      }
    },
  },
  malformed_json: edits("input of calls that is no JSON", (event) => [
    isJson(event) ? json(event, "{]") : event,
  ]),
  unfit_input: edits("input of calls that doesn't fit its schema", (event) => [
    isJson(event) ? json(event, `{"injected":[0]}`) : event,
  ]),
  wrong_tool: edits("calls of a tool that isn't defined", (event) => call(event, { name: "injected_tool" })),
  same_id: edits("calls that all have one id", (event) => call(event, { id: "toolu_injected" })),
  wrong_stop: edits("a stop_reason of end_turn, whatever the answer", (event) => [
    event.type === "message_delta"
      ? { ...event, delta: { stop_reason: "end_turn", stop_sequence: null } }
      : event,
  ]),
  max_tokens: edits("a stop_reason of max_tokens", (event) => [
    event.type === "message_delta"
      ? { ...event, delta: { stop_reason: "max_tokens", stop_sequence: null } }
      : event,
  ]),
  empty: edits("an answer without content", (event) =>
    event.type.startsWith("content_block")
      ? []
      : event.type === "message_delta"
        ? [{ ...event, delta: { stop_reason: "end_turn", stop_sequence: null } }]
        : [event],
  ),
  wrong_order: edits("a block that ends twice", (event) =>
    event.type === "content_block_stop" ? [event, event] : [event],
  ),
} satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as readonly FaultName[]; // Object.keys loses the key type
