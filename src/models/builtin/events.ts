import type {
  MessagesRequest,
  StopReason,
  StreamEvent,
  TextBlock,
  ToolUseBlock,
} from "../../messages/index.ts";
import type { Answer } from "./answer.ts";

interface About {
  readonly request: MessagesRequest;
  /** Hexadecimal; ids are cut from it, so that equal requests give equal ids and different ones don't. */
  readonly seed: string;
  readonly input: number;
}

const tokens = (text: string): number => Math.ceil(text.length / 4);

/** An answer as the events of a stream. A text that exceeds max_tokens is cut, and says so by its stop reason. */
export function* events(answer: Answer, { request, seed, input }: About): Generator<StreamEvent> {
  const calls: readonly ToolUseBlock[] = answer.calls.map((call, i) => ({
    type: "tool_use",
    id: `toolu_${seed.slice(0, 20)}${i.toString().padStart(4, "0")}`,
    name: call.name,
    input: call.input,
  }));
  const output = tokens(answer.text + calls.map((call) => call.name + JSON.stringify(call.input)).join(""));
  const over = output > request.max_tokens;
  const text = over ? answer.text.slice(0, request.max_tokens * 4) : answer.text;
  const blocks: readonly (TextBlock | ToolUseBlock)[] = [
    ...(text ? [{ type: "text", text } as const] : []),
    ...(over ? [] : calls),
  ];
  const reason: StopReason = over ? "max_tokens" : calls.length ? "tool_use" : "end_turn";
  yield {
    type: "message_start",
    message: {
      id: `msg_${seed.slice(20, 44)}`,
      type: "message",
      role: "assistant",
      model: request.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: 0 },
    },
  };
  for (const [index, block] of blocks.entries()) yield* blockEvents(index, block);
  const used = { input_tokens: input, output_tokens: Math.min(output, request.max_tokens) };
  yield { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: used };
  yield { type: "message_stop" };
}

function* blockEvents(index: number, block: TextBlock | ToolUseBlock): Generator<StreamEvent> {
  if (block.type === "text") {
    yield { type: "content_block_start", index, content_block: { type: "text", text: "" } };
    yield { type: "content_block_delta", index, delta: { type: "text_delta", text: block.text } };
  } else {
    yield { type: "content_block_start", index, content_block: { ...block, input: {} } };
    yield {
      type: "content_block_delta",
      index,
      delta: { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
    };
  }
  yield { type: "content_block_stop", index };
}
