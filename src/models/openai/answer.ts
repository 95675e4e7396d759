import {
  ApiError,
  newToolUseId,
  type MessagesRequest,
  type StopReason,
  type StreamEvent,
  type Usage,
} from "../../messages/index.ts";
import { assembler, type Call } from "./calls.ts";
import type { ChatUsage, Chunk } from "./chunk.ts";
import { extractor } from "./extract.ts";
import { inTable } from "../../lib/index.ts";
import { fullNames, shortToolName } from "./sized.ts";
import { thinkSplitter } from "./think.ts";
import { wantsThinking } from "./thinking.ts";

const stopReasons: Readonly<Record<string, StopReason>> = {
  stop: "end_turn",
  eos: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  function_call: "tool_use",
  model_length: "max_tokens",
  content_filter: "refusal",
};

export interface Asked {
  readonly request: MessagesRequest;
  readonly id: string;
  /** Rewords an error of the service. */
  rewordError(error: ApiError): ApiError;
  /** Tokens of the request, for upstreams that don't count them. */
  readonly estimate: () => number;
}

/**
 * Converts the chunks of one completion to the events of one answer. Text streams; calls follow complete, at the end.
 */
export async function* toEvents(chunks: AsyncIterable<Chunk>, chatCall: Asked): AsyncIterable<StreamEvent> {
  const { request } = chatCall;
  const calls = assembler();
  const callExtractor = extractor((request.tools ?? []).flatMap((tool) => [tool.name, shortToolName(tool)]));
  const split = thinkSplitter();
  const fullName = fullNames(request);
  const write = writer();
  let finish: string | undefined;
  let stopped: string | undefined;
  let counted: ChatUsage | undefined;
  let begun = false;
  for await (const chunk of chunks) {
    if (chunk.error !== undefined) throw chatCall.rewordError(chunk.error);
    if (!begun) yield start(chatCall); // not before the upstream has accepted the request
    begun = true;
    const { thinking, text } = split.push(chunk.text);
    if (wantsThinking(request)) yield* write.thinking(chunk.thinking + thinking);
    yield* write.text(callExtractor.push(text));
    chunk.calls.forEach(calls.add);
    finish = chunk.finish ?? finish;
    stopped = chunk.stopped ?? stopped;
    counted = chunk.usage ?? counted;
  }
  if (finish === undefined)
    throw new ApiError("api_error", "The upstream's stream ended before its answer did.");
  const rest = split.end();
  if (wantsThinking(request)) yield* write.thinking(rest.thinking);
  yield* write.text(callExtractor.push(rest.text));
  const found = callExtractor.end();
  yield* write.text(found.text);
  yield* write.close();
  const all = [...calls.calls(), ...found.calls];
  for (const call of all) yield* write.call({ ...call, name: fullName(call.name) });
  const sequence = stopped !== undefined && request.stop_sequences?.includes(stopped) ? stopped : null;
  const reason = inTable(stopReasons, finish) ?? "end_turn";
  yield {
    type: "message_delta",
    delta: {
      stop_reason:
        sequence !== null ? "stop_sequence" : reason === "end_turn" && all.length > 0 ? "tool_use" : reason,
      stop_sequence: sequence,
    },
    usage: counted === undefined ? await estimated(chatCall, write.written()) : usage(counted),
  };
  yield { type: "message_stop" };
}

const start = ({ request, id }: Asked): StreamEvent => ({
  type: "message_start",
  message: {
    id,
    type: "message",
    role: "assistant",
    model: request.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  },
});

const usage = ({ input, cached, output }: ChatUsage): Usage => ({
  input_tokens: input,
  output_tokens: output,
  ...(cached > 0 && { cache_read_input_tokens: cached }),
});

const estimated = ({ estimate }: Asked, characters: number): Usage => ({
  input_tokens: estimate(),
  output_tokens: Math.ceil(characters / 4),
});

type Events = Generator<StreamEvent, void>;

/** Keeps one block open at a time. */
function writer() {
  let index = -1;
  let open: "text" | "thinking" | undefined;
  let characters = 0;
  function* close(): Events {
    if (open === undefined) return;
    open = undefined;
    yield { type: "content_block_stop", index };
  }
  function* enter(kind: "text" | "thinking"): Events {
    if (open === kind) return;
    yield* close();
    open = kind;
    index++;
    yield {
      type: "content_block_start",
      index,
      content_block:
        kind === "text" ? { type: "text", text: "" } : { type: "thinking", thinking: "", signature: "" },
    };
  }
  return {
    close,
    written: (): number => characters,
    *text(text: string): Events {
      if (text === "") return;
      characters += text.length;
      yield* enter("text");
      yield { type: "content_block_delta", index, delta: { type: "text_delta", text } };
    },
    *thinking(thinking: string): Events {
      if (thinking === "") return;
      characters += thinking.length;
      yield* enter("thinking");
      yield { type: "content_block_delta", index, delta: { type: "thinking_delta", thinking } };
    },
    *call({ id, name, json }: Call): Events {
      characters += json.length;
      index++;
      const content_block = {
        type: "tool_use",
        id: id ?? newToolUseId(),
        name,
        input: {},
      } as const;
      yield { type: "content_block_start", index, content_block };
      yield { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: json } };
      yield { type: "content_block_stop", index };
    },
  };
}
