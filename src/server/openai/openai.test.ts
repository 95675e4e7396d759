import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../messages/index.ts";
import { openModel, registry, systemOutside } from "../../models/index.ts";
import { listen, type Listening } from "../listen.ts";

let server: Listening;
let client: OpenAI;
beforeEach(async () => {
  const model = registry([await openModel({ provider: "builtin" }, systemOutside)]);
  server = await listen({ model, profile: "spec", keys: ["k"], now: () => 1_700_000_000_000 });
  client = new OpenAI({ baseURL: new URL("/v1", server.url).href, apiKey: "k", maxRetries: 0 });
});
afterEach(() => server.close());

const parameters = {
  type: "object",
  properties: { city: { type: "string", description: "City name" } },
  required: ["city"],
};
const weather = {
  type: "function",
  function: { name: "get_weather", description: "The weather of a city.", parameters },
} as const;
const question = { role: "user", content: "What is the weather in Paris?" } as const;

describe("POST /v1/chat/completions, by the official SDK", () => {
  it("goes through a loop of tools", async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: "system", content: "Be brief." },
      question,
    ];
    const first = await client.chat.completions.create({ model: "builtin", messages, tools: [weather] });
    const [choice] = first.choices;
    expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
    const call = choice?.message.tool_calls?.[0];
    expect(call).toMatchObject({ function: { name: "get_weather", arguments: '{"city":"Paris"}' } });
    expect(first).toMatchObject({ object: "chat.completion", created: 1_700_000_000 });
    expect(first.usage?.total_tokens).toBe(
      (first.usage?.prompt_tokens ?? 0) + (first.usage?.completion_tokens ?? 0),
    );
    messages.push(choice!.message, { role: "tool", tool_call_id: call!.id, content: "Sunny, 21 degrees" });
    const second = await client.chat.completions.create({ model: "builtin", messages, tools: [weather] });
    expect(second.choices[0]).toMatchObject({ finish_reason: "stop" });
    expect(second.choices[0]?.message.content).toContain("21");
  });

  it("streams calls and text", async () => {
    const stream = client.chat.completions.stream({
      model: "builtin",
      messages: [question],
      tools: [weather],
      stream_options: { include_usage: true },
    });
    const { choices, usage } = await stream.finalChatCompletion();
    expect(choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { tool_calls: [{ function: { name: "get_weather", arguments: '{"city":"Paris"}' } }] },
    });
    expect(usage?.completion_tokens).toBeGreaterThan(0);
    const text = client.chat.completions.stream({
      model: "builtin",
      messages: [{ role: "user", content: "Hello" }],
    });
    expect((await text.finalChatCompletion()).choices[0]?.message.content).not.toBe("");
  });

  it.each([
    ["a short request", ""],
    ["one that a thread reads", " ".repeat(20_000)],
  ])("ends a stream of %s with its usage, for clients that want it", async (_, padding) => {
    const chunksOf = async (stream_options: OpenAI.ChatCompletionStreamOptions | null) => {
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: `Hello${padding}` }];
      const body = { model: "builtin", messages, stream: true, stream_options } as const;
      const chunks: OpenAI.ChatCompletionChunk[] = [];
      for await (const chunk of await client.chat.completions.create(body)) chunks.push(chunk);
      return chunks;
    };
    const chunks = await chunksOf({ include_usage: true });
    const last = chunks.pop();
    expect(last).toMatchObject({ object: "chat.completion.chunk", choices: [] });
    expect(last?.usage?.completion_tokens).toBeGreaterThan(0);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("stop");
    expect(new Set(chunks.map(({ usage }) => usage))).toEqual(new Set([null]));
    for (const other of [null, {}, { include_usage: false }])
      expect((await chunksOf(other)).filter((chunk) => "usage" in chunk)).toEqual([]);
  });

  it("keeps an answer to a schema, and a choice of tool", async () => {
    const schema = { ...parameters, additionalProperties: false };
    const { choices } = await client.chat.completions.create({
      model: "builtin",
      messages: [question],
      response_format: { type: "json_schema", json_schema: { name: "place", schema } },
    });
    expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual({ city: "Paris" });
    const forced = await client.chat.completions.create({
      model: "builtin",
      messages: [question],
      tools: [weather],
      tool_choice: { type: "function", function: { name: "get_weather" } },
      parallel_tool_calls: false,
    });
    expect(forced.choices[0]?.message.tool_calls).toHaveLength(1);
  });

  it.each([
    [{ n: 2 }, "n: is not supported here"],
    [{ logprobs: true }, "logprobs"],
    [{ functions: [{ name: "f" }] }, "functions"],
    [{ messages: [{ role: "user", content: [{ type: "input_audio" }] }] }, "input_audio is not supported"],
    [{ messages: [{ role: "tool", tool_call_id: "x", content: "y" }] }, "tool_use"],
    [{ max_tokens: -1 }, "max_tokens"],
    [{ stream_options: { include_usage: "yes" } }, "stream_options"],
    [{ model: "nothing" }, "model: nothing"],
  ])("refuses %j by name", async (more, message) => {
    const body = {
      model: "builtin",
      messages: [question],
      ...more,
    } as OpenAI.ChatCompletionCreateParamsNonStreaming;
    await expect(client.chat.completions.create(body)).rejects.toThrow(message);
  });
});

