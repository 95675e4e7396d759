import { describe, expect, it } from "vitest";
import { dialectNames } from "../../config/index.ts";
import { isObject, systemClock } from "../../lib/index.ts";
import { collect, type ContentBlock, type MessagesRequest } from "../../messages/index.ts";
import { openModel, registry } from "../index.ts";
import { dialects } from "./dialects.ts";
import { strictness, strictServer } from "./strict.suite.ts";

const context = { signal: new AbortController().signal, requestId: "req_1" };
const long = `read_${"the_very_long_name_".repeat(5)}`.slice(0, 100);
const tool = (name: string) => ({ name, description: "A tool.", input_schema: { type: "object" } }) as const;
const plain: MessagesRequest = {
  model: "m",
  max_tokens: 50,
  messages: [{ role: "user", content: "hi" }],
};
const picture = { type: "base64", media_type: "image/png", data: "AAAA" } as const;
const id = `toolu_${"0123456789abcdef".repeat(4)}`;

/** An assistant turn that called two tools, and the user turn with both results and a text. */
const looped = (more: readonly ContentBlock[] = [], result?: readonly ContentBlock[]): MessagesRequest => ({
  ...plain,
  tools: [tool(long), tool("get_weather")],
  messages: [
    { role: "user", content: "look" },
    {
      role: "assistant",
      content: [
        ...more,
        { type: "tool_use", id, name: long, input: {} },
        { type: "tool_use", id: "toolu_2", name: "get_weather", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: id, content: (result as never) ?? "one" },
        { type: "tool_result", tool_use_id: "toolu_2", content: "two" },
        { type: "text", text: "go on" },
      ],
    },
  ],
});

const open = async (dialect: string, fetch: typeof globalThis.fetch) => {
  const options = { url: "http://127.0.0.1:9/v1", key: "k", models: ["m"], dialect };
  return registry([
    await openModel({ provider: "openai", options }, { fetch, clock: systemClock, random: () => 0 }),
  ]);
};
const ask = async (dialect: string, request: MessagesRequest, delta: object = { content: "ok" }) => {
  const server = strictServer(strictness[dialect] ?? (() => "no such server"), () => ({ ...delta }));
  const answer = await collect((await open(dialect, server.fetch)).stream(request, context));
  return { answer, body: server.bodies.at(-1) ?? {} };
};

describe.each(dialectNames)("the dialect of %s", (name) => {
  const row = dialects[name];

  it("carries a plain request, and a loop with long names and ids", async () => {
    expect((await ask(name, plain)).answer.content).toMatchObject([{ text: "ok" }]);
    const stops = { stop_sequences: ["a", "b"], metadata: { user_id: "u".repeat(150) } };
    expect((await ask(name, { ...looped(), ...stops })).answer.stop_reason).toBe("end_turn");
  });

  it("calls back by the name that the request has", async () => {
    const server = strictServer(strictness[name] ?? (() => ""), ({ tools }) => {
      const first: unknown = Array.isArray(tools) ? tools[0] : undefined;
      const called = isObject(first) && isObject(first["function"]) ? first["function"]["name"] : "";
      return { tool_calls: [{ index: 0, id: "abcdefghi", function: { name: called, arguments: "{}" } }] };
    });
    const model = await open(name, server.fetch);
    for (const tool_choice of [{ type: "any" }, { type: "tool", name: long }] as const) {
      const request = { ...plain, tools: [tool(long), tool("get_weather")], tool_choice };
      const { content } = await collect(model.stream(request, context));
      expect(content).toMatchObject([{ type: "tool_use", name: long, input: {} }]);
    }
  });

  it("takes back no redacted thinking, and returns what the server thought", async () => {
    const redacted = looped([{ type: "redacted_thinking", data: "x" }]);
    await expect(ask(name, redacted)).rejects.toThrow(
      /has no redacted_thinking: leave it out, or use an upstream/,
    );
    const thought = { content: "ok", reasoning: "Hm." };
    const on = await ask(name, { ...plain, thinking: { type: "adaptive" } }, thought);
    expect(on.answer.content).toMatchObject([{ thinking: "Hm." }, { text: "ok" }]);
  });

  it("keeps the owner of a result's picture, or refuses the picture by name", async () => {
    const request = looped([], [{ type: "image", source: picture }]);
    if (row.images === "none") {
      await expect(ask(name, request)).rejects.toThrow("has no image");
      return;
    }
    const { body } = await ask(name, request);
    const messages = body["messages"] as readonly {
      readonly tool_call_id?: string;
      readonly content: unknown;
    }[];
    const owner = messages.find(({ tool_call_id }) => tool_call_id !== undefined)?.tool_call_id;
    expect(messages.at(-1)?.content).toEqual([
      { type: "text", text: `From the result of ${owner}:` },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "text", text: "go on" },
    ]);
  });

  it.each([
    ["document by url", { type: "document", source: { type: "url", url: "https://x/a.pdf" } }],
    ["container_upload", { type: "container_upload", file_id: "f" }],
  ] as const)("refuses %s by name", async (what, block) => {
    const sent = ask(name, { ...plain, messages: [{ role: "user", content: [block as ContentBlock] }] });
    await expect(sent).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`has no ${what}: leave it out, or use an upstream`),
    });
  });

  it("refuses a server's own tool by name", async () => {
    const tools = [{ ...tool("web_search"), type: "web_search_20250305" as never }]; // of another kind
    await expect(ask(name, { ...plain, tools })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("has no server tool web_search: leave it out, or use an upstream"),
    });
  });
});

