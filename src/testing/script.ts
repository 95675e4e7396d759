import {
  ApiError,
  estimateText,
  estimateTokens,
  eventsOf,
  type AnswerBlock,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../messages/index.ts";
import { guard, type Model } from "../models/index.ts";
import { Unchecked, type ScriptedCall } from "./unchecked.ts";

/**
 * One step of a script: a text, one or several calls, an error, a whole answer, unchecked output, or a function of the
 * request.
 */
export type Line =
  | string
  | ScriptedCall
  | readonly (string | ScriptedCall)[]
  | ApiError
  | MessagesResponse
  | Unchecked
  | ((request: MessagesRequest) => Exclude<Line, (request: MessagesRequest) => unknown>);

/**
 * A model that answers with its lines in order. After the last one it fails, so that a test can't continue unnoticed.
 */
export function script(lines: readonly Line[]): Model {
  let turn = 0;
  let calls = 0;
  const block = (part: string | ScriptedCall): AnswerBlock =>
    typeof part === "string"
      ? { type: "text", text: part }
      : { type: "tool_use", id: part.id ?? `toolu_${++calls}`, name: part.tool, input: part.input };
  const next = (request: MessagesRequest): Said => {
    const line = lines[turn++];
    return typeof line === "function" ? line(request) : line;
  };
  async function* events(request: MessagesRequest, line: Said): AsyncIterable<StreamEvent> {
    if (line === undefined)
      throw new ApiError("api_error", `The script has ${lines.length} lines, and this is request ${turn}.`);
    if (line instanceof ApiError) throw line;
    const id = `msg_scripted_${turn}`;
    if (line instanceof Unchecked) return yield* line.events(answer(request, line.parts.map(block), id));
    if (isResponse(line)) return yield* eventsOf(line);
    const parts = isParts(line) ? line : [line];
    yield* eventsOf(answer(request, parts.map(block), id));
  }
  const base: Model = {
    list: async () => [{ id: "scripted", display_name: "Scripted", context_window: 200_000 }],
    serves: () => true,
    countTokens: async (request) => ({ input_tokens: estimateTokens(request).input_tokens, exact: false }),
    close: async () => undefined,
    stream: (request) => events(request, next(request)),
  };
  return {
    ...base,
    async *stream(request, context) {
      const first = next(request);
      if (first instanceof Unchecked) return yield* events(request, first);
      let lines: readonly Said[] = [first]; // called again, it returns the next one
      const stream: Model["stream"] = (modelRequest) => {
        const [line, ...rest] = lines.length > 0 ? lines : [next(modelRequest)];
        lines = rest;
        return events(modelRequest, line);
      };
      yield* guard({ ...base, stream }).stream(request, context);
    },
  };
}

type Said = Exclude<Line, (request: MessagesRequest) => unknown> | undefined;

const isParts = (line: NonNullable<Said>): line is readonly (string | ScriptedCall)[] => Array.isArray(line);
const isResponse = (line: NonNullable<Said>): line is MessagesResponse =>
  typeof line === "object" && "stop_reason" in line && "usage" in line;

const answer = (request: MessagesRequest, content: readonly AnswerBlock[], id: string): MessagesResponse => ({
  id,
  type: "message",
  role: "assistant",
  model: request.model,
  content,
  stop_reason: content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
  stop_sequence: null,
  usage: {
    input_tokens: estimateTokens(request).input_tokens,
    output_tokens: estimateText(JSON.stringify(content)),
  },
});