it("lists models for the official SDK", async () => {
  const builtin = { id: "builtin", object: "model", created: 0, owned_by: "antiphon" };
  const { object, data } = await client.models.list();
  expect(object).toBe("list");
  expect(data).toMatchObject([builtin]);
  expect(await client.models.retrieve("builtin")).toMatchObject(builtin);
});

describe("POST /v1/responses, by the official SDK", () => {
  const tool = {
    type: "function",
    name: "get_weather",
    description: "Weather of a city.",
    parameters,
    strict: null,
  } as const;

  it("goes through a loop of tools", async () => {
    const input: OpenAI.Responses.ResponseInputItem[] = [question];
    const first = await client.responses.create({
      model: "builtin",
      instructions: "Be brief.",
      input,
      tools: [tool],
    });
    const call = first.output.find((item) => item.type === "function_call");
    expect(call).toMatchObject({ name: "get_weather", arguments: '{"city":"Paris"}', status: "completed" });
    input.push(call!, { type: "function_call_output", call_id: call!.call_id, output: "Sunny, 21 degrees" });
    const second = await client.responses.create({ model: "builtin", input, tools: [tool] });
    expect(second.status).toBe("completed");
    expect(second.output_text).toContain("21");
  });

  it("streams, with events in order", async () => {
    const types: string[] = [];
    const stream = client.responses.stream({ model: "builtin", input: [question], tools: [tool] });
    for await (const event of stream) types.push(event.type);
    expect(types.slice(0, 3)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
    ]);
    expect(types.slice(-3)).toEqual([
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
    const final = await stream.finalResponse();
    expect(final.output).toMatchObject([{ type: "function_call", arguments: '{"city":"Paris"}' }]);
    const text = client.responses.stream({ model: "builtin", input: "Hello" });
    expect((await text.finalResponse()).output_text).not.toBe("");
  });

  it("keeps an answer to a schema, and refuses what needs state", async () => {
    const schema = { ...parameters, additionalProperties: false };
    const format = { type: "json_schema", name: "place", schema } as const;
    const answer = await client.responses.create({ model: "builtin", input: [question], text: { format } });
    expect(JSON.parse(answer.output_text)).toEqual({ city: "Paris" });
    const aPIPromise = client.responses.create({
      model: "builtin",
      input: "x",
      previous_response_id: "resp_1",
    });
    await expect(aPIPromise).rejects.toThrow("previous_response_id");
  });

  it("refuses tools in a namespace by their type", async () => {
    const inner = { type: "function", name: "f", parameters, strict: false } as const;
    const tools = [{ type: "namespace", name: "mcp__shop", description: "A shop.", tools: [inner] }] as const;
    const response = client.post("/responses", { body: { model: "builtin", input: "x", tools } });
    await expect(response).rejects.toThrow("tools: namespace is not supported here");
  });
});

it("says a failure within a stream as clients of OpenAI's protocols read it", async () => {
  await server.close();
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] } as const;
  const usage = { input_tokens: 1, output_tokens: 0 };
  server = await listen({
    profile: "spec",
    model: {
      list: async () => [],
      async *stream() {
        yield {
          type: "message_start",
          message: { ...message, stop_reason: null, stop_sequence: null, usage },
        };
        throw new ApiError("overloaded_error", "Too much.");
      },
      countTokens: async () => ({ input_tokens: 1, exact: true }),
      close: async () => undefined,
    },
  });
  const other = new OpenAI({ baseURL: new URL("/v1", server.url).href, apiKey: "k", maxRetries: 0 });
  const chat = other.chat.completions.stream({ model: "m", messages: [question] });
  await expect(chat.finalChatCompletion()).rejects.toThrow("Too much.");
  const response = other.responses.stream({ model: "m", input: "x" });
  await expect(response.finalResponse()).rejects.toThrow("Too much.");
});
