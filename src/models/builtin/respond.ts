import {
  estimateText,
  estimateTokens,
  newMessageId,
  newToolUseId,
  type MessagesRequest,
  type MessagesResponse,
  type StopReason,
  type ToolUseBlock,
} from "../../messages/index.ts";
import type { Answer } from "./plain.ts";

/** Converts an answer to a response. Its ids are unique: equal requests get equal content with other ids. */
export function respond(request: MessagesRequest, answer: Answer): MessagesResponse {
  const calls = answer.calls.map((call): ToolUseBlock => ({
    type: "tool_use",
    id: newToolUseId(),
    name: call.name,
    input: call.input,
  }));
  const cut = shorten(request, answer.text, calls);
  return {
    id: newMessageId(),
    type: "message",
    role: "assistant",
    model: request.model,
    content: [...(cut.text ? [{ type: "text", text: cut.text } as const] : []), ...cut.calls],
    stop_reason: cut.reason,
    stop_sequence: cut.sequence,
    usage: {
      input_tokens: estimateTokens(request).input_tokens,
      output_tokens: tokensOf(cut.text, cut.calls),
    },
  };
}

interface Cut {
  readonly text: string;
  readonly calls: readonly ToolUseBlock[];
  readonly reason: StopReason;
  readonly sequence: string | null;
}

const tokensOf = (text: string, calls: readonly ToolUseBlock[]): number =>
  estimateText(text) +
  calls.reduce((sum, call) => sum + 8 + estimateText(call.name + JSON.stringify(call.input)), 0);

/** The part of an answer within max_tokens and before the first stop sequence; a call is kept whole or dropped. */
function shorten(request: MessagesRequest, text: string, calls: readonly ToolUseBlock[]): Cut {
  const stops = (request.stop_sequences ?? [])
    .map((sequence) => ({ sequence, at: sequence ? text.indexOf(sequence) : -1 }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const [stop] = stops;
  const shortened = stop ? text.slice(0, stop.at) : text;
  if (tokensOf(shortened, stop ? [] : calls) > request.max_tokens) {
    let length = shortened.length;
    while (length > 0 && estimateText(shortened.slice(0, length)) > request.max_tokens)
      length = Math.floor(length * 0.9);
    return { text: shortened.slice(0, length), calls: [], reason: "max_tokens", sequence: null };
  }
  if (stop) return { text: shortened, calls: [], reason: "stop_sequence", sequence: stop.sequence };
  return { text, calls, reason: calls.length > 0 ? "tool_use" : "end_turn", sequence: null };
}
