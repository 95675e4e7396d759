import { isObject, type JsonObject } from "../../lib/index.ts";
import {
  collect,
  type ContentBlock,
  type Message,
  type MessagesRequest,
  type MessagesResponse,
  type ToolChoice,
} from "../../messages/index.ts";
import type { Model } from "../model.ts";

interface ChatCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}
interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly ChatCall[];
}
interface Chat {
  readonly messages: readonly ChatMessage[];
  readonly max_tokens: number;
  readonly tools?: readonly {
    readonly function: { name: string; description: string; parameters: { type: "object" } };
  }[];
  readonly tool_choice?: unknown;
  readonly parallel_tool_calls?: boolean;
}

/** A chat completions service with one of our models behind it: the inverse translation. */
export const chatServer =
  (model: Model): typeof fetch =>
  async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.pathname === "/v1/models") return Response.json({ object: "list", data: await model.list() });
    const chat = JSON.parse(String(init.body)) as Chat;
    const request = fromChat(chat);
    const answer = await collect(
      model.stream(request, { signal: new AbortController().signal, requestId: "r" }),
    );
    return new Response(sse(answer), { headers: { "content-type": "text/event-stream; charset=utf-8" } });
  };

function fromChat(chat: Chat): MessagesRequest {
  const messages: Message[] = [];
  for (const message of chat.messages) {
    const next = turn(message);
    const last = messages.at(-1);
    if (next === undefined) continue;
    if (last?.role === next.role) {
      messages[messages.length - 1] = { role: next.role, content: [...blocks(last), ...blocks(next)] };
    } else messages.push(next);
  }
  const choice = choiceOf(chat.tool_choice, chat.parallel_tool_calls === false);
  return {
    model: "builtin",
    max_tokens: chat.max_tokens,
    messages,
    ...(chat.tools && {
      tools: chat.tools.map(({ function: { name, description, parameters } }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
    ...(choice && { tool_choice: choice }),
  };
}

const blocks = ({ content }: Message): readonly ContentBlock[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

function turn({ role, content, tool_call_id = "", tool_calls = [] }: ChatMessage): Message | undefined {
  if (role === "system") return undefined;
  if (role === "user") return { role, content: content ?? "" };
  if (role === "tool") {
    return {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: tool_call_id, content: content ?? "" }],
    };
  }
  const calls = tool_calls.map(({ id, function: { name, arguments: json } }): ContentBlock => ({
    type: "tool_use",
    id,
    name,
    input: JSON.parse(json) as JsonObject,
  }));
  return { role, content: [...(content ? [{ type: "text", text: content } as const] : []), ...calls] };
}

function choiceOf(choice: unknown, single: boolean): ToolChoice | undefined {
  const more = single ? { disable_parallel_tool_use: true } : {};
  if (choice === "required") return { type: "any", ...more };
  if (choice === "none") return { type: "none" };
  if (isObject(choice) && isObject(choice["function"])) {
    return { type: "tool", name: String(choice["function"]["name"]), ...more };
  }
  return { type: "auto", ...more };
}

function sse({ content, usage }: MessagesResponse): string {
  const calls = content.filter((block) => block.type === "tool_use");
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  const chunks = [
    chunk({ role: "assistant", content: "" }),
    ...content.flatMap((block) =>
      block.type === "text" ? [...block.text].map((c) => chunk({ content: c })) : [],
    ),
    ...calls.flatMap(({ id, name, input }, index) => [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...[...JSON.stringify(input)].map((c) =>
        chunk({ tool_calls: [{ index, function: { arguments: c } }] }),
      ),
    ]),
    chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
    { choices: [], usage: { prompt_tokens: usage.input_tokens, completion_tokens: usage.output_tokens } },
  ];
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
}