describe("what servers return", () => {
  const thought = { ...plain, thinking: { type: "adaptive" } } as const;

  it.each([
    ["reasoning_content", { content: "Yes.", reasoning_content: "Hm." }],
    ["reasoning", { content: "Yes.", reasoning: "Hm." }],
    ["<think> tags", { content: "<think>\nHm.\n</think>\n\nYes." }],
    ["[THINK] tags", { content: "[THINK]Hm.[/THINK]Yes." }],
    [
      "parts",
      {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
          { type: "text", text: "Yes." },
        ],
      },
    ],
  ])("becomes thinking from %s", async (_name, delta) => {
    const { answer } = await ask("compatible", thought, delta);
    expect(answer.content).toMatchObject([{ thinking: "Hm." }, { text: "Yes." }]);
    expect((await ask("compatible", plain, delta)).answer.content).toMatchObject([{ text: "Yes." }]);
  });

  it("becomes a call from the legacy function_call", async () => {
    const delta = { function_call: { name: "get_weather", arguments: "{}" } };
    const { answer } = await ask("compatible", { ...plain, tools: [tool("get_weather")] }, delta);
    expect(answer).toMatchObject({ stop_reason: "tool_use", content: [{ name: "get_weather", input: {} }] });
  });

  it.each([
    [
      400,
      {
        code: "context_length_exceeded",
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      },
      "9001 tokens > 8192 maximum",
    ],
    [
      400,
      {
        message:
          "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens (8901 in the messages, 100 in the completion).",
      },
      "9001 tokens > 8192 maximum",
    ],
    [
      400,
      { message: "The decoder prompt (length 9001) is longer than the maximum model length of 8192." },
      "9001 tokens > 8192 maximum",
    ],
    [
      500,
      {
        code: 500,
        type: "exceed_context_size_error",
        message: "the request exceeds the available context size.",
        n_prompt_tokens: 9001,
        n_ctx: 8192,
      },
      "9001 tokens > 8192 maximum",
    ],
    [
      400,
      {
        message:
          "Prompt contains 9001 tokens and 0 draft tokens, too large for model with 8192 maximum context length",
      },
      "9001 tokens > 8192 maximum",
    ],
    [
      400,
      {
        message:
          "Trying to keep the first 9001 tokens when context the overflows. However, the model is loaded with context length of only 8192 tokens",
      },
      "9001 tokens > 8192 maximum",
    ],
    [
      400,
      { message: "the input length exceeds the context length" },
      "the input length exceeds the context length",
    ],
    [
      400,
      {
        message:
          "This endpoint's maximum context length is 8192 tokens. However, you requested about 9001 tokens",
      },
      "9001 tokens > 8192 maximum",
    ],
  ])("says that a prompt is too long: %i %j", async (status, error, message) => {
    const model = await open("compatible", () => Promise.resolve(Response.json({ error }, { status })));
    await expect(collect(model.stream(plain, context))).rejects.toMatchObject({
      status: 400,
      type: "invalid_request_error",
      retry: false,
      message: `prompt is too long: ${message}`,
    });
  });

  it.each([
    [429, { code: "insufficient_quota", message: "Quota." }, { type: "api_error", retry: false }],
    [429, { code: "rate_limit_exceeded", message: "Slow." }, { type: "rate_limit_error", retry: true }],
    [413, { code: "rate_limit_exceeded", type: "tokens", message: "Large." }, { type: "request_too_large" }],
    [400, { code: "invalid_api_key", message: "Key." }, { type: "api_error", retry: false }],
    [404, { code: "model_not_found", message: "None." }, { type: "not_found_error" }],
    [400, { code: "content_filter", message: "Filtered." }, { type: "invalid_request_error", retry: false }],
    [400, { code: "tool_use_failed", message: "Bad call." }, { type: "api_error", retry: false }],
    [
      503,
      { message: "Loading model", type: "unavailable_error", code: 503 },
      { type: "overloaded_error", retry: true },
    ],
    [502, { code: 502, message: "Down." }, { type: "api_error", retry: true }],
  ])("keeps the meaning of %i %j", async (status, error, expected) => {
    const failing = await open("compatible", () => Promise.resolve(Response.json({ error }, { status })));
    await expect(collect(failing.stream(plain, context))).rejects.toMatchObject(expected);
    const data = `data: ${JSON.stringify({ error: { ...error, status } })}\n\n`;
    const streaming = await open("compatible", () => Promise.resolve(new Response(data)));
    const { type } = expected;
    if (status !== 413)
      await expect(collect(streaming.stream(plain, context))).rejects.toMatchObject({ type });
  });
});

it("keeps the query of an address, as Azure's deployments have one", async () => {
  const seen: string[] = [];
  const fetch = (url: unknown): Promise<Response> => {
    seen.push(String(url));
    return Promise.reject(new Error("enough"));
  };
  const url = "https://shop.openai.azure.com/openai/deployments/m?api-version=2025-01-01";
  const outside = { fetch, clock: systemClock, random: () => 0 };
  const model = registry([await openModel({ provider: "openai", options: { url, models: ["m"] } }, outside)]);
  await expect(collect(model.stream(plain, context))).rejects.toThrow("can't be reached");
  expect(seen).toEqual([
    "https://shop.openai.azure.com/openai/deployments/m/chat/completions?api-version=2025-01-01",
  ]);
});
