import type {
  ContentBlock,
  Message,
  MessagesRequest,
  TextBlock,
  ToolChoice,
  ToolDefinition,
  ToolResultBlock,
} from "../../messages/index.ts";
import { part, plain, type ChatPart } from "./parts.ts";

interface ChatCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}
export type ChatMessage =
  | { readonly role: "system" | "user"; readonly content: string | readonly ChatPart[] }
  | { readonly role: "assistant"; readonly content: string | null; readonly tool_calls?: readonly ChatCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** The same request in chat completions. */
export function toChat(request: MessagesRequest): object {
  const { tools, tool_choice: choice, stop_sequences: stop } = request;
  const format = request.output_config?.format;
  return {
    model: request.model,
    messages: [...system(request.system), ...request.messages.flatMap(chatMessages)],
    max_tokens: request.max_tokens,
    stream: true,
    stream_options: { include_usage: true },
    ...(tools !== undefined &&
      tools.length > 0 && { tools: tools.map(chatTool), tool_choice: chatChoice(choice) }),
    ...(choice !== undefined &&
      "disable_parallel_tool_use" in choice &&
      choice.disable_parallel_tool_use === true && { parallel_tool_calls: false }),
    ...(stop !== undefined && stop.length > 0 && { stop }),
    ...given("temperature", request.temperature),
    ...given("top_p", request.top_p),
    ...given("top_k", request.top_k),
    ...given("user", request.metadata?.user_id ?? undefined),
    ...(format && {
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: format.schema } },
    }),
  };
}

const given = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });

const system = (text: MessagesRequest["system"]): readonly ChatMessage[] =>
  text === undefined || text.length === 0
    ? []
    : [{ role: "system", content: typeof text === "string" ? text : joined(text) }];

const joined = (blocks: readonly TextBlock[]): string => blocks.map(({ text }) => text).join("\n\n");

const chatTool = ({ name, description, input_schema, strict }: ToolDefinition): object => ({
  type: "function",
  function: { name, description, parameters: input_schema, ...(strict === true && { strict }) },
});

function chatChoice(choice: ToolChoice = { type: "auto" }): unknown {
  if (choice.type === "tool") return { type: "function", function: { name: choice.name } };
  return choice.type === "any" ? "required" : choice.type;
}

function chatMessages({ role, content }: Message): readonly ChatMessage[] {
  if (typeof content === "string") return [{ role, content }];
  return role === "assistant"
    ? [assistant(content)]
    : [
        ...content.filter((block) => block.type === "tool_result").flatMap(toolMessage),
        ...rest(role, content),
      ];
}

function assistant(content: readonly ContentBlock[]): ChatMessage {
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const calls = content.flatMap((block): readonly ChatCall[] =>
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
  return { role: "assistant", content: text || null, ...(calls.length > 0 && { tool_calls: calls }) };
}

/** A tool message holds text only; pictures of a result follow in the user's message. */
function toolMessage({ tool_use_id, content, is_error }: ToolResultBlock): readonly ChatMessage[] {
  const text = plain(content ?? "");
  return [{ role: "tool", tool_call_id: tool_use_id, content: is_error === true ? `Error: ${text}` : text }];
}

function rest(role: "user" | "system", content: readonly ContentBlock[]): readonly ChatMessage[] {
  const parts = content.flatMap((block): readonly ChatPart[] => {
    if (block.type !== "tool_result") return part(block);
    if (typeof block.content !== "object") return [];
    return block.content.filter(({ type }) => type === "image").flatMap(part);
  });
  if (parts.length === 0) return [];
  const texts = parts.flatMap((one) => (one.type === "text" ? [one.text] : []));
  return [{ role, content: texts.length === parts.length ? texts.join("\n\n") : parts }];
}
