import { isObject } from "../../lib/index.ts";
import { defined, fromChat, list, wrong } from "./chat.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that require stored responses or background work. */
const refused = ["previous_response_id", "conversation", "background", "prompt", "max_tool_calls"] as const;

/** Converts a Responses API request to a messages request. Throws ApiError that names the field. */
export function fromResponses(body: unknown): unknown {
  if (!isObject(body)) throw wrong("body", "must be an object");
  const field = refused.find((name) => body[name]);
  if (field) throw wrong(field, "is not supported here: answers aren't kept; send the whole conversation");
  const { instructions, input, reasoning, text, max_output_tokens } = body;
  const items = typeof input === "string" ? [{ role: "user", content: input }] : list(input, "input");
  const { model, tools, tool_choice, parallel_tool_calls, temperature, top_p, stream, user } = body;
  return fromChat(
    defined({
      model,
      messages: [
        ...(typeof instructions === "string" ? [{ role: "system", content: instructions }] : []),
        ...items.flatMap((item, i) => messageOf(item, `input.${i}`)),
      ],
      max_completion_tokens: max_output_tokens,
      tools: tools === undefined ? undefined : list(tools, "tools").map(toolOf),
      tool_choice: isObject(tool_choice) ? { type: tool_choice["type"], function: tool_choice } : tool_choice,
      parallel_tool_calls,
      temperature,
      top_p,
      stream,
      user,
      reasoning_effort: isObject(reasoning) ? reasoning["effort"] : undefined,
      response_format: isObject(text) ? formatOf(text["format"]) : undefined,
    }),
  );
}

function messageOf(item: Fields, at: string): readonly Fields[] {
  const { type = "message", role, content, call_id, name, arguments: json, output } = item;
  if (type === "message") return [{ role, content: partsOf(content, at) }];
  if (type === "function_call")
    return [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: call_id, type: "function", function: { name, arguments: json } }],
      },
    ];
  if (type === "function_call_output")
    return [{ role: "tool", tool_call_id: call_id, content: partsOf(output, at) }];
  if (type === "reasoning") return []; // a reasoning summary isn't part of the conversation
  throw wrong(`${at}.type`, `${String(type)} is not supported here`);
}

function partsOf(content: unknown, at: string): unknown {
  if (typeof content === "string") return content;
  return list(content, `${at}.content`).map((part) => {
    const { type, text, refusal, image_url, file_data, filename } = part;
    if (type === "input_text" || type === "output_text") return { type: "text", text };
    if (type === "refusal") return { type, refusal };
    if (type === "input_image" && typeof image_url === "string")
      return { type: "image_url", image_url: { url: image_url } };
    if (type === "input_file" && file_data !== undefined)
      return { type: "file", file: { filename, file_data } };
    throw wrong(`${at}.content`, `${String(type)} is not supported here`);
  });
}

function toolOf(tool: Fields): Fields {
  const { type, name, description, parameters, strict } = tool;
  if (type !== "function") throw wrong("tools", `${String(type)} is not supported here`);
  return { type, function: defined({ name, description, parameters, strict }) };
}

function formatOf(format: unknown): unknown {
  if (!isObject(format) || format["type"] !== "json_schema") return format;
  return { type: "json_schema", json_schema: { schema: format["schema"] } };
}
