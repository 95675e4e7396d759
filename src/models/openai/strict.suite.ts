import { isObject } from "../../lib/index.ts";

type Fields = Readonly<Record<string, unknown>>;
/** Why a server rejects a body, as quoted in public reports; `undefined` for what it accepts. */
export type Strictness = (body: Fields, headers: Headers) => string | undefined;

const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);
const messages = (body: Fields): readonly Fields[] => list(body["messages"]);
const parts = (body: Fields): readonly Fields[] => messages(body).flatMap(({ content }) => list(content));
const calls = (body: Fields): readonly Fields[] =>
  messages(body).flatMap(({ tool_calls }) => list(tool_calls));
const ids = (body: Fields): readonly string[] => [
  ...calls(body).map(({ id }) => String(id)),
  ...messages(body).flatMap(({ tool_call_id }) => (tool_call_id === undefined ? [] : [String(tool_call_id)])),
];
const names = (body: Fields): readonly string[] =>
  [...list(body["tools"]), ...calls(body)].map((item) =>
    isObject(item["function"]) ? String(item["function"]["name"]) : "",
  );
const has = (body: Fields, ...fields: readonly string[]): string | undefined =>
  fields.find((field) => field in body);
const pictures = (body: Fields): readonly string[] =>
  parts(body).flatMap(({ image_url }) => (isObject(image_url) ? [String(image_url["url"])] : []));

/** Rules of every server. */
const always: Strictness = (body) => {
  const long = names(body).find((name) => name.length > 64);
  if (long !== undefined) return "Invalid 'tools[0].function.name': string too long.";
  const called = new Set(calls(body).map(({ id }) => id));
  const lost = messages(body).find(({ role, tool_call_id }) => role === "tool" && !called.has(tool_call_id));
  return lost && "No tool call found for function call output.";
};

const openai: Strictness = (body) => {
  const unknown = has(body, "top_k", "reasoning", "thinking", "chat_template_kwargs");
  if (unknown !== undefined) return `Unrecognized request argument supplied: ${unknown}`;
  if ("max_tokens" in body)
    return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  if (ids(body).some((id) => id.length > 40))
    return "Invalid 'messages[2].tool_calls[0].id': string too long.";
  if (typeof body["user"] === "string" && body["user"].length > 64) return "Invalid 'user': string too long.";
  if (Array.isArray(body["stop"]) && body["stop"].length > 4) return "Invalid 'stop': array too long.";
  return undefined;
};

const wordsOnly: Strictness = (body) =>
  isObject(body["tool_choice"])
    ? "Invalid tool_choice type: 'object'. Supported string values: none, auto, required"
    : undefined;

const inlineOnly: Strictness = (body) =>
  pictures(body).some((url) => !url.startsWith("data:")) ? "invalid image input" : undefined;

/** What each server enforces, from reports and documentation, independent of our own table. */
export const strictness: Readonly<Record<string, Strictness>> = {
  compatible: () => undefined,
  openai,
  azure: (body, headers) =>
    headers.has("api-key") ? openai(body, headers) : "Access denied due to missing key",
  vllm: (body) => {
    const effort = body["reasoning_effort"];
    return effort === undefined || ["low", "medium", "high"].includes(String(effort))
      ? undefined
      : "Input should be 'low', 'medium' or 'high'";
  },
  "llama.cpp": wordsOnly,
  ollama: (body, headers) =>
    inlineOnly(body, headers) ?? (has(body, "tool_choice", "top_k") ? "not supported" : undefined),
  "lm-studio": (body, headers) => wordsOnly(body, headers) ?? inlineOnly(body, headers),
  deepseek: (body) => {
    const thinking = isObject(body["thinking"]) ? body["thinking"]["type"] : "enabled"; // on by default
    const turn = messages(body).find(
      ({ role, tool_calls }) => role === "assistant" && tool_calls !== undefined,
    );
    if (thinking === "enabled" && turn && !("reasoning_content" in turn))
      return "The reasoning_content in the thinking mode must be passed back to the API.";
    if (pictures(body).length > 0) return "unknown variant `image_url`, expected `text`";
    const format = isObject(body["response_format"]) ? body["response_format"]["type"] : undefined;
    return format === "json_schema" ? "This response_format type is unavailable now" : undefined;
  },
  mistral: (body) => {
    const extra = has(body, "stream_options", "user", "top_k", "reasoning", "thinking");
    if (extra !== undefined) return `Extra inputs are not permitted: ${extra}`;
    const id = ids(body).find((item) => !/^[a-zA-Z0-9]{9}$/.test(item));
    if (id !== undefined) return `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
    const roles = messages(body).map(({ role }) => String(role));
    if (roles.some((role, i) => role === "user" && roles[i - 1] === "tool"))
      return "Unexpected role 'user' after role 'tool'";
    const effort = body["reasoning_effort"];
    return effort === undefined || ["none", "high"].includes(String(effort)) ? undefined : "Invalid effort";
  },
  groq: (body) => {
    const unknown = has(body, "top_k", "thinking", "chat_template_kwargs");
    return unknown === undefined ? undefined : `property '${unknown}' is unsupported`;
  },
  openrouter: (body) => {
    const { reasoning } = body;
    return isObject(reasoning) && "effort" in reasoning && "max_tokens" in reasoning
      ? 'Only one of "reasoning.effort" and "reasoning.max_tokens" may be specified'
      : undefined;
  },
};

export interface StrictServer {
  readonly fetch: typeof fetch;
  /** The accepted bodies. */
  readonly bodies: Fields[];
}

/** A server that rejects with 400 what the real one would, and otherwise answers with a delta or a whole message. */
export function strictServer(refuses: Strictness, delta: (body: Fields) => Fields): StrictServer {
  const bodies: Fields[] = [];
  return {
    bodies,
    fetch: (_url, init = {}) => {
      const body = JSON.parse(String(init.body)) as Fields; // written by us
      const problem = always(body, new Headers()) ?? refuses(body, new Headers(init.headers));
      if (problem !== undefined)
        return Promise.resolve(Response.json({ error: { message: problem } }, { status: 400 }));
      bodies.push(body);
      const answer = delta(body);
      const finish_reason = answer["tool_calls"] === undefined ? "stop" : "tool_calls";
      const chunks = [
        { choices: [{ delta: answer, finish_reason: null }] },
        { choices: [{ delta: {}, finish_reason }], usage: { prompt_tokens: 9, completion_tokens: 3 } },
      ];
      const text = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
      return Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } }));
    },
  };
}
