import {
  ApiError,
  type MessagesResponse,
  type StopReason,
  type StreamEvent,
  type Usage,
} from "../../messages/index.ts";

const finishes: Readonly<Partial<Record<StopReason, string>>> = {
  tool_use: "tool_calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content_filter",
};
const finish = (reason: StopReason | null): string => finishes[reason ?? "end_turn"] ?? "stop";

export function usageOf(usage: Partial<Usage>): object {
  const cached = usage.cache_read_input_tokens ?? 0;
  const prompt_tokens = (usage.input_tokens ?? 0) + cached + (usage.cache_creation_input_tokens ?? 0);
  const completion_tokens = usage.output_tokens ?? 0;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

/** Converts a response to a chat completion. `created` is in seconds. */
export function toCompletion(answer: MessagesResponse, created: number): object {
  const text = answer.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const thinking = answer.content
    .flatMap((block) => (block.type === "thinking" ? [block.thinking] : []))
    .join("");
  const calls = answer.content.flatMap((block) =>
    block.type === "tool_use"
      ? [
          {
            id: block.id,
            type: "function",
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  const message = {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    refusal: null,
    ...(thinking !== "" && { reasoning_content: thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    id: answer.id.replace(/^msg_/, "chatcmpl-"),
    object: "chat.completion",
    created,
    model: answer.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish(answer.stop_reason) }],
    usage: usageOf(answer.usage),
  };
}

interface Chunking {
  readonly created: number;
  /** Adds a last chunk that has the usage and no choices; the others have `usage: null` then. */
  readonly includeUsage?: boolean | undefined;
}

/** Yields a stream's chunks. An error in mid-stream is sent as a chunk, as clients expect. */
export async function* toChunks(
  events: AsyncIterable<StreamEvent>,
  { created, includeUsage = false }: Chunking,
): AsyncGenerator<string> {
  let [head, usage, calls, begun] = [{}, {} as Partial<Usage>, -1, false];
  let silent = false; // whether a call has begun without any argument text sent
  const noUsage = includeUsage && { usage: null };
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    frame({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }], ...noUsage });
  try {
    for await (const event of events) {
      if (event.type === "message_start") {
        const { id, model } = event.message;
        head = { id: id.replace(/^msg_/, "chatcmpl-"), object: "chat.completion.chunk", created, model };
        usage = event.message.usage;
        begun = true;
        yield chunk({ role: "assistant", content: "" });
      } else if (event.type === "content_block_start" && event.content_block.type === "tool_use") {
        const { id, name } = event.content_block;
        calls++;
        silent = true;
        yield chunk({
          tool_calls: [{ index: calls, id, type: "function", function: { name, arguments: "" } }],
        });
      } else if (event.type === "content_block_delta") {
        const { delta } = event;
        if (delta.type === "input_json_delta" && delta.partial_json !== "") silent = false;
        if (delta.type === "text_delta") yield chunk({ content: delta.text });
        if (delta.type === "thinking_delta") yield chunk({ reasoning_content: delta.thinking });
        if (delta.type === "input_json_delta")
          yield chunk({ tool_calls: [{ index: calls, function: { arguments: delta.partial_json } }] });
      } else if (event.type === "content_block_stop" && silent) {
        silent = false;
        yield chunk({ tool_calls: [{ index: calls, function: { arguments: "{}" } }] });
      } else if (event.type === "message_delta") {
        usage = { ...usage, ...event.usage };
        yield chunk({}, finish(event.delta.stop_reason));
      }
    }
    if (includeUsage) yield frame({ ...head, choices: [], usage: usageOf(usage) });
    yield "data: [DONE]\n\n";
  } catch (error) {
    if (!begun || !(error instanceof ApiError)) throw error; // the response can still have an error status
    yield frame({ error: { message: error.message, type: error.type, code: null, param: null } });
  }
}

const frame = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
