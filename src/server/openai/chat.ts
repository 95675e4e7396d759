import { isObject } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";

type Fields = Readonly<Record<string, unknown>>;
interface Turn {
  readonly role: "user" | "assistant";
  readonly content: Fields[];
}

/** Fields that aren't supported, each with a test for values that have no effect. */
const refusedFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  n: (value) => value === 1,
  logprobs: (value) => value === false,
  top_logprobs: (value) => value === 0,
  frequency_penalty: (value) => value === 0,
  presence_penalty: (value) => value === 0,
  logit_bias: (value) => isObject(value) && Object.keys(value).length === 0,
  modalities: (value) => JSON.stringify(value) === '["text"]',
  audio: () => false,
  functions: () => false,
  function_call: () => false,
  web_search_options: () => false,
  prediction: () => false,
};

/** Converts a chat completions request to a messages request, to be parsed. Throws ApiError that names the field. */
export function fromChat(body: unknown): unknown {
  if (!isObject(body)) throw wrong("body", "must be an object");
  for (const [name, isNeutral] of Object.entries(refusedFields))
    if (body[name] !== undefined && body[name] !== null && !isNeutral(body[name]))
      throw wrong(name, "is not supported here");
  const { system, turns } = conversation(list(body["messages"], "messages"));
  const effort = body["reasoning_effort"];
  const thinks = typeof effort === "string" && effort !== "none" && effort !== "minimal";
  const format = formatOf(body["response_format"]);
  const output_config = { ...(thinks && { effort }), ...(format && { format }) };
  return defined({
    model: body["model"],
    max_tokens: body["max_completion_tokens"] ?? body["max_tokens"] ?? 4096,
    messages: turns,
    system: system === "" ? undefined : system,
    tools: body["tools"] === undefined ? undefined : list(body["tools"], "tools").map(toolOf),
    tool_choice: choiceOf(body["tool_choice"], body["parallel_tool_calls"] === false),
    stop_sequences: typeof body["stop"] === "string" ? [body["stop"]] : body["stop"],
    temperature: body["temperature"],
    top_p: body["top_p"],
    stream: body["stream"],
    metadata: typeof body["user"] === "string" ? { user_id: body["user"] } : undefined,
    thinking: thinks ? { type: "adaptive" } : undefined,
    output_config: Object.keys(output_config).length > 0 ? output_config : undefined,
  });
}

/** Whether a stream ends with a chunk that has the usage. Throws ApiError for options that aren't valid. */
export function wantsUsage(body: unknown): boolean {
  const options = isObject(body) ? (body["stream_options"] ?? {}) : {};
  const include = isObject(options) ? (options["include_usage"] ?? false) : undefined;
  if (typeof include !== "boolean") throw wrong("stream_options", "include_usage must be true or false");
  return include;
}

export const wrong = (field: string, what: string): ApiError =>
  new ApiError("invalid_request_error", `${field}: ${what}`);

export const list = (value: unknown, field: string): readonly Fields[] => {
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw wrong(field, "must be a list of objects");
};

export const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

function conversation(messages: readonly Fields[]): {
  readonly system: string;
  readonly turns: readonly Turn[];
} {
  const system: string[] = [];
  const turns: Turn[] = [];
  for (const [i, message] of messages.entries()) {
    const at = `messages.${i}`;
    if (message["role"] === "system" || message["role"] === "developer") {
      system.push(
        parts(message["content"], at)
          .map((part) => String(part["text"] ?? ""))
          .join("\n"),
      );
      continue;
    }
    const turn = turnOf(message, at);
    const last = turns.at(-1);
    if (last?.role === turn.role) last.content.push(...turn.content); // results of one turn are merged
    else turns.push(turn);
  }
  return { system: system.join("\n\n"), turns };
}

function turnOf(message: Fields, at: string): Turn {
  const { role, content } = message;
  if (role === "user") return { role, content: [...parts(content, at)] };
  if (role === "tool") {
    const result = { type: "tool_result", tool_use_id: message["tool_call_id"], content: parts(content, at) };
    return { role: "user", content: [result] };
  }
  if (role !== "assistant") throw wrong(`${at}.role`, "must be system, developer, user, assistant or tool");
  if (message["function_call"]) throw wrong(`${at}.function_call`, "is not supported here; use tool_calls");
  const calls = message["tool_calls"] ? list(message["tool_calls"], `${at}.tool_calls`) : [];
  return {
    role,
    content: [...parts(content ?? message["refusal"], at), ...calls.map((call) => callOf(call, at))],
  };
}

function callOf({ id, function: called }: Fields, at: string): Fields {
  if (!isObject(called)) throw wrong(`${at}.tool_calls`, "must be calls of functions");
  try {
    return {
      type: "tool_use",
      id,
      name: called["name"],
      input: JSON.parse(String(called["arguments"]) || "{}"),
    };
  } catch {
    throw wrong(`${at}.tool_calls`, "arguments must be JSON");
  }
}

function parts(content: unknown, at: string): readonly Fields[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return list(content, `${at}.content`).map((part) => partOf(part, `${at}.content`));
}

function partOf(part: Fields, at: string): Fields {
  const { type, text, refusal, image_url, file } = part;
  if (type === "text") return { type, text };
  if (type === "refusal") return { type: "text", text: refusal };
  if (type === "image_url" && isObject(image_url))
    return { type: "image", source: sourceOf(image_url["url"]) };
  if (type === "file" && isObject(file) && file["file_data"] !== undefined)
    return { type: "document", source: sourceOf(file["file_data"]) };
  throw wrong(at, `${typeof type === "string" ? type : "a part without a type"} is not supported here`);
}

function sourceOf(url: unknown): Fields {
  const [, media_type, data] = /^data:([\w.+/-]+);base64,(.*)$/s.exec(String(url)) ?? [];
  return data === undefined ? { type: "url", url } : { type: "base64", media_type, data };
}

function toolOf(tool: Fields): Fields {
  const { type, function: called } = tool;
  if (type !== "function" || !isObject(called)) throw wrong("tools", `${String(type)} is not supported here`);
  const { name, description, parameters, strict } = called;
  return defined({
    name,
    description: description ?? `The function ${String(name)}.`,
    input_schema: parameters ?? { type: "object", properties: {} },
    strict: strict === true ? true : undefined,
  });
}

function choiceOf(choice: unknown, single: boolean): Fields | undefined {
  const more = single ? { disable_parallel_tool_use: true } : {};
  if (choice === undefined || choice === null) return single ? { type: "auto", ...more } : undefined;
  if (choice === "none") return { type: "none" };
  if (choice === "auto") return { type: "auto", ...more };
  if (choice === "required") return { type: "any", ...more };
  const called = isObject(choice) && choice["type"] === "function" ? choice["function"] : undefined;
  if (isObject(called)) return { type: "tool", name: called["name"], ...more };
  throw wrong("tool_choice", "must be none, auto, required or a function");
}

function formatOf(format: unknown): Fields | undefined {
  if (!isObject(format) || format["type"] === "text") return undefined;
  if (format["type"] === "json_object") return { type: "json_schema", schema: { type: "object" } };
  const jsonSchema = format["json_schema"];
  if (format["type"] === "json_schema" && isObject(jsonSchema))
    return { type: "json_schema", schema: jsonSchema["schema"] };
  throw wrong("response_format", "must be text, json_object or json_schema");
}
