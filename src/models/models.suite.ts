import { describe, expect, it } from "vitest";
import { isObject } from "../lib/index.ts";
import {
  checker,
  collect,
  decodeSse,
  encodeSse,
  inputProblem,
  type ContentBlock,
  type Message,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
  type ToolDefinition,
} from "../messages/index.ts";
import type { Model } from "./model.ts";
import { answerOf } from "./whole.ts";

export const weather: ToolDefinition = {
  name: "get_weather",
  description:
    "Current weather of a city. Use it for questions about weather, rain or temperature in a place.",
  input_schema: {
    type: "object",
    properties: {
      city: { type: "string", description: "City, like Paris" },
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
    },
    required: ["city"],
    additionalProperties: false,
  },
};
export const time: ToolDefinition = {
  name: "get_time",
  description: "Local time of a city. Use it for questions about the time in a place.",
  input_schema: {
    type: "object",
    properties: { city: { type: "string", description: "City, like Paris" } },
    required: ["city"],
  },
};
const user = (content: Message["content"]): Message => ({ role: "user", content });
const context = () => ({ signal: new AbortController().signal, requestId: "req_suite" });

/** `calls` is the minimum and maximum number of calls in the answer. */
interface Conversation {
  readonly name: string;
  readonly request: Omit<MessagesRequest, "model">;
  readonly calls: readonly [number, number];
}
export const plain: Conversation = {
  name: "text without tools",
  request: { max_tokens: 200, messages: [user("Hello there")] },
  calls: [0, 0],
};
const conversation: Conversation = {
  name: "one call",
  request: { max_tokens: 200, messages: [user("What is the weather in Paris?")], tools: [weather, time] },
  calls: [1, 1],
};
const parallel: Conversation = {
  name: "parallel calls",
  request: {
    max_tokens: 400,
    messages: [user("What is the weather in Paris and in London?")],
    tools: [weather, time],
  },
  calls: [2, 2],
};

/** Conversations that every model is tested with. */
export const conversations: readonly Conversation[] = [
  plain,
  conversation,
  parallel,
  {
    name: "one call at a time",
    request: {
      max_tokens: 400,
      messages: [user("What is the weather in Paris and in London?")],
      tools: [weather],
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
    },
    calls: [1, 1],
  },
  {
    name: "tool_choice any",
    request: {
      max_tokens: 200,
      messages: [user("The weather in Paris, please.")],
      tools: [weather, time],
      tool_choice: { type: "any" },
    },
    calls: [1, 9],
  },
  {
    name: "tool_choice tool",
    request: {
      max_tokens: 200,
      messages: [user("What is the weather in Paris?")],
      tools: [weather, time],
      tool_choice: { type: "tool", name: "get_time" },
    },
    calls: [1, 9],
  },
  {
    name: "tool_choice none",
    request: {
      max_tokens: 200,
      messages: [user("What is the weather in Paris?")],
      tools: [weather],
      tool_choice: { type: "none" },
    },
    calls: [0, 0],
  },
  {
    name: "results of parallel calls, one of them an error",
    request: {
      max_tokens: 400,
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        user([{ type: "text", text: "What is the weather in Paris and in London?" }]),
        {
          role: "assistant",
          content: [
            { type: "text", text: "Looking." },
            { type: "tool_use", id: "toolu_a", name: "get_weather", input: { city: "Paris" } },
            { type: "tool_use", id: "toolu_b", name: "get_weather", input: { city: "London" } },
          ],
        },
        user([
          { type: "tool_result", tool_use_id: "toolu_a", content: "sunny, 21 °C" },
          { type: "tool_result", tool_use_id: "toolu_b", content: "The station is down.", is_error: true },
        ]),
      ],
      tools: [weather],
    },
    calls: [0, 9],
  },
  {
    name: "other writing systems",
    request: { max_tokens: 200, messages: [user("Zoë さん 🌦️ \u2028 \u0000 ok?")] },
    calls: [0, 0],
  },
];

/**
 * Tests of the contract for every model, guarded as in a registry; `knows`: it is good enough to make the requested
 * calls and to end by itself.
 */
