import { describe, expect, it } from "vitest";
import { collect, eventsOf, type MessagesRequest, type StreamEvent } from "../../messages/index.ts";
import { answer, scripted, use, written, type Line } from "../scripted.suite.ts";
import { answerOf } from "../whole.ts";
import { guard } from "./index.ts";
import { judge } from "./judge.ts";

const input_schema = {
  type: "object",
  properties: {
    city: { type: "string" },
    days: { type: "integer" },
    metric: { type: "boolean" },
    parts: { type: "array", items: { type: "string" } },
    unit: { type: "string", enum: ["celsius", "fahrenheit"] },
    place: { type: "object", properties: { lat: { type: "number" } } },
  },
  required: ["city"],
} as const;
const request: MessagesRequest = {
  model: "scripted",
  max_tokens: 100,
  messages: [{ role: "user", content: "weather in Oslo" }],
  tools: [
    { name: "get_weather", description: "Weather.", input_schema },
    { name: "get_time", description: "Time.", input_schema: { type: "object" } },
    { name: "get_day", description: "Day.", input_schema: { type: "object", additionalProperties: false } },
  ],
};
const context = { signal: new AbortController().signal, requestId: "req_1" };
const ask = (model: ReturnType<typeof scripted>, more: Partial<MessagesRequest> = {}) =>
  collect(guard(model).stream({ ...request, ...more }, context));
const inputs = async (line: Line, more: Partial<MessagesRequest> = {}) =>
  (await ask(scripted(line), more)).content.map((block) => ("input" in block ? block.input : block.type));
const call = (json: string, name = "get_weather", id = "toolu_1") => ({ id, name, json });

