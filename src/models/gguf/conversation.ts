import type { Json } from "../../lib/index.ts";
import {
  ApiError,
  type ContentBlock,
  type Message,
  type MessagesRequest,
  type ToolUseBlock,
} from "../../messages/index.ts";
import type { CallFormat } from "./format.ts";
import { toolsFor } from "./format.ts";

/** A turn as chat templates expect it. */
export interface Turn {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly name?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly type: "function";
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: Json };
  }[];
}

/** The input of a call in the prompt: as a value and as text for the template. */
export type Inputs = (call: ToolUseBlock) => { readonly value: Json; readonly text: string };

/** The turns of a conversation, in the template's format for tools, or in ours if it has none. */
export function turnsOf(request: MessagesRequest, format: CallFormat, inputs: Inputs): readonly Turn[] {
  const names = new Map<string, string>();
  const turns = request.messages.flatMap((message) => turnOf(message, { format, inputs, names }));
  const system = [systemText(request), format.native ? "" : describeTools(request, format)].filter(
    (text) => text !== "",
  );
  return system.length > 0 ? [{ role: "system", content: system.join("\n\n") }, ...turns] : turns;
}

const systemText = ({ system = "" }: MessagesRequest): string =>
  typeof system === "string" ? system : system.map(({ text }) => text).join("\n\n");

/** The instructions for a model whose template doesn't support tools. */
export function describeTools({ tools, tool_choice: choice }: MessagesRequest, format: CallFormat): string {
  if (!tools?.length || choice?.type === "none") return "";
  const toolTexts = toolsFor(tools).map((tool) => JSON.stringify(tool));
  const form = `${format.open}NAME${format.middle}INPUT${format.close}`;
  return `You can call these tools, one JSON object a line:\n${toolTexts.join("\n")}\n\nTo call a tool, answer with this and nothing else, once for each call; INPUT is a JSON object that fits the tool's parameters:\n${form}`;
}

interface Saying {
  readonly format: CallFormat;
  readonly inputs: Inputs;
  /** Names of tools by the ids of their calls. */
  readonly names: Map<string, string>;
}

function turnOf({ role, content }: Message, saying: Saying): readonly Turn[] {
  if (typeof content === "string") return [{ role, content }];
  return role === "assistant" ? [assistantTurn(content, saying)] : userTurns(role, content, saying);
}

function assistantTurn(content: readonly ContentBlock[], { format, inputs, names }: Saying): Turn {
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const calls = content.filter((block) => block.type === "tool_use");
  for (const { id, name } of calls) names.set(id, name);
  if (calls.length === 0) return { role: "assistant", content: text };
  if (!format.native) {
    const callTexts = calls.map((call) => call.name + format.middle + inputs(call).text);
    return { role: "assistant", content: text + format.open + callTexts.join(format.between) + format.close };
  }
  return {
    role: "assistant",
    content: text,
    tool_calls: calls.map((call) => ({
      type: "function",
      id: call.id,
      function: { name: call.name, arguments: inputs(call).value },
    })),
  };
}

function userTurns(
  role: Turn["role"],
  content: readonly ContentBlock[],
  { format, names }: Saying,
): readonly Turn[] {
  const turns: Turn[] = [];
  const texts: string[] = [];
  for (const block of content) {
    if (block.type !== "tool_result") {
      texts.push(textOf(block));
      continue;
    }
    const text =
      typeof block.content === "string" ? block.content : (block.content ?? []).map(textOf).join("\n");
    const result = block.is_error ? `Error: ${text}` : text;
    if (format.native)
      turns.push({
        role: "tool",
        content: result,
        name: names.get(block.tool_use_id) ?? "",
        tool_call_id: block.tool_use_id,
      });
    else texts.push(`<tool_response>\n${result}\n</tool_response>`);
  }
  return texts.length > 0 ? [...turns, { role, content: texts.join("\n") }] : turns;
}

function textOf(block: { readonly type: string }): string {
  const { type, text, title, source, content } = block as Partial<Record<string, unknown>> & { type: string }; // blocks of many kinds
  if (type === "text" || type === "search_result")
    return typeof text === "string" ? text : JSON.stringify(content);
  const data = (source as { readonly type?: unknown; readonly data?: unknown } | undefined) ?? {};
  if (type === "document" && data.type === "text")
    return [title, data.data].filter((part) => typeof part === "string").join("\n");
  if (type === "tool_reference" || type === "browser_state") return JSON.stringify(block);
  throw new ApiError(
    "invalid_request_error",
    `This model reads text alone; it can't read a block of type ${type}.`,
  );
}
