import { objectIn } from "../lib/index.ts";
import { ApiError } from "./errors.ts";
import type { AnswerBlock, Citation, Delta, JsonInput, MessagesResponse, StreamEvent } from "./types.ts";

type Growing = AnswerBlock & { json?: string };

/**
 * Collects a stream of events into the complete answer. Throws ApiError (api_error) if the stream ends before
 * `message_stop` or a delta doesn't fit its block. The input of a tool call that a limit cut short is `{}`.
 */
export async function collect(
  events: Iterable<StreamEvent> | AsyncIterable<StreamEvent>,
): Promise<MessagesResponse> {
  let answer: MessagesResponse | undefined;
  const content: AnswerBlock[] = [];
  const json = new Map<number, string[]>();
  for await (const event of events) {
    switch (event.type) {
      case "message_start":
        answer = { ...event.message, stop_reason: "end_turn" };
        break;
      case "content_block_start":
        content[event.index] = { ...event.content_block };
        break;
      case "content_block_delta":
        if (event.delta.type === "input_json_delta") {
          const parts = json.get(event.index);
          if (parts) parts.push(event.delta.partial_json);
          else json.set(event.index, [event.delta.partial_json]);
        } else content[event.index] = grown(content[event.index], event.delta);
        break;
      case "message_delta":
        if (answer) answer = { ...answer, ...event.delta, usage: { ...answer.usage, ...event.usage } };
        break;
      case "message_stop":
        if (answer) return { ...answer, content: content.map((block, i) => finished(block, json.get(i))) };
        break;
      case "content_block_stop":
      case "ping":
        break;
    }
  }
  throw new ApiError("api_error", "The stream ended before message_stop.");
}

function grown(block: Growing | undefined, delta: Exclude<Delta, { type: "input_json_delta" }>): AnswerBlock {
  if (block?.type === "text" && delta.type === "text_delta")
    return { ...block, text: block.text + delta.text };
  if (block?.type === "text" && delta.type === "citations_delta") {
    const citations: Citation[] = [...(block.citations ?? []), delta.citation];
    return { ...block, citations };
  }
  if (block?.type === "thinking" && delta.type === "thinking_delta")
    return { ...block, thinking: block.thinking + delta.thinking };
  if (block?.type === "thinking" && delta.type === "signature_delta")
    return { ...block, signature: block.signature + delta.signature };
  if (block?.type === "compaction" && delta.type === "compaction_delta") {
    const { type: _, ...whole } = delta;
    return { ...block, ...whole };
  }
  if (block !== undefined && !known.has(delta.type)) return merged(block, delta);
  throw new ApiError("api_error", `The stream has a ${delta.type} in a ${block?.type ?? "missing"} block.`);
}

const known: ReadonlySet<string> = new Set<Delta["type"]>([
  "text_delta",
  "input_json_delta",
  "citations_delta",
  "thinking_delta",
  "signature_delta",
  "compaction_delta",
]);

/** Merges an unknown delta into a block: its texts are appended, all other fields replace the block's. */
function merged(block: AnswerBlock, delta: Delta): AnswerBlock {
  const fields = Object.entries(delta).map(([name, value]: [string, unknown]) => {
    const before: unknown = Reflect.get(block, name);
    if (name === "type") return [name, before];
    return [name, typeof before === "string" && typeof value === "string" ? before + value : value];
  });
  return { ...block, ...(Object.fromEntries(fields) as object) }; // unknown fields: only the service knows their types
}

function finished(block: AnswerBlock, parts: readonly string[] | undefined): AnswerBlock {
  if (!parts || !("input" in block)) return block;
  return { ...block, input: parseInput(parts.join("")) ?? {} } as AnswerBlock; // only tool blocks have input
}

/** Parses the streamed text of a tool call's input; `undefined` if it isn't a JSON object. */
export function parseInput(text: string): JsonInput | undefined {
  return text === "" ? {} : (objectIn(text) as JsonInput | undefined); // parsed JSON
}