describe("guard", () => {
  it("judges calls in their order, however long each judgement takes", async () => {
    const waits = [20, 1];
    const slow = guard(
      scripted([
        ...eventsOf(
          answer([
            use("toolu_1", "get_weather", { city: "Oslo" }),
            use("toolu_2", "get_weather", { city: "Rome" }),
          ]),
        ),
      ]),
      async (input) => {
        await new Promise((resolve) => setTimeout(resolve, waits.shift()));
        return judge(input);
      },
    );
    const { content } = await collect(slow.stream(request, context));
    expect(content).toMatchObject([{ input: { city: "Oslo" } }, { input: { city: "Rome" } }]);
  });

  it("streams a text as it arrives, and holds a call until it is complete", async () => {
    const blocks = [{ type: "text", text: "Hm." }, use("toolu_1", "get_weather", { city: "Oslo" })] as const;
    let last = "";
    const model = {
      ...scripted(),
      async *stream() {
        for (const event of eventsOf(answer(blocks))) {
          last = `${event.type} ${"index" in event ? event.index : ""}`;
          yield event;
        }
      },
    };
    const seen: string[] = [];
    for await (const event of guard(model).stream(request, context))
      if (event.type.startsWith("content_block")) seen.push(last);
    expect(seen).toEqual([
      "content_block_start 0",
      "content_block_delta 0",
      "content_block_stop 0",
      ...Array.from({ length: 3 }, () => "content_block_stop 1"),
    ]);
  });

  it("passes the very events on when nothing is wrong", async () => {
    const response = answer([
      { type: "text", text: "Looking" },
      use("toolu_1", "get_weather", { city: "Oslo" }),
      use("toolu_2", "get_time"),
    ]);
    const events = [...eventsOf(response)];
    const passed: StreamEvent[] = [];
    for await (const event of guard(scripted(events)).stream(request, context)) passed.push(event);
    expect(passed.every((event, i) => event === events[i])).toBe(true);
    expect(passed).toHaveLength(events.length);
  });

  it("passes the very answer on when nothing is wrong, and mends or asks again where something is", async () => {
    const right = answer([use("toolu_1", "get_weather", { city: "Oslo" })]);
    const whole = (response: typeof right) =>
      answerOf(
        guard({ ...scripted([...eventsOf(right)]), answer: () => Promise.resolve(response) }),
        request,
        context,
      );
    expect(await whole(right)).toBe(right);
    expect(await whole({ ...right, stop_reason: "end_turn" })).toEqual(right);
    expect((await whole(answer([use("toolu_1", "get_weather", { city: 10115 })]))).content).toMatchObject([
      { input: { city: "10115" } },
    ]);
    expect((await whole(answer([use("toolu_1", "get_weather")]))).content).toMatchObject([
      { input: { city: "Oslo" } },
    ]);
  });

  it.each([
    ["single quotes, a trailing comma", `{'city': 'Oslo',}`, { city: "Oslo" }],
    ["a missing brace", `{"city": "Oslo"`, { city: "Oslo" }],
    ["a fence", '```json\n{"city": "Oslo"}\n```', { city: "Oslo" }],
    ["JSON in a string", `"{\\"city\\": \\"Oslo\\"}"`, { city: "Oslo" }],
    ["a number as text", `{"city": "Oslo", "days": "3"}`, { city: "Oslo", days: 3 }],
    ["a boolean as text", `{"city": "Oslo", "metric": "True"}`, { city: "Oslo", metric: true }],
    ["one value for a list", `{"city": "Oslo", "parts": "sky"}`, { city: "Oslo", parts: ["sky"] }],
    ["a list as text", `{"city": "Oslo", "parts": "[\\"sky\\"]"}`, { city: "Oslo", parts: ["sky"] }],
    ["another case of a word", `{"city": "Oslo", "unit": "Celsius"}`, { city: "Oslo", unit: "celsius" }],
    ["null for nothing", `{"city": "Oslo", "days": null}`, { city: "Oslo" }],
    ["within objects", `{"city": "Oslo", "place": {"lat": "59.9"}}`, { city: "Oslo", place: { lat: 59.9 } }],
    ["a number for a text", `{"city": 10115}`, { city: "10115" }],
  ])("repairs %s", async (_name, json, input) => {
    expect(await inputs(written([call(json)]))).toEqual([input]);
  });

  it.each([
    ["functions.get_weather", "get_weather"],
    ["getWeather", "get_weather"],
    ["GET-WEATHER", "get_weather"],
  ])("reads the name %s", async (name, real) => {
    const { content } = await ask(scripted(written([call(`{"city": "Oslo"}`, name)])));
    expect(content).toMatchObject([{ name: real }]);
  });

  it("gives improper and repeated ids new ones", async () => {
    const calls = [
      call(`{"city":"A"}`, "get_weather", "functions.x:0"),
      call("{}", "get_time"),
      call("{}", "get_time"),
    ];
    const { content } = await ask(scripted(written(calls)));
    const ids = content.map((block) => ("id" in block ? block.id : ""));
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => /^[\w-]+$/.test(String(id)))).toBe(true);
    expect(ids[1]).toBe("toolu_1");
  });

  it("makes the stop reason true", async () => {
    const calling = [...eventsOf(answer([use("toolu_1", "get_time")], "end_turn"))];
    expect((await ask(scripted(calling))).stop_reason).toBe("tool_use");
    expect((await ask(scripted(answer("No call.", "tool_use")))).stop_reason).toBe("end_turn");
  });

  it("asks again with what was wrong; text stays, usage adds up", async () => {
    const model = scripted(
      answer([
        { type: "text", text: "Hm." },
        use("toolu_1", "get_weather", { town: "Oslo" }),
        use("toolu_2", "get_time"),
      ]),
      answer([{ type: "text", text: "Sorry!" }, use("toolu_3", "get_weather", { city: "Oslo" })]),
    );
    const response = await ask(model);
    expect(response.content).toEqual([
      { type: "text", text: "Hm." },
      use("toolu_2", "get_time"),
      use("toolu_3", "get_weather", { city: "Oslo" }),
    ]);
    expect(response.stop_reason).toBe("tool_use");
    expect(response.usage).toMatchObject({ input_tokens: 20, output_tokens: 10 });
    const [, retried] = model.asked.map(({ messages }) => messages.slice(1));
    expect(retried?.[1]?.content).toMatchObject([
      { tool_use_id: "toolu_1", is_error: true, content: expect.stringContaining("city") as string },
      { tool_use_id: "toolu_2", is_error: false },
    ]);
  });

  it("takes a text for an answer when the model gives the call up", async () => {
    const response = await ask(scripted(answer([use("toolu_1", "no_such_tool")]), answer("I can't.")));
    expect(response).toMatchObject({
      content: [{ type: "text", text: "I can't." }],
      stop_reason: "end_turn",
    });
  });

  it.each([
    ["any", { type: "any" }],
    ["a tool", { type: "tool", name: "get_time" }],
  ] as const)("asks again for %s that was asked for", async (_name, tool_choice) => {
    const model = scripted(answer("It is late."), answer([use("toolu_1", "get_time")]));
    const response = await ask(model, { tool_choice });
    expect(response.content).toEqual([{ type: "text", text: "It is late." }, use("toolu_1", "get_time")]);
  });

  it.each([
    [
      "another tool than the one named",
      { type: "tool", name: "get_time" },
      use("toolu_1", "get_weather", { city: "Oslo" }),
    ],
    ["a call where none is allowed", { type: "none" }, use("toolu_1", "get_time")],
    ["an input beyond repair", { type: "auto" }, use("toolu_1", "get_weather")],
    ["a property that isn't declared", { type: "auto" }, use("toolu_1", "get_day", { at: "Oslo" })],
  ] as const)(
    "ends %s in one typed error that clients don't retry, after one more try",
    async (_name, tool_choice, block) => {
      const model = scripted(answer([block]), answer([block]));
      await expect(ask(model, { tool_choice })).rejects.toMatchObject({
        type: "api_error",
        message: expect.stringContaining("also when asked again") as string,
        retry: false,
        details: { error_code: "model_answer_invalid", usage: { input_tokens: 20, output_tokens: 10 } },
      });
      expect(model.asked).toHaveLength(2);
    },
  );

  it("keeps to one call where parallel ones are off", async () => {
    const calls = answer([use("toolu_1", "get_time"), use("toolu_2", "get_time")]);
    const model = scripted(calls);
    const response = await ask(model, { tool_choice: { type: "auto", disable_parallel_tool_use: true } });
    expect(response.content).toEqual([use("toolu_1", "get_time")]);
    expect(model.asked).toHaveLength(1);
  });

  it("takes the right one of two calls where one is allowed", async () => {
    const calls = answer([use("toolu_1", "get_weather"), use("toolu_2", "get_time")]);
    const model = scripted(calls);
    const response = await ask(model, { tool_choice: { type: "auto", disable_parallel_tool_use: true } });
    expect(response.content).toEqual([use("toolu_2", "get_time")]);
    expect(model.asked).toHaveLength(1);
  });

  it.each([`{"city": "Os`, ""])("doesn't send a call that a limit cut at %j", async (json) => {
    const cut = written([call("{}", "get_time", "toolu_0"), call(json)], "max_tokens");
    expect(await ask(scripted(cut))).toMatchObject({
      content: [use("toolu_0", "get_time")],
      stop_reason: "max_tokens",
    });
    const response = answer([use("toolu_0", "get_time"), use("toolu_1", "get_weather")], "max_tokens");
    const whole = guard({ ...scripted(cut), answer: () => Promise.resolve(response) });
    expect((await answerOf(whole, request, context)).content).toEqual([use("toolu_0", "get_time")]);
  });

  it("throws for a stream that ends early", async () => {
    const events = [...eventsOf(answer([use("toolu_1", "get_time")]))].slice(0, -1);
    await expect(ask(scripted(events))).rejects.toMatchObject({ type: "api_error" });
  });
});

