import {
  ApiError,
  eventsOf,
  type JsonInput,
  type MessagesResponse,
  type StreamEvent,
} from "../messages/index.ts";

/** A call of a tool; its id is made where none is given. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: JsonInput;
  readonly id?: string;
}

/** A line that reaches the client as it stands, with whatever is wrong with it. */
export class Unchecked {
  readonly parts: readonly (string | ScriptedCall)[];
  /** Of the last call's input no more than these characters are sent, and the answer ends with `max_tokens`. */
  readonly cutAfter: number | undefined;

  constructor(parts: Unchecked["parts"], cutAfter?: number) {
    this.parts = parts;
    this.cutAfter = cutAfter;
  }

  async *events(answer: MessagesResponse): AsyncIterable<StreamEvent> {
    const last = answer.content.length - 1;
    for await (const event of eventsOf(answer)) {
      if (this.cutAfter === undefined) yield event;
      else if (
        event.type === "content_block_delta" &&
        event.index === last &&
        event.delta.type === "input_json_delta"
      )
        yield {
          ...event,
          delta: { ...event.delta, partial_json: event.delta.partial_json.slice(0, this.cutAfter) },
        };
      else if (event.type === "message_delta")
        yield { ...event, delta: { ...event.delta, stop_reason: "max_tokens" } };
      else yield event;
    }
  }
}

/**
 * What no guarded model says: calls of unknown tools, inputs that miss their schema. For tests of how an agent takes it.
 */
export const unchecked = (...parts: Unchecked["parts"]): Unchecked => new Unchecked(parts);

/** A call that `max_tokens` cuts off within its input, after so many characters of JSON. */
export const cutCall = (call: ScriptedCall, after = 8): Unchecked => new Unchecked([call], after);

/** The service is overloaded (529); with `retryAfter`, in seconds, it says when to come back. */
export const overloaded = (retryAfter?: number): ApiError =>
  failure("overloaded_error", "Overloaded", retryAfter);

/** Too many requests (429). */
export const rateLimited = (retryAfter?: number): ApiError =>
  failure("rate_limit_error", "Rate limited", retryAfter);

const failure = (
  type: "overloaded_error" | "rate_limit_error",
  message: string,
  retryAfter?: number,
): ApiError => new ApiError(type, message, retryAfter === undefined ? {} : { retryAfter });
