import {
  ApiError,
  eventsOf,
  type JsonInput,
  type MessagesResponse,
  type StreamEvent,
} from "../messages/index.ts";

/** A tool call; its id is generated if missing. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: JsonInput;
  readonly id?: string;
}

/** A line that reaches the client unchanged, errors included. */
export class Unchecked {
  readonly parts: readonly (string | ScriptedCall)[];
  /** Truncates the last call's input after this many characters and ends the answer with `max_tokens`. */
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
 * Creates output that a guarded model never sends, such as calls of unknown tools or with invalid input. It tests how
 * an agent handles them.
 */
export const unchecked = (...parts: Unchecked["parts"]): Unchecked => new Unchecked(parts);

/** A call that `max_tokens` cuts off after the given number of characters of its JSON input. */
export const cutCall = (call: ScriptedCall, after = 8): Unchecked => new Unchecked([call], after);

/** An error 529 (overloaded), with an optional `retryAfter` in seconds. */
export const overloaded = (retryAfter?: number): ApiError =>
  failure("overloaded_error", "Overloaded", retryAfter);

/** An error 429 (too many requests), with an optional `retryAfter` in seconds. */
export const rateLimited = (retryAfter?: number): ApiError =>
  failure("rate_limit_error", "Rate limited", retryAfter);

const failure = (
  type: "overloaded_error" | "rate_limit_error",
  message: string,
  retryAfter?: number,
): ApiError => new ApiError(type, message, retryAfter === undefined ? {} : { retryAfter });