describe("guard that passes invalid calls on", () => {
  const wanting = { city: 5, unit: "kelvin" };
  const invalid = answer([{ type: "text", text: "Looking" }, use("toolu_1", "get_weather", wanting)]);
  const askOnce = async (line: Line, more: Partial<MessagesRequest> = {}, whole = false) => {
    const model = scripted(line, answer("corrected"));
    const headers: Record<string, string> = {};
    const events: string[] = [];
    const about = {
      ...context,
      header: (name: string, value: string): void => void (headers[name] = value),
      count: (event: string): void => void events.push(event),
    };
    const answers = whole && { answer: () => Promise.resolve(line as typeof invalid) };
    const guarded = guard({ ...model, invalidCalls: "pass_on", ...answers });
    const { content } = await answerOf(guarded, { ...request, ...more }, about);
    return { content, headers, events, requests: model.asked.length };
  };

  it.each([false, true])("marks them by their ids (an answer in one: %s)", async (whole) => {
    const { content, headers, events } = await askOnce(invalid, {}, whole);
    expect(content).toEqual(invalid.content);
    expect(headers).toEqual({ "antiphon-invalid-calls": "toolu_1" });
    expect(events).toEqual(["passed_on"]);
  });

  it("says ahead of a stream that there may be some", async () => {
    const { content, headers } = await askOnce(invalid, { stream: true });
    expect(content).toEqual(invalid.content);
    expect(headers).toEqual({ "antiphon-invalid-calls": "possible" });
  });

  it("marks nothing where every call fits, and still mends what it can", async () => {
    const { content, headers } = await askOnce(written([call(`{"city": 5}`)]));
    expect(content).toMatchObject([{ input: { city: "5" } }]);
    expect(headers).toEqual({});
  });

  it.each([call("{}", "no_such_tool"), call("no JSON at all")])(
    "still asks again after %j",
    async (wrong) => {
      const { content, events, requests } = await askOnce(written([wrong]));
      expect(content).toMatchObject([{ text: "corrected" }]);
      expect([events, requests]).toEqual([["asked_again"], 2]);
    },
  );

  it("still asks again for a call that is required", async () => {
    const more = { tool_choice: { type: "tool", name: "get_time" } } as const;
    await expect(askOnce(answer("Late."), more)).rejects.toThrow("also when asked again: It calls no tool");
  });

  it("sends no call that the limit cut", async () => {
    const { content } = await askOnce(written([call(`{"city": "Os`)], "max_tokens"));
    expect(content).toEqual([]);
  });
});