export function modelSuite(name: string, open: () => Promise<Model>, knows = true): void {
  describe(`${name} as a model`, () => {
    const first = async (model: Model) => (await model.list())[0]?.id ?? "";

    it("lists what it answers to", async () => {
      const model = await open();
      expect((await model.list())[0]).toMatchObject({
        id: expect.stringMatching(/./) as string,
        display_name: expect.any(String) as string,
        context_window: expect.any(Number) as number,
      });
      await model.close();
    });

    it.each(conversations)("holds: $name", async ({ request, calls }) => {
      const model = await open();
      const modelRequest = { ...request, model: await first(model) };
      const events: StreamEvent[] = [];
      const check = checker(modelRequest);
      for await (const event of model.stream(modelRequest, context())) {
        check(event);
        events.push(event);
      }
      const answer = await collect(listed(events));
      expectAnswer(modelRequest, answer, knows ? calls : undefined);
      const wire = await bytes(encodeSse(listed(events)));
      for (const size of [1, 2, 7, 61, wire.length])
        expect(await collect(decodeSse(pieces(wire, size)))).toEqual(answer);
      const counted = await model.countTokens(modelRequest);
      expect(counted.input_tokens).toBeGreaterThan(0);
      await model.close();
    });

    it("streams the same that it answers", async () => {
      const model = await open();
      const request = { ...parallel.request, model: await first(model) };
      const once = await collect(model.stream(request, context()));
      const again = await collect(model.stream({ ...request, stream: true }, context()));
      expect(shape(again)).toEqual(shape(once));
      expect(shape(await answerOf(model, request, context()))).toEqual(shape(once));
      await model.close();
    });

    it("gives up when its caller does", async () => {
      const model = await open();
      const request = { ...conversation.request, model: await first(model) };
      const signal = AbortSignal.abort(new Error("gone"));
      await expect(collect(model.stream(request, { ...context(), signal }))).rejects.toThrow();
      await model.close();
    });
  });
}

function expectAnswer(
  request: MessagesRequest,
  answer: MessagesResponse,
  callRange: readonly [number, number] | undefined,
): void {
  const calls = answer.content.filter((block) => block.type === "tool_use");
  if (callRange) {
    expect(calls.length).toBeGreaterThanOrEqual(callRange[0]);
    expect(calls.length).toBeLessThanOrEqual(callRange[1]);
  }
  expect(answer).toMatchObject({
    type: "message",
    role: "assistant",
    model: request.model,
    stop_sequence: null,
  });
  expect(answer.id).toMatch(/./);
  const reasons = [calls.length > 0 ? "tool_use" : "end_turn", ...(callRange ? [] : ["max_tokens"])];
  expect(reasons).toContain(answer.stop_reason);
  if (calls.length === 0) expect(answer.content.some(({ type }) => type === "text")).toBe(true);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  for (const call of calls) {
    const tool = request.tools?.find((tool) => tool.name === call.name);
    expect(tool).toBeDefined();
    expect(tool && inputProblem(tool, call.input)).toBeUndefined();
    if (request.tool_choice?.type === "tool") expect(call.name).toBe(request.tool_choice.name);
  }
  expect(answer.usage.input_tokens).toBeGreaterThan(0);
  expect(answer.usage.output_tokens).toBeGreaterThan(0);
}

/** An answer without the parts that differ each time. */
const shape = ({ content, stop_reason }: MessagesResponse): object => ({
  content: content.map((block) => ({ ...block, id: isObject(block) && "id" in block ? "id" : undefined })),
  stop_reason,
});

async function* listed(events: readonly StreamEvent[]): AsyncIterable<StreamEvent> {
  yield* events;
}

async function bytes(parts: AsyncIterable<string | Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
}

/** Splits bytes into pieces of this size. */
async function* pieces(whole: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let index = 0; index < whole.length; index += size) yield whole.subarray(index, index + size);
}

export const textOf = (content: string | readonly ContentBlock[]): string =>
  typeof content === "string"
    ? content
    : content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
