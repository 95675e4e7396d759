import {
  ApiError,
  newToolUseId,
  type AnswerBlock,
  type MessagesRequest,
  type StopReason,
  type StreamEvent,
  type ToolDefinition,
} from "../../messages/index.ts";
import type { Constraint } from "../../schema/index.ts";
import { choose } from "./choose.ts";
import { markOf, type CallFormat } from "./format.ts";
import { writeJson } from "./input.ts";
import type { TokenWriter } from "./token-writer.ts";
import { speak } from "./speak.ts";
import type { Tokens } from "./vocabulary.ts";

export interface Writing {
  readonly writer: TokenWriter;
  readonly tokens: Tokens;
  readonly format: CallFormat;
  /** Tokens that end an answer. */
  readonly ends: ReadonlySet<number>;
  /** Tokens that a text may contain, as a set. */
  readonly text: Uint32Array;
  readonly constraint: (schema: object) => Constraint;
  /** Remembers how the model wrote an input. */
  readonly remember: (id: string, input: string) => void;
}

export interface Ending {
  readonly reason: StopReason;
  readonly sequence: string | null;
}

/** Writes the blocks of an answer as events; returns how it ended. */
export async function* write(
  request: MessagesRequest,
  writing: Writing,
): AsyncGenerator<StreamEvent, Ending> {
  const choice = request.tool_choice ?? { type: "auto" };
  const tools = (choice.type === "none" ? [] : (request.tools ?? [])).filter(
    ({ input_schema }) => input_schema,
  );
  const usable = choice.type === "tool" ? tools.filter(({ name }) => name === choice.name) : tools;
  const calls = {
    ...writing,
    tools: usable,
    single: "disable_parallel_tool_use" in choice && choice.disable_parallel_tool_use === true,
  };
  if (choice.type === "any" || choice.type === "tool")
    return yield* writeCalls({ ...calls, index: 0, lead: "" });
  const schema = request.output_config?.format?.schema;
  if (schema) {
    if (usable.length > 0)
      throw new ApiError(
        "invalid_request_error",
        "This model can't be given both tools and output_config.format.",
      );
    return yield* writeOutput(schema, writing);
  }
  return yield* writeText(request, calls);
}

/** Minimum number of tokens left for beginning another call. */
const another = 32;

interface Calling extends Writing {
  readonly tools: readonly ToolDefinition[];
  readonly single: boolean;
}

async function* writeText(request: MessagesRequest, calling: Calling): AsyncGenerator<StreamEvent, Ending> {
  const { writer, tokens, format, ends, tools } = calling;
  const speaking = speak(writer, {
    tokens,
    ends,
    allowed: calling.text,
    mark: tools.length > 0 ? markOf(format) : undefined,
    stops: (request.stop_sequences ?? []).filter((text) => text !== ""),
  });
  let open = false;
  for (;;) {
    const { done, value } = await speaking.next();
    if (!done) {
      if (value === "") continue;
      if (!open) yield { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
      open = true;
      yield { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: value } };
      continue;
    }
    if (open) yield { type: "content_block_stop", index: 0 };
    else if (value.reason !== "calls") yield* block(0, { type: "text", text: "" });
    if (value.reason === "calls")
      return yield* writeCalls({ ...calling, index: open ? 1 : 0, lead: value.lead });
    return { reason: value.reason, sequence: value.reason === "stop_sequence" ? value.sequence : null };
  }
}

async function* writeOutput(
  schema: object,
  { writer, tokens, constraint }: Writing,
): AsyncGenerator<StreamEvent, Ending> {
  const text = await writeJson(writer, constraint(schema), tokens);
  if (text !== undefined) yield* block(0, { type: "text", text });
  return { reason: text === undefined ? "max_tokens" : "end_turn", sequence: null };
}

async function* writeCalls(
  calling: Calling & { readonly index: number; readonly lead: string },
): AsyncGenerator<StreamEvent, Ending> {
  const { writer, tokens, format, tools } = calling;
  const cut: Ending = { reason: "max_tokens", sequence: null };
  const written = new Set<string>();
  writer.push(calling.lead + format.open);
  for (let { index } = calling; ; index++) {
    const tool =
      tools[
        await choose(
          writer,
          tools.map(({ name }) => name + format.middle),
          { tokens },
        )
      ];
    const input = tool && (await writeJson(writer, calling.constraint(tool.input_schema), tokens));
    if (!tool || input === undefined) return cut;
    if (written.has(tool.name + input)) return { reason: "tool_use", sequence: null }; // the model repeats itself
    written.add(tool.name + input);
    const id = newToolUseId();
    calling.remember(id, input);
    yield* call(index, { id, name: tool.name, input });
    if (calling.single || writer.left < another) return { reason: "tool_use", sequence: null };
    const more = await choose(writer, [format.between, format.close], { tokens });
    if (more !== 0) return { reason: "tool_use", sequence: null };
  }
}

function* call(
  index: number,
  { id, name, input }: { readonly id: string; readonly name: string; readonly input: string },
): Generator<StreamEvent> {
  yield { type: "content_block_start", index, content_block: { type: "tool_use", id, name, input: {} } };
  yield { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: input } };
  yield { type: "content_block_stop", index };
}

function* block(index: number, content: Extract<AnswerBlock, { type: "text" }>): Generator<StreamEvent> {
  yield { type: "content_block_start", index, content_block: { type: "text", text: "" } };
  if (content.text !== "")
    yield { type: "content_block_delta", index, delta: { type: "text_delta", text: content.text } };
  yield { type: "content_block_stop", index };
}
