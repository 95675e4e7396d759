import {
  eventsOf,
  type AnswerBlock,
  type MessagesRequest,
  type MessagesResponse,
  type StopReason,
  type StreamEvent,
} from "../messages/index.ts";
import type { CallContext, Model } from "./model.ts";

/** The next output of a scripted model: an answer, its events, an error, or a function that decides. */
export type Line =
  | MessagesResponse
  | readonly StreamEvent[]
  | Error
  | ((request: MessagesRequest, context: CallContext) => MessagesResponse | Promise<MessagesResponse>);

export const answer = (
  content: readonly AnswerBlock[] | string,
  stop_reason: StopReason = typeof content !== "string" && content.some(({ type }) => type === "tool_use")
    ? "tool_use"
    : "end_turn",
): MessagesResponse => ({
  id: "msg_scripted",
  type: "message",
  role: "assistant",
  model: "scripted",
  content: typeof content === "string" ? [{ type: "text", text: content }] : content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
});

export const use = (id: string, name: string, input: Record<string, string | number> = {}) =>
  ({ type: "tool_use", id, name, input }) as const;

/** The events of an answer whose calls have this text as input, valid or not. */
export function written(
  calls: readonly { readonly id: string; readonly name: string; readonly json: string }[],
  stop_reason: StopReason = "tool_use",
): readonly StreamEvent[] {
  const blank = [
    ...eventsOf(
      answer(
        calls.map(({ id, name }) => use(id, name)),
        stop_reason,
      ),
    ),
  ];
  return blank.map((event) =>
    event.type === "content_block_delta"
      ? { ...event, delta: { type: "input_json_delta", partial_json: calls[event.index]?.json ?? "" } }
      : event,
  );
}

/** A model that returns its lines in order, and records its requests. */
export function scripted(...lines: readonly Line[]): Model & { readonly asked: MessagesRequest[] } {
  const requests: MessagesRequest[] = [];
  return {
    asked: requests,
    list: () => Promise.resolve([{ id: "scripted", display_name: "Scripted", context_window: 1000 }]),
    async *stream(request, context) {
      const line = lines[requests.length];
      requests.push(structuredClone(request));
      if (line === undefined) throw new Error(`The script has no line ${requests.length}.`);
      if (line instanceof Error) throw line;
      if (Array.isArray(line)) yield* line as readonly StreamEvent[];
      else
        yield* eventsOf(
          typeof line === "function" ? await line(request, context) : (line as MessagesResponse),
        );
    },
    countTokens: () => Promise.resolve({ input_tokens: 10, exact: true }),
    close: () => Promise.resolve(),
  };
}
