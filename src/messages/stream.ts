import type { AnswerBlock, Delta, MessagesResponse, StreamEvent } from "./types.ts";

/** Converts a complete answer to the events that a streaming model would have sent; the inverse of `collect`. */
export async function* streamOf(response: MessagesResponse): AsyncGenerator<StreamEvent> {
  yield* eventsOf(response);
}

/** The same, synchronously. */
export function* eventsOf(response: MessagesResponse): Generator<StreamEvent> {
  const { content, stop_reason, stop_sequence, usage } = response;
  yield {
    type: "message_start",
    message: {
      ...response,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 0 },
    },
  };
  for (const [index, block] of content.entries()) {
    yield { type: "content_block_start", index, content_block: begun(block) };
    for (const delta of deltas(block)) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  yield {
    type: "message_delta",
    delta: { stop_reason, stop_sequence },
    usage: { output_tokens: usage.output_tokens },
  };
  yield { type: "message_stop" };
}

function begun(block: AnswerBlock): AnswerBlock {
  if (block.type === "text") {
    const { citations: _, ...rest } = block;
    return block.citations?.length ? { ...rest, text: "" } : { ...block, text: "" };
  }
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  return block.type === "tool_use" || block.type === "server_tool_use" ? { ...block, input: {} } : block;
}

function* deltas(block: AnswerBlock): Generator<Delta> {
  if (block.type === "text") {
    for (const citation of block.citations ?? []) yield { type: "citations_delta", citation };
    if (block.text) yield { type: "text_delta", text: block.text };
  } else if (block.type === "thinking") {
    if (block.thinking) yield { type: "thinking_delta", thinking: block.thinking };
    if (block.signature) yield { type: "signature_delta", signature: block.signature };
  } else if (block.type === "tool_use" || block.type === "server_tool_use") {
    yield { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  }
}
