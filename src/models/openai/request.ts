import type {
  ContentBlock,
  Message,
  MessagesRequest,
  TextBlock,
  ToolChoice,
  ToolDefinition,
  ToolResultBlock,
} from "../../messages/index.ts";
import type { Dialect } from "./dialects.ts";
import { checkCarried } from "./fields.ts";
import { part, plain, unsupported, type ChatPart } from "./chat-parts.ts";
import { callId, shortName, shortToolName, userOf } from "./sized.ts";
import { thinkingFields } from "./thinking.ts";

interface ChatCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}
type ThinkingPart = { readonly type: "thinking"; readonly thinking: readonly ChatPart[] };
interface AssistantTurn {
  readonly role: "assistant";
  readonly content: string | null | readonly (ChatPart | ThinkingPart)[];
  readonly tool_calls?: readonly ChatCall[];
  readonly reasoning_content?: string;
  readonly reasoning?: string;
}
export type ChatMessage =
  | { readonly role: "system" | "user"; readonly content: string | readonly ChatPart[] }
  | AssistantTurn
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** Converts a request to chat completions. Throws ApiError for what the server doesn't support. */
export function toChat(request: MessagesRequest, dialect: Dialect): object {
  checkCarried(request, dialect.summary);
  return {
    model: request.model,
    messages: [
      ...system(request.system),
      ...request.messages.flatMap((message) => chatMessages(message, dialect)),
    ],
    [dialect.maxTokens]: request.max_tokens,
    stream: true,
    ...(dialect.streamOptions !== false && { stream_options: { include_usage: true } }),
    ...toolFields(request, dialect),
    ...sampling(request, dialect),
    ...user(request, dialect),
    ...format(request, dialect),
    ...thinkingFields(request, dialect),
  };
}

