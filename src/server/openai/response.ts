import {
  ApiError,
  collect,
  type AnswerBlock,
  type MessagesResponse,
  type StreamEvent,
  type Usage,
} from "../../messages/index.ts";

type Item = { readonly id: string; readonly type: string; readonly [field: string]: unknown };

const textOf = (text: string): object => ({ type: "output_text", text, annotations: [], logprobs: [] });

/** Converts a block to an output item; blocks without an equivalent are omitted. */
function itemOf(block: AnswerBlock, id: string, status = "completed"): Item | undefined {
  if (block.type === "text")
    return {
      id: `msg_${id}`,
      type: "message",
      status,
      role: "assistant",
      content: block.text === "" ? [] : [textOf(block.text)],
    };
  if (block.type === "tool_use")
    return {
      id: `fc_${id}`,
      type: "function_call",
      status,
      call_id: block.id,
      name: block.name,
      arguments: status === "completed" ? JSON.stringify(block.input) : "",
    };
  if (block.type === "thinking")
    return {
      id: `rs_${id}`,
      type: "reasoning",
      summary: block.thinking === "" ? [] : [{ type: "summary_text", text: block.thinking }],
    };
  return undefined;
}

function usageOf(usage: Partial<Usage>): object {
  const cached_tokens = usage.cache_read_input_tokens ?? 0;
  const input_tokens = (usage.input_tokens ?? 0) + cached_tokens + (usage.cache_creation_input_tokens ?? 0);
  const output_tokens = usage.output_tokens ?? 0;
  return {
    input_tokens,
    input_tokens_details: { cached_tokens },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
  };
}

const base = (id: string, model: string, created_at: number): object => ({
  id: id.replace(/^msg_/, "resp_"),
  object: "response",
  created_at,
  model,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  tools: [],
  tool_choice: "auto",
});

/** Converts a response to a Responses API object. `created` is in seconds. */
export function toResponse(answer: MessagesResponse, created: number): object {
  const { id, model, content, stop_reason: reason, usage } = answer;
  const cut = reason === "max_tokens" || reason === "model_context_window_exceeded";
  const incomplete = cut ? "max_output_tokens" : reason === "refusal" ? "content_filter" : undefined;
  return {
    ...base(id, model, created),
    status: incomplete ? "incomplete" : "completed",
    incomplete_details: incomplete ? { reason: incomplete } : null,
    output: content.flatMap((block, i) => itemOf(block, `${id.slice(4)}_${i}`) ?? []),
    usage: usageOf(usage),
  };
}

/** Yields the events of a Responses API stream. `created` is in seconds. */
export async function* toResponseEvents(
  events: AsyncIterable<StreamEvent>,
  created: number,
): AsyncGenerator<string> {
  const seen: StreamEvent[] = [];
  let [sequence, id, index] = [0, "", -1];
  let open: { readonly item: Item; text: string } | undefined;
  const frame = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`;
  try {
    for await (const event of events) {
      if (event.type !== "ping") seen.push(event);
      if (event.type === "message_start") {
        ({ id } = event.message);
        const response = {
          ...base(id, event.message.model, created),
          status: "in_progress",
          output: [],
          usage: null,
        };
        yield frame("response.created", { response });
        yield frame("response.in_progress", { response });
      } else if (event.type === "content_block_start") {
        const item = itemOf(event.content_block, `${id.slice(4)}_${event.index}`, "in_progress");
        if (item === undefined) continue;
        open = { item, text: "" };
        index++;
        yield frame("response.output_item.added", { output_index: index, item });
        if (item.type === "message")
          yield frame("response.content_part.added", {
            item_id: item.id,
            output_index: index,
            content_index: 0,
            part: textOf(""),
          });
      } else if (event.type === "content_block_delta" && open) {
        const at = { item_id: open.item.id, output_index: index };
        const { delta } = event;
        if (delta.type === "text_delta") {
          open.text += delta.text;
          yield frame("response.output_text.delta", {
            ...at,
            content_index: 0,
            delta: delta.text,
            logprobs: [],
          });
        } else if (delta.type === "input_json_delta") {
          open.text += delta.partial_json;
          yield frame("response.function_call_arguments.delta", { ...at, delta: delta.partial_json });
        } else if (delta.type === "thinking_delta") open.text += delta.thinking;
      } else if (event.type === "content_block_stop" && open) {
        yield* closed(open, { output_index: index }, frame);
        open = undefined;
      } else if (event.type === "message_stop") {
        const response = toResponse(await collect(seen), created) as { status: string }; // the shape that was just made
        yield frame(`response.${response.status}`, { response });
      }
    }
  } catch (error) {
    if (id === "" || !(error instanceof ApiError)) throw error; // the response can still have an error status
    yield frame("error", { code: error.type, message: error.message, param: null });
  }
}

function* closed(
  { item, text }: { readonly item: Item; readonly text: string },
  place: { readonly output_index: number },
  frame: (type: string, fields: object) => string,
): Generator<string> {
  const at = { item_id: item.id, ...place };
  if (item.type === "message") {
    yield frame("response.output_text.done", { ...at, content_index: 0, text, logprobs: [] });
    yield frame("response.content_part.done", { ...at, content_index: 0, part: textOf(text) });
  }
  const json = text || "{}";
  if (item.type === "function_call")
    yield frame("response.function_call_arguments.done", { ...at, name: item["name"], arguments: json });
  const content =
    item.type === "message"
      ? { content: [textOf(text)] }
      : item.type === "function_call"
        ? { arguments: json }
        : { summary: [{ type: "summary_text", text }] };
  yield frame("response.output_item.done", { ...place, item: { ...item, status: "completed", ...content } });
}