function sampling(request: MessagesRequest, { topK, stopSequences = Infinity, summary }: Dialect): object {
  const { stop_sequences: stop = [], temperature, top_p, top_k } = request;
  if (top_k !== undefined && !topK) throw unsupported("top_k", summary);
  if (stop.length > stopSequences) {
    const fix = `send at most ${stopSequences}`;
    throw unsupported(`room for ${stop.length} stop_sequences`, summary, fix);
  }
  return {
    ...(stop.length > 0 && { stop }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
  };
}

function user({ metadata }: MessagesRequest, dialect: Dialect): object {
  const id = metadata?.user_id;
  if (id === undefined || id === null) return {};
  if (dialect.user === "metadata") return { metadata: { user_id: id } };
  return { user: dialect.user === "user" ? id : userOf(id) };
}

function format({ output_config }: MessagesRequest, { schema, summary }: Dialect): object {
  if (!output_config?.format) return {};
  if (!schema) throw unsupported("output_config.format", summary);
  const json_schema = { name: "answer", schema: output_config.format.schema };
  return { response_format: { type: "json_schema", json_schema } };
}

const system = (text: MessagesRequest["system"]): readonly ChatMessage[] =>
  text === undefined || text.length === 0
    ? []
    : [{ role: "system", content: typeof text === "string" ? text : joined(text) }];

const joined = (blocks: readonly TextBlock[]): string => blocks.map(({ text }) => text).join("\n\n");

/** If a choice can't be expressed, only the tools are sent that may be called. */
function toolFields({ tools = [], tool_choice: choice }: MessagesRequest, dialect: Dialect): object {
  const named = choice?.type === "tool" && dialect.choice !== "named";
  const silent = choice?.type === "none" && dialect.choice === "nothing";
  const sent = named ? tools.filter(({ name }) => name === choice.name) : silent ? [] : tools;
  if (sent.length === 0) return {};
  const single =
    choice !== undefined && "disable_parallel_tool_use" in choice && choice.disable_parallel_tool_use;
  return {
    tools: sent.map((tool) => chatTool(tool, dialect)),
    ...(dialect.choice !== "nothing" && { tool_choice: chatChoice(choice, dialect) }),
    ...(single === true && { parallel_tool_calls: false }),
  };
}

function chatTool(tool: ToolDefinition, { summary }: Dialect): object {
  const { name, description, input_schema, strict, type } = tool;
  if (type !== undefined && type !== null && type !== "custom")
    throw unsupported(`server tool ${name}`, summary);
  return {
    type: "function",
    function: {
      name: shortToolName(tool),
      description,
      parameters: input_schema,
      ...(strict === true && { strict }),
    },
  };
}

function chatChoice(choice: ToolChoice = { type: "auto" }, { choice: kind, required }: Dialect): unknown {
  if (choice.type === "tool" && kind === "named")
    return { type: "function", function: { name: shortName(choice.name) } };
  return choice.type === "any" || choice.type === "tool" ? (required ?? "required") : choice.type;
}

function chatMessages({ role, content }: Message, dialect: Dialect): readonly ChatMessage[] {
  if (typeof content === "string") return [{ role, content }];
  if (role === "assistant") return [assistant(content, dialect)];
  const results = content
    .filter((block) => block.type === "tool_result")
    .map((block) => toolMessage(block, dialect));
  const others = rest(role, content, dialect);
  const bridge: readonly ChatMessage[] =
    dialect.userAfterResult === false && results.length > 0 && others.length > 0
      ? [{ role: "assistant", content: "Noted." }]
      : [];
  return [...results, ...bridge, ...others];
}

function assistant(content: readonly ContentBlock[], dialect: Dialect): ChatMessage {
  let [text, thinking] = ["", ""];
  const calls: ChatCall[] = [];
  for (const block of content) {
    if (block.type === "text") text += block.text;
    else if (block.type === "thinking" && dialect.replay.length > 0) thinking += block.thinking;
    else if (block.type === "tool_use") {
      const called = { name: shortName(block.name), arguments: JSON.stringify(block.input) };
      calls.push({ id: callId(block.id, dialect), type: "function", function: called });
    } else if (block.type === "thinking") throw unsupported("thinking in a conversation", dialect.summary);
    else for (const chatPart of part(block, dialect)) if (chatPart.type === "text") text += chatPart.text;
  }
  const parts = dialect.replay.includes("parts") && thinking !== "";
  return {
    role: "assistant",
    content: parts ? withThinking(thinking, text) : text || null,
    ...(!parts && thinking !== "" && Object.fromEntries(dialect.replay.map((name) => [name, thinking]))),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

const withThinking = (thinking: string, text: string): readonly (ChatPart | ThinkingPart)[] => [
  { type: "thinking", thinking: [{ type: "text", text: thinking }] },
  ...(text === "" ? [] : [{ type: "text", text } as const]),
];

/** A tool message contains only text; images and files of a result follow in the user's message. */
function toolMessage({ tool_use_id, content, is_error }: ToolResultBlock, dialect: Dialect): ChatMessage {
  const text = plain(content ?? "", dialect);
  const tool_call_id = callId(tool_use_id, dialect);
  return { role: "tool", tool_call_id, content: is_error === true ? `Error: ${text}` : text };
}

function rest(
  role: "user" | "system",
  content: readonly ContentBlock[],
  dialect: Dialect,
): readonly ChatMessage[] {
  const parts = content.flatMap((block) =>
    block.type === "tool_result" ? attachments(block, dialect) : part(block, dialect),
  );
  if (parts.length === 0) return [];
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return [{ role, content: texts.length === parts.length ? texts.join("\n\n") : parts }];
}

/** The images and files of a result, after a line that says to which result they belong. */
function attachments({ content, tool_use_id }: ToolResultBlock, dialect: Dialect): readonly ChatPart[] {
  if (typeof content !== "object") return [];
  const parts = content.flatMap((block) => part(block, dialect)).filter(({ type }) => type !== "text");
  if (parts.length === 0) return [];
  return [{ type: "text", text: `From the result of ${callId(tool_use_id, dialect)}:` }, ...parts];
}
